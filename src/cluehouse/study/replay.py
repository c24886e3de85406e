"""Replay a record: the updates that a seat or the rail got."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cluehouse.core.codec import StandInMark, Update, codec
from cluehouse.core.errors import NoSuchSeat, NotARecord, RecordAstray, UnknownGame
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, Seq, Viewer, viewers_of
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, Record, opening
from cluehouse.core.wire import Wire
from cluehouse.games import GAMES

MAX_RECORD_ENTRIES: Final = 10_000
"""Twenty times as many as a long game of six has."""


def game_of(record: Record) -> AnyGame:
    """The game of a record. Raises NotARecord if the record is too long, UnknownGame if the game
    is not installed."""
    if len(record.entries) > MAX_RECORD_ENTRIES:
        raise NotARecord(f"no game has {len(record.entries)} entries")
    game = GAMES.get(record.game)
    if game is None:
        raise UnknownGame(record.game)
    return game


def begin(game: AnyGame, record: Record) -> Play:
    """The game before its deal. Raises NotARecord if the options or number of seats are invalid."""
    try:
        return opening(game, record)
    except (msgspec.MsgspecError, ValueError) as error:
        raise NotARecord(str(error)) from None


def steps(play: Play, record: Record) -> Iterator[tuple[Entry, list[Any]]]:
    """Each entry with its events, already applied to `play`. Raises RecordAstray where they cannot
    be applied, or where a move cannot be decoded."""
    if not record.entries:
        raise NotARecord("there is no deal")
    wire = codec(play.game)
    for entry in record.entries:
        try:
            if entry.seat is not None:
                wire.move.decode(entry.move)
            events = list(wire.events.decode(entry.events))
            play.advance(events)
        except Exception as error:  # an edited record may break a state in any way
            raise RecordAstray(f"{play.seq + 1}: {type(error).__name__}") from error
        yield entry, events


def watch(record: Record, viewer: Viewer) -> Iterator[Update[Any, Any]]:
    game = game_of(record)
    play = begin(game, record)
    if viewer not in viewers_of(record.seats):
        raise NoSuchSeat
    stand_ins, last_moves = set(record.stand_ins), dict[Seat, Seq]()
    for entry, events in steps(play, record):
        if entry.seat is not None:
            last_moves[entry.seat] = play.seq
        update = _update(play, events, viewer)
        if update.sights and entry.seat is not None and play.seq in stand_ins:
            update = replace(update, stand_ins=(StandInMark(0, entry.seat),))
        if update.outcome is not None:
            ended = sorted(seat for seat, seq in last_moves.items() if seq in stand_ins)
            update = replace(update, ended_by_stand_in=tuple(ended))
        yield update


def reveal(record: Record) -> Iterator[Wire]:
    """What was hidden after the deal and after each move. A record is given out only when its game
    is over."""
    game = game_of(record)
    play = begin(game, record)
    for _entry, _events in steps(play, record):
        try:
            yield game.reveal(play.state)
        except Exception as error:  # as below
            raise RecordAstray(f"{play.seq}: {type(error).__name__}") from error


def _update(play: Play, events: list[Any], viewer: Viewer) -> Update[Any, Any]:
    try:
        return Update(
            seq=play.seq,
            sights=tuple(play.sights(events, viewer)),
            view=play.view(viewer),
            moves=(),
            asked=play.asked(),
            outcome=play.outcome(),
        )
    except Exception as error:  # as above: a broken state may show only now
        raise RecordAstray(f"{play.seq}: {type(error).__name__}") from error
