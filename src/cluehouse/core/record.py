"""What a log keeps of each move, and a whole game as one document that replays for ever."""

import msgspec

from cluehouse.core.codec import codec
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import Seat
from cluehouse.core.play import Play
from cluehouse.core.wire import Wire, encode

FORMAT = 1


class Entry(Wire, frozen=True, tag=False):
    """An accepted move and what came of it, encoded. The first entry is the deal: nobody's move."""

    seat: Seat | None
    move: msgspec.Raw
    events: msgspec.Raw


class Record(Wire, frozen=True, tag=False):
    format: int
    game: str
    version: int
    options: msgspec.Raw
    seats: int
    key: str
    """The key of all luck, in hexadecimal."""
    entries: tuple[Entry, ...]
    outcome: Outcome | None


def entry_of(seat: Seat | None, move: Wire | None, events: list[Wire]) -> Entry:
    return Entry(seat, msgspec.Raw(encode(move)), msgspec.Raw(encode(events)))


def record_of(play: Play, entries: list[Entry]) -> Record:
    return Record(
        format=FORMAT,
        game=play.game.name,
        version=play.game.version,
        options=msgspec.Raw(encode(play.options)),
        seats=play.seats,
        key=play.key.hex(),
        entries=tuple(entries),
        outcome=play.outcome(),
    )


def replay(game: AnyGame, record: Record) -> Play:
    """The game folded again from its events alone; no luck and no rules are asked."""
    wire = codec(game)
    options = wire.options.decode(record.options)
    play = Play(game, options, record.seats, bytes.fromhex(record.key))
    for entry in record.entries:
        play.advance(wire.events.decode(entry.events))
    return play
