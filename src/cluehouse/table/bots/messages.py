"""Messages between the server and its worker processes: questions and answers."""

from typing import Final

import msgspec

from cluehouse.core.ids import Help, Level, Seat, Seq
from cluehouse.core.wire import Wire
from cluehouse.table.ports import TableId

LENGTH_BYTES: Final = 4
"""Size of the length prefix of every message, big-endian."""

READY: Final = b"!"
"""A worker's first byte: its startup is done, and answer timeouts apply."""


class Think(Wire, frozen=True):
    """Choose a move for this seat, from the last of these updates.

    The updates are all those after the seq `after`, oldest first; if that is BEFORE_THE_DEAL, one
    update with the whole story.
    """

    table: TableId
    seat: Seat
    game: str
    options: bytes
    seats: int
    level: Level
    key: bytes
    """The key of this bot's own luck; it reveals nothing about the game's key."""
    after: Seq
    updates: tuple[bytes, ...]
    stand_in: bool = False
    """The bot plays for a player who is away: it makes no final move."""


class Study(Wire, frozen=True):
    """Compute a seat's notebook from an update with its whole story."""

    seat: Seat
    game: str
    options: bytes
    seats: int
    help: Help
    story: bytes


class Check(Wire, frozen=True):
    """Find the marks in a seat's notebook that something in its whole story contradicts."""

    seat: Seat
    game: str
    options: bytes
    seats: int
    story: bytes
    marks: dict[str, str]


class Consult(Wire, frozen=True):
    """Run an aid of a game. Aids know no table."""

    game: str
    aid: str
    asked: bytes


class Commission(Wire, frozen=True):
    """Call a function from bytes to bytes, named MODULE:FUNCTION."""

    function: str
    asked: bytes


Question = Think | Study | Check | Consult | Commission


class Chosen(Wire, frozen=True):
    move: bytes


class BeliefLost(Wire, frozen=True):
    """The worker has no belief up to `after`: ask again with the whole story."""


class Failed(Wire, frozen=True):
    """The question could not be answered; `error` says why."""

    error: str


class Noted(Wire, frozen=True):
    seq: Seq
    notes: bytes


class Checked(Wire, frozen=True):
    contradicted: tuple[str, ...]
    """Cells."""


class Advised(Wire, frozen=True):
    """The result of a Consult or a Commission."""

    given: bytes


class Declined(Wire, frozen=True):
    """An aid rejected its input; `words` tells the player why."""

    words: str


WorkerAnswer = Chosen | BeliefLost | Noted | Checked | Advised | Declined | Failed

_ENCODER = msgspec.msgpack.Encoder()
QUESTION: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
ANSWER: msgspec.msgpack.Decoder[WorkerAnswer] = msgspec.msgpack.Decoder(WorkerAnswer)


def frame(message: Question | WorkerAnswer) -> bytes:
    body = _ENCODER.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body
