"""Games of earlier versions of Clue replay as they were played, and go on by today's rules."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.ids import seats_of, viewers_of
from cluehouse.core.mind import Mind
from cluehouse.core.play import Play
from cluehouse.core.record import Entry, Record, opening, read_record
from cluehouse.games.clue import GAME
from cluehouse.games.clue.board import STARTS
from cluehouse.games.clue.events import (
    CaseUnsolved,
    Entered,
    Event,
    PawnSentBack,
    Suggested,
    TurnBegun,
)
from cluehouse.games.clue.moves import Suggest
from cluehouse.games.clue.state import ENTERED, SUSPECT
from cluehouse.study.replay import watch
from tests.rules import rule

FOLDER = Path(__file__).parents[2] / "logs" / "clue"
LOGS = sorted(path for path in FOLDER.glob("*.json") if path.stem != f"v{GAME.version}")
FIVE_LAST_TURNS = FOLDER / "v1-five-last-turns.json"
APART = 12
"""Entries between two moments from which an old game is played on."""
MOST_MOVES = 3000


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_game_is_watched_to_its_end_from_every_side(path: Path) -> None:
    record = read_record(path.read_bytes())
    for viewer in viewers_of(record.seats):
        updates = list(watch(record, viewer))
        assert len(updates) == len(record.entries)
        assert [bool(update.asked) for update in updates] == [True] * (len(updates) - 1) + [False]
        assert updates[-1].outcome == record.outcome


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_move_of_an_old_game_was_offered_at_its_moment(path: Path) -> None:
    """No player loses a move to a rule that came in the middle of a game."""
    record = read_record(path.read_bytes())
    for play, entry in _moments(record):
        move = codec(GAME).move.decode(entry.move)
        assert entry.seat is not None
        assert move in play.legal_moves(entry.seat)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_game_goes_on_from_any_moment_to_an_end(path: Path) -> None:
    record = read_record(path.read_bytes())
    for moment in range(1, len(record.entries), APART):
        play, minds = _until(record, moment)
        _play_on(play, minds)
        assert play.outcome() is not None


@rule("CL-ACC-5", "CL-DEC-9")
def test_what_happened_by_old_rules_stays() -> None:
    """A pawn was sent back to its START, and the last player had five turns."""
    record = read_record(FIVE_LAST_TURNS.read_bytes())
    play = opening(GAME, record)
    happened = []
    for entry in record.entries:
        events = codec(GAME).events.decode(entry.events)
        play.advance(events)
        happened += events
        for event in events:
            if isinstance(event, PawnSentBack):
                suspect = SUSPECT[event.suspect]
                assert play.state.pawns[suspect] == STARTS[suspect]
    assert any(isinstance(event, PawnSentBack) for event in happened)
    assert isinstance(happened[-1], CaseUnsolved)
    assert happened[-1].rule == "CL-DEC-9"
    assert max(play.state.turns) < 100


@rule("CL-SUG-6")
def test_one_who_came_back_by_the_old_rule_may_still_suggest() -> None:
    """The event of entering means what it meant: a suggestion follows."""
    play = _until(read_record(LOGS[0].read_bytes()), 1)[0]
    seat = play.state.turn
    again = [Suggested(seat, "plum", "rope", "hall"), TurnBegun(seat), Entered(seat, (), "hall")]
    play.advance(again)
    assert play.state.phase is ENTERED
    assert Suggest("plum", "rope") in play.legal_moves(seat)


def _moments(record: Record) -> Iterator[tuple[Play, Entry]]:
    """Each move of a game, with the game as it stood before it."""
    play = opening(GAME, record)
    for entry in record.entries:
        if entry.seat is not None:
            yield play, entry
        play.advance(codec(GAME).events.decode(entry.events))


def _until(record: Record, moment: int) -> tuple[Play, list[Mind]]:
    """A game after so many entries, and for each seat a bot that has followed it."""
    play = opening(GAME, record)
    seats = seats_of(play.seats)
    minds = [Mind(GAME, play.options, play.seats, seat, "novice") for seat in seats]
    for entry in record.entries[:moment]:
        _advance(play, minds, codec(GAME).events.decode(entry.events))
    return play, minds


def _play_on(play: Play, minds: list[Mind]) -> None:
    for _ in range(MOST_MOVES):
        if not (asked := play.asked()):
            return
        (seat,) = asked
        luck = Chance(b"played on", play.seq)
        move = minds[seat].choose(play.view(seat), play.legal_moves(seat), luck)
        _advance(play, minds, play.decide(seat, move))


def _advance(play: Play, minds: list[Mind], events: Sequence[Event]) -> None:
    play.advance(events)
    for seat, mind in zip(seats_of(play.seats), minds, strict=True):
        mind.hear(play.sights(events, seat))
