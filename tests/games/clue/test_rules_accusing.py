"""Clue's rules of accusing, and of how a game ends."""

import pytest

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.clue.board import number_of
from cluehouse.games.clue.cards import ROOMS, SUSPECTS, WEAPONS
from cluehouse.games.clue.events import (
    Accused,
    CaseFileRead,
    CaseSolved,
    CaseUnsolved,
    Event,
    MustShow,
    PawnSentBack,
    PawnSetAside,
    Rolled,
    Suggested,
    TurnBegun,
    Walked,
)
from cluehouse.games.clue.moves import (
    Accuse,
    EndTurn,
    Enter,
    Move,
    Roll,
    Show,
    Suggest,
    TakePassage,
    Walk,
)
from cluehouse.games.clue.pieces import MOST_TURNS, Place
from cluehouse.games.clue.rules import decide, legal_moves, outcome
from cluehouse.games.clue.state import State
from tests.games.clue.stage import (
    NO_LUCK,
    ONE,
    RIGHT,
    TWO,
    WRONG,
    ZERO,
    at,
    happen,
    kinds,
    place_of_pawn,
    play,
    scene,
)
from tests.rules import rule

WRONG_BY_ONE = [
    Accuse("white", "pistol", "study"),
    Accuse("plum", "rope", "study"),
    Accuse("plum", "pistol", "hall"),
]


@rule("CL-ACC-1")
def test_any_three_may_be_named_wherever_the_pawn_is() -> None:
    offered = [move for move in legal_moves(scene(), ZERO) if isinstance(move, Accuse)]
    assert len(offered) == len(set(offered)) == len(SUSPECTS) * len(WEAPONS) * len(ROOMS)


@rule("CL-ACC-1")
def test_no_seat_accuses_out_of_turn() -> None:
    refused("CL-ACC-1", scene(), ONE, RIGHT)


@rule("CL-ACC-1")
def test_all_viewers_hear_the_three_names() -> None:
    accused, *_ = play(scene(), ZERO, WRONG)
    assert accused == Accused(ZERO, "scarlet", "rope", "hall")


@rule("CL-ACC-2")
def test_a_second_accusation_is_refused() -> None:
    state = scene()
    play(state, ZERO, WRONG)
    refused("CL-ACC-2", state, ZERO, RIGHT)


@rule("CL-ACC-3")
def test_all_three_right_wins_and_lays_them_open() -> None:
    state = scene()
    assert play(state, ZERO, RIGHT)[1:] == [CaseSolved(ZERO, "plum", "pistol", "study")]
    result = outcome(state)
    assert result is not None
    assert (result.shares, result.points, result.rule) == ((1.0, 0.0, 0.0), (1, 0, 0), "CL-ACC-3")
    assert not any(legal_moves(state, seat) for seat in (ZERO, ONE, TWO))


@rule("CL-ACC-3", "CL-ACC-4")
@pytest.mark.parametrize("accusation", WRONG_BY_ONE)
def test_one_wrong_of_three_is_wrong_and_ends_the_turn(accusation: Accuse) -> None:
    state = scene()
    events = play(state, ZERO, accusation)
    assert CaseFileRead(ZERO, "plum", "pistol", "study") in events
    assert events[-1] == TurnBegun(ONE)
    assert outcome(state) is None


@rule("CL-ACC-4")
def test_a_seat_that_accused_falsely_has_no_more_turns() -> None:
    state = scene()
    play(state, ZERO, WRONG)
    happen(state, [TurnBegun(TWO)])
    play(state, TWO, Roll())
    walk = next(move for move in legal_moves(state, TWO) if isinstance(move, Walk))
    play(state, TWO, walk)
    assert play(state, TWO, EndTurn()) == [TurnBegun(ONE)]
    for move in (Roll(), EndTurn(), Suggest("plum", "rope")):
        refused("CL-ACC-4", state, ZERO, move)


@rule("CL-ACC-4")
def test_a_seat_that_accused_falsely_still_answers() -> None:
    state = scene({"mustard": "kitchen"})
    play(state, ZERO, WRONG)
    play(state, ONE, TakePassage(), Suggest("scarlet", "pistol"))
    assert legal_moves(state, ZERO) == (Show("scarlet"),)
    play(state, ZERO, Show("scarlet"))
    assert kinds(state, ONE) == {EndTurn, Accuse}


@rule("CL-ACC-4")
def test_the_pawn_of_a_seat_that_accused_falsely_may_still_be_moved() -> None:
    state = scene({"mustard": "kitchen"})
    play(state, ZERO, WRONG)
    play(state, ONE, TakePassage(), Suggest("scarlet", "pistol"))
    assert place_of_pawn(state, "scarlet") == number_of("study")


@rule("CL-ACC-5")
def test_a_pawn_in_front_of_a_door_is_moved_into_the_room() -> None:
    state = scene({"scarlet": at(6, 17)})
    assert PawnSetAside("scarlet", "lounge") in play(state, ZERO, WRONG)
    assert place_of_pawn(state, "scarlet") == number_of("lounge")


@rule("CL-ACC-5")
@pytest.mark.parametrize("place", [at(0, 16), at(7, 15), "hall"])
def test_a_pawn_that_is_not_in_front_of_a_door_stays(place: Place) -> None:
    state = scene({"scarlet": place})
    events = play(state, ZERO, WRONG)
    assert not any(isinstance(event, PawnSentBack | PawnSetAside) for event in events)
    assert place_of_pawn(state, "scarlet") == number_of(place)


@rule("CL-ACC-5", "CL-MOV-4")
def test_others_walk_through_the_pawn_of_a_seat_that_accused_falsely() -> None:
    """In a corridor one square wide."""
    state = scene({"scarlet": at(7, 10), "mustard": at(7, 9)})
    happen(state, [TurnBegun(ONE), Rolled(ONE, (1, 2))])
    assert Walk(at(7, 12)) not in legal_moves(state, ONE)
    happen(state, [TurnBegun(ZERO)])
    play(state, ZERO, WRONG)
    assert place_of_pawn(state, "scarlet") == at(7, 10)
    happen(state, [Rolled(ONE, (1, 2))])
    assert play(state, ONE, Walk(at(7, 12))) == [Walked(ONE, (at(7, 10), at(7, 11), at(7, 12)))]


@rule("CL-ACC-5")
def test_no_pawn_stops_on_the_square_of_one_that_accused_falsely() -> None:
    state = scene({"scarlet": at(7, 10), "mustard": at(7, 9)})
    play(state, ZERO, WRONG)
    happen(state, [Rolled(ONE, (1, 1))])
    assert Walk(at(7, 11)) in legal_moves(state, ONE)
    happen(state, [TurnBegun(ONE), Rolled(ONE, (1, 2))])
    state.pawns[1] = at(7, 13)
    refused("CL-ACC-5", state, ONE, Walk(at(7, 10)))


@rule("CL-ACC-5", "CL-MOV-5", "CL-MOV-8")
def test_the_pawn_of_a_seat_that_accused_falsely_shuts_no_pawn_in() -> None:
    """Mustard stands in a corner whose only way out leads past it."""
    state = scene({"scarlet": at(1, 16), "mustard": at(0, 16)}, turn=ONE)
    assert kinds(state, ONE) == {EndTurn, Accuse}
    happen(state, [TurnBegun(ZERO)])
    play(state, ZERO, WRONG)
    assert kinds(state, ONE) == {Roll, Accuse}


@rule("CL-ACC-5", "CL-MOV-5")
def test_a_door_is_free_once_the_pawn_in_front_of_it_has_accused_falsely() -> None:
    state = scene({"scarlet": at(6, 17), "mustard": at(7, 17)})
    happen(state, [TurnBegun(ONE), Rolled(ONE, (1, 1))])
    refused("CL-MOV-5", state, ONE, Enter("lounge"))
    happen(state, [TurnBegun(ZERO)])
    play(state, ZERO, WRONG)
    happen(state, [Rolled(ONE, (1, 1))])
    assert Enter("lounge") in legal_moves(state, ONE)


@rule("CL-DEC-3")
def test_if_all_seats_accuse_falsely_none_wins() -> None:
    state = scene()
    for seat in (ZERO, ONE):
        play(state, seat, WRONG)
    assert play(state, TWO, WRONG)[-1] == CaseUnsolved("plum", "pistol", "study", "CL-DEC-3")
    result = outcome(state)
    assert result is not None
    assert (result.shares, result.rule) == ((0.0, 0.0, 0.0), "CL-DEC-3")


@rule("CL-DEC-9")
def test_after_100_turns_of_each_seat_the_game_ends() -> None:
    state = _ending(turns=[MOST_TURNS, MOST_TURNS, MOST_TURNS - 1], turn=ONE)
    assert play(state, ONE, EndTurn()) == [TurnBegun(TWO)]
    last = _ending(turns=[MOST_TURNS] * 3, turn=TWO)
    assert play(last, TWO, EndTurn()) == [CaseUnsolved("plum", "pistol", "study", "CL-DEC-9")]
    result = outcome(last)
    assert result is not None
    assert (sum(result.shares), result.rule) == (0.0, "CL-DEC-9")


@rule("CL-DEC-9")
def test_turns_of_seats_that_accused_do_not_count() -> None:
    state = _ending(turns=[3, MOST_TURNS, MOST_TURNS], turn=TWO)
    state.accused = 1 << ZERO
    assert play(state, TWO, EndTurn()) == [CaseUnsolved("plum", "pistol", "study", "CL-DEC-9")]


@rule("CL-DEC-9")
def test_the_last_one_left_goes_on_alone_until_the_100th_turn() -> None:
    state = scene({"white": "hall"})
    play(state, ZERO, WRONG)
    assert play(state, ONE, WRONG)[-1] == TurnBegun(TWO)
    for _ in range(MOST_TURNS - 1):
        assert _a_turn_of(state, TWO) == [TurnBegun(TWO)]
    assert _a_turn_of(state, TWO) == [CaseUnsolved("plum", "pistol", "study", "CL-DEC-9")]


@rule("CL-DEC-9")
def test_the_last_one_left_may_still_win_after_many_turns() -> None:
    state = scene({"white": "hall"})
    play(state, ZERO, WRONG)
    play(state, ONE, WRONG)
    for _ in range(30):
        _a_turn_of(state, TWO)
    play(state, TWO, RIGHT)
    result = outcome(state)
    assert result is not None
    assert result.shares == (0.0, 0.0, 1.0)


@rule("CL-DEC-9")
def test_the_last_one_left_is_still_answered() -> None:
    state = scene({"white": at(7, 12)})
    play(state, ZERO, WRONG)
    play(state, ONE, WRONG)
    play(state, TWO, Roll(), Enter("hall"))
    assert play(state, TWO, Suggest("scarlet", "rope"))[-1] == MustShow(ZERO)


def _ending(*, turns: list[int], turn: Seat) -> State:
    """The end of a turn, after this many turns of each seat."""
    state = scene(turn=turn)
    state.turns = turns
    happen(state, [Suggested(turn, "plum", "rope", "hall")])
    state.phase = "ending"
    return state


def _a_turn_of(state: State, seat: Seat) -> list[Event]:
    """A roll and a walk along the corridor; the events at the end of the turn."""
    play(state, seat, Roll())
    walk = next(move for move in legal_moves(state, seat) if isinstance(move, Walk))
    return play(state, seat, walk, EndTurn())


def refused(rule_id: str, state: State, seat: Seat, move: Move) -> None:
    with pytest.raises(Illegal, match=f"^{rule_id}$"):
        decide(state, seat, move, NO_LUCK)
