"""What a table says to a worker process and what it hears back."""

from typing import Final

import msgspec

from cluehouse.core.ids import Help, Level, Seat, Seq
from cluehouse.core.wire import Wire
from cluehouse.table.ports import TableId

LENGTH_BYTES: Final = 4
"""Every message follows its length, in this many bytes, big-endian."""

READY: Final = b"!"
"""What a worker says first: from now on it is its own time that it takes."""


class Think(Wire, frozen=True):
    """Choose for this seat, from the last of these updates.

    They are all that came after the seq `after`, oldest first; before the deal: the whole story.
    """

    table: TableId
    seat: Seat
    game: str
    options: bytes
    seats: int
    level: Level
    key: bytes
    """The key of this seat's own luck; it says nothing about the game's."""
    after: Seq
    updates: tuple[bytes, ...]


class Study(Wire, frozen=True):
    """Work out what this seat's notebook can say after an update that tells its whole story."""

    seat: Seat
    game: str
    options: bytes
    seats: int
    help: Help
    story: bytes


class Consult(Wire, frozen=True):
    """Ask an aid of a game, which knows of no table."""

    game: str
    aid: str
    asked: bytes


class Commission(Wire, frozen=True):
    """Have a function, named MODULE:FUNCTION, make bytes from bytes."""

    function: str
    asked: bytes


Question = Think | Study | Consult | Commission


class Chosen(Wire, frozen=True):
    move: bytes


class BeliefLost(Wire, frozen=True):
    """The worker has not heard what came before: tell it the whole story."""


class Failed(Wire, frozen=True):
    """What went wrong."""

    error: str


class Noted(Wire, frozen=True):
    seq: Seq
    notes: bytes


class Advised(Wire, frozen=True):
    """What an aid or a commission gave."""

    given: bytes


class Declined(Wire, frozen=True):
    """An aid says, in words for whoever asked, why there is no answer."""

    words: str


Answer = Chosen | BeliefLost | Noted | Advised | Declined | Failed

_ENCODER = msgspec.msgpack.Encoder()
QUESTION: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
ANSWER: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


def frame(message: Question | Answer) -> bytes:
    body = _ENCODER.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body
