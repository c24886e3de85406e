"""The stored entry of a move, and the record: a whole game as one document that replays."""

from typing import Annotated, Final

import msgspec

from cluehouse.core.codec import codec
from cluehouse.core.errors import Malformed, NewerRecord, NotARecord
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.play import Play
from cluehouse.core.seal import Seal
from cluehouse.core.wire import Wire, decoder, encode, strictly

RECORD_FORMAT: Final = 3
"""The newest format this version reads and writes. 2 adds cluehouse, machine and seal to 1; 3 adds
stand_ins."""

Key = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})*$", max_length=128)]


class Entry(Wire, frozen=True, tag=False):
    """An accepted move and its events, encoded. The first entry is the deal, which has no seat."""

    seat: Seat | None
    move: msgspec.Raw
    events: msgspec.Raw


class Record(Wire, frozen=True, tag=False, kw_only=True):
    """docs/format.md describes every field. Player names are not stored."""

    format: Annotated[int, msgspec.Meta(ge=1, le=RECORD_FORMAT)]
    cluehouse: str = ""
    """The version of the server, if a server wrote it."""
    game: str
    version: int
    options: msgspec.Raw
    seats: int
    seal: Seal | None = None
    key: Key
    """The key of all luck, in hexadecimal."""
    machine: str = ""
    """The `Physics.mark` of the machine that simulated it, if any: equal marks simulate alike."""
    entries: tuple[Entry, ...]
    stand_ins: tuple[Seq, ...] = ()
    """The numbers of the entries that bots made for players who were away or out of time."""
    outcome: Outcome | None


class _Head(msgspec.Struct):
    format: int


_HEAD: Final = msgspec.json.Decoder(_Head)
_RECORD: Final = decoder(Record)


def read_record(data: bytes | msgspec.Raw) -> Record:
    """Decode an untrusted document. Raises NotARecord if it is not a record, NewerRecord if its
    format is of a later version."""
    try:
        if strictly(_HEAD, data).format > RECORD_FORMAT:
            raise NewerRecord
        record: Record = strictly(_RECORD, data)
    except Malformed as error:
        raise NotARecord(error.detail) from None
    return record


def entry_of(seat: Seat | None, move: Wire | None, events: list[Wire]) -> Entry:
    return Entry(seat, msgspec.Raw(encode(move)), msgspec.Raw(encode(events)))


def record_of(play: Play, entries: list[Entry]) -> Record:
    return Record(
        format=RECORD_FORMAT,
        game=play.game.name,
        version=play.game.version,
        options=msgspec.Raw(encode(play.options)),
        seats=play.seats,
        key=play.key.hex(),
        entries=tuple(entries),
        outcome=play.outcome(),
    )


def opening(game: AnyGame, record: Record) -> Play:
    """The game before its deal."""
    options = codec(game).options.decode(record.options)
    return Play(game, options, record.seats, bytes.fromhex(record.key))


def replay(game: AnyGame, record: Record) -> Play:
    """The game folded again from its events alone, without luck and without rules."""
    play, events = opening(game, record), codec(game).events
    for entry in record.entries:
        play.advance(events.decode(entry.events))
    return play
