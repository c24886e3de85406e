"""Clue's rules of suggesting and answering."""

import pytest

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.clue.board import number_of
from cluehouse.games.clue.cards import ROOMS, SUSPECTS, WEAPONS, Room, Suspect
from cluehouse.games.clue.events import (
    CameBackTooSoon,
    CardShown,
    Entered,
    MustShow,
    PassageTaken,
    Passed,
    Rolled,
    Suggested,
    TurnBegun,
    Unanswered,
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
from cluehouse.games.clue.pieces import Place
from cluehouse.games.clue.rules import decide, legal_moves
from cluehouse.games.clue.state import State
from tests.games.clue.stage import (
    NO_LUCK,
    ONE,
    RIGHT,
    TWO,
    ZERO,
    at,
    happen,
    kinds,
    place_of_pawn,
    play,
    scene,
)
from tests.rules import rule


def in_the_lounge(pawns: dict[Suspect, Place] | None = None) -> State:
    """Scarlet has just entered the Lounge."""
    state = scene(pawns, roll=8)
    play(state, ZERO, Enter("lounge"))
    return state


def carried_into_the_lounge() -> State:
    """Mustard was carried there by Scarlet's suggestion, and it is his turn."""
    state = in_the_lounge()
    play(state, ZERO, Suggest("mustard", "rope"))
    play(state, TWO, Show("lounge"))
    play(state, ZERO, EndTurn())
    return state


def carried_from_the_lounge_to(*rooms: Room) -> State:
    """Scarlet suggested in the Lounge, others carried her away, and it is her turn again."""
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "rope"))
    play(state, ONE, Show("white"))
    play(state, ZERO, EndTurn())
    for seat, room in zip((ONE, TWO), rooms, strict=False):
        happen(state, [TurnBegun(seat), Suggested(seat, "scarlet", "rope", room)])
    happen(state, [TurnBegun(ZERO)])
    return state


@rule("CL-SUG-1", "CL-SUG-3")
def test_any_suspect_and_any_weapon_may_be_named_ones_own_too() -> None:
    offered = [move for move in legal_moves(in_the_lounge(), ZERO) if isinstance(move, Suggest)]
    assert offered == [Suggest(suspect, weapon) for suspect in SUSPECTS for weapon in WEAPONS]


@rule("CL-SUG-1")
def test_there_is_no_suggestion_outside_a_room() -> None:
    refused("CL-SUG-1", scene(), ZERO, Suggest("green", "wrench"))
    refused("CL-SUG-1", scene(roll=8), ZERO, Suggest("green", "wrench"))
    refused("CL-SET-5", in_the_lounge(), ONE, Suggest("green", "wrench"))


@rule("CL-SUG-2")
def test_suspect_and_weapon_are_moved_into_the_room_and_stay() -> None:
    state = in_the_lounge()
    first, *_ = play(state, ZERO, Suggest("green", "wrench"))
    assert first == Suggested(ZERO, "green", "wrench", "lounge")
    assert place_of_pawn(state, "green") == number_of("lounge")
    assert ROOMS[state.weapons[WEAPONS.index("wrench")]] == "lounge"
    play(state, ONE, Show("green"))
    play(state, ZERO, EndTurn())
    assert place_of_pawn(state, "green") == place_of_pawn(state, "scarlet") == number_of("lounge")
    assert ROOMS[state.weapons[WEAPONS.index("wrench")]] == "lounge"


@rule("CL-SUG-2")
def test_a_pawn_that_is_there_already_is_not_moved() -> None:
    state = in_the_lounge({"mustard": "lounge"})
    play(state, ZERO, Suggest("mustard", "rope"))
    assert place_of_pawn(state, "mustard") == number_of("lounge")
    assert not state.carried


@rule("CL-SUG-3")
def test_one_may_name_cards_one_holds_and_does_not_show_them_to_oneself() -> None:
    state = in_the_lounge()
    assert play(state, ZERO, Suggest("scarlet", "rope"))[1:] == [Passed(ONE), MustShow(TWO)]
    assert place_of_pawn(state, "scarlet") == number_of("lounge")


@rule("CL-SUG-4", "CL-SUG-5")
def test_the_first_on_the_left_with_a_card_named_must_show() -> None:
    state = in_the_lounge()
    events = play(state, ZERO, Suggest("peacock", "candlestick"))
    assert events[1:] == [Passed(ONE), MustShow(TWO)]
    assert [seat for seat in (ZERO, ONE, TWO) if legal_moves(state, seat)] == [TWO]


@rule("CL-SUG-4")
def test_no_seat_after_the_one_that_shows_is_asked() -> None:
    state = in_the_lounge()
    assert play(state, ZERO, Suggest("white", "rope"))[1:] == [MustShow(ONE)]
    assert play(state, ONE, Show("white")) == [CardShown(ONE, ZERO, "white")]
    assert legal_moves(state, TWO) == ()


@rule("CL-SUG-4")
def test_a_seat_that_holds_several_chooses_which_to_show() -> None:
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "knife"))
    assert legal_moves(state, ONE) == (Show("white"), Show("knife"))


@rule("CL-SUG-4")
def test_with_one_card_to_show_one_is_asked_all_the_same() -> None:
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "rope"))
    assert legal_moves(state, ONE) == (Show("white"),)


@rule("CL-SUG-4")
def test_a_card_not_held_or_not_named_is_refused_and_so_is_showing_unasked() -> None:
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "rope"))
    refused("CL-SUG-4", state, ONE, Show("rope"))
    refused("CL-SUG-4", state, ONE, Show("green"))
    refused("CL-SUG-4", state, TWO, Show("lounge"))
    refused("CL-SUG-4", scene(), ZERO, Show("scarlet"))


@rule("CL-SUG-4", "CL-ACC-1")
def test_while_the_answer_is_awaited_the_suggester_waits() -> None:
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "rope"))
    for move in (EndTurn(), Suggest("white", "rope"), Roll()):
        refused("CL-SUG-4", state, ZERO, move)
    refused("CL-ACC-1", state, ZERO, RIGHT)
    refused("CL-ACC-1", state, ONE, RIGHT)


@rule("CL-SUG-6", "CL-TUR-1")
def test_a_second_suggestion_is_refused() -> None:
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "rope"))
    play(state, ONE, Show("white"))
    refused("CL-SUG-6", state, ZERO, Suggest("green", "rope"))


@rule("CL-SUG-6")
def test_a_seat_that_stays_in_a_room_needs_to_enter_another_one_first() -> None:
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "rope"))
    play(state, ONE, Show("white"))
    play(state, ZERO, EndTurn())
    happen(state, [TurnBegun(ZERO)])
    refused("CL-SUG-7", state, ZERO, Suggest("green", "rope"))
    play(state, ZERO, TakePassage())
    assert Suggest in kinds(state, ZERO)


@rule("CL-SUG-6", "CL-SUG-1", "CL-TUR-1")
def test_back_in_the_room_of_the_turn_before_one_may_not_suggest() -> None:
    """Carried out by a suggestion, and in again through the door: the turn ends there."""
    state = carried_from_the_lounge_to("dining_room")
    happen(state, [Rolled(ZERO, (3, 3))])
    events = play(state, ZERO, Enter("lounge"))
    assert isinstance(events[0], Entered)
    assert events[1:] == [CameBackTooSoon(ZERO, "lounge")]
    assert kinds(state, ZERO) == {EndTurn, Accuse}
    refused("CL-SUG-6", state, ZERO, Suggest("green", "rope"))
    assert play(state, ZERO, EndTurn()) == [TurnBegun(ONE)]


@rule("CL-SUG-6", "CL-MOV-9")
def test_back_by_a_passage_one_may_not_suggest_either() -> None:
    state = carried_from_the_lounge_to("conservatory")
    events = play(state, ZERO, TakePassage())
    assert events == [PassageTaken(ZERO, "lounge"), CameBackTooSoon(ZERO, "lounge")]
    assert kinds(state, ZERO) == {EndTurn, Accuse}


@rule("CL-SUG-6", "CL-SUG-1")
def test_any_other_room_may_be_suggested_in() -> None:
    state = carried_from_the_lounge_to("dining_room")
    happen(state, [Rolled(ZERO, (4, 4))])
    assert len(play(state, ZERO, Enter("hall"))) == 1
    assert kinds(state, ZERO) == {Suggest, Accuse}


@rule("CL-SUG-6")
def test_a_turn_later_one_may_suggest_there_again() -> None:
    state = carried_from_the_lounge_to("dining_room")
    happen(state, [Rolled(ZERO, (1, 1))])
    walk = next(move for move in legal_moves(state, ZERO) if isinstance(move, Walk))
    play(state, ZERO, walk, EndTurn())
    happen(state, [TurnBegun(ZERO), Rolled(ZERO, (6, 6))])
    assert len(play(state, ZERO, Enter("lounge"))) == 1
    assert Suggest in kinds(state, ZERO)


@rule("CL-SUG-6")
def test_a_turn_spent_in_the_room_without_a_suggestion_counts_as_the_next() -> None:
    state = carried_from_the_lounge_to("conservatory")
    play(state, ZERO, TakePassage(), EndTurn())
    happen(
        state,
        [Suggested(ONE, "scarlet", "rope", "conservatory"), TurnBegun(ZERO)],
    )
    assert play(state, ZERO, TakePassage()) == [PassageTaken(ZERO, "lounge")]
    assert Suggest in kinds(state, ZERO)


@rule("CL-SUG-6", "CL-SUG-7", "CL-DEC-6")
def test_carried_out_and_back_one_may_suggest_without_moving() -> None:
    state = carried_from_the_lounge_to("dining_room", "lounge")
    assert Suggest in kinds(state, ZERO)
    play(state, ZERO, Suggest("plum", "pistol"))


@rule("CL-SUG-6", "CL-SUG-7")
def test_a_suggestion_made_without_moving_counts_as_one_in_that_room() -> None:
    state = carried_into_the_lounge()
    play(state, ONE, Suggest("plum", "pistol"))
    play(state, TWO, Show("lounge"))
    play(state, ONE, EndTurn())
    happen(state, [Suggested(TWO, "mustard", "rope", "conservatory"), TurnBegun(ONE)])
    assert play(state, ONE, TakePassage())[1:] == [CameBackTooSoon(ONE, "lounge")]


@rule("CL-SUG-6")
def test_other_seats_may_suggest_where_one_has_just_suggested() -> None:
    state = in_the_lounge({"mustard": "conservatory"})
    play(state, ZERO, Suggest("white", "rope"))
    play(state, ONE, Show("white"))
    play(state, ZERO, EndTurn())
    assert play(state, ONE, TakePassage()) == [PassageTaken(ONE, "lounge")]
    assert Suggest in kinds(state, ONE)


@rule("CL-SUG-7", "CL-MOV-1")
def test_a_pawn_carried_into_a_room_may_suggest_there_instead_of_moving() -> None:
    state = carried_into_the_lounge()
    assert kinds(state, ONE) == {Roll, TakePassage, Suggest, Accuse}
    events = play(state, ONE, Suggest("plum", "pistol"))
    assert events == [Suggested(ONE, "plum", "pistol", "lounge"), MustShow(TWO)]
    play(state, TWO, Show("lounge"))
    assert kinds(state, ONE) == {EndTurn, Accuse}
    refused("CL-SUG-6", state, ONE, Suggest("plum", "pistol"))


@rule("CL-DEC-6", "CL-SUG-7")
def test_a_pawn_that_was_there_already_was_not_carried() -> None:
    state = in_the_lounge({"mustard": "lounge"})
    play(state, ZERO, Suggest("mustard", "rope"))
    play(state, TWO, Show("lounge"))
    play(state, ZERO, EndTurn())
    refused("CL-SUG-7", state, ONE, Suggest("plum", "pistol"))


@rule("CL-DEC-6")
def test_a_pawn_carried_out_and_back_was_carried() -> None:
    state = scene({"mustard": "lounge"}, turn=TWO)
    happen(
        state,
        [
            Suggested(TWO, "mustard", "rope", "hall"),
            TurnBegun(ZERO),
            Suggested(ZERO, "mustard", "rope", "lounge"),
            TurnBegun(ONE),
        ],
    )
    assert Suggest in kinds(state, ONE)


@rule("CL-DEC-6")
def test_the_right_lapses_with_a_move_and_with_the_turn() -> None:
    state = carried_into_the_lounge()
    play(state, ONE, Roll())
    refused("CL-TUR-1", state, ONE, Suggest("plum", "pistol"))
    walk = next(move for move in legal_moves(state, ONE) if isinstance(move, Walk))
    play(state, ONE, walk)
    assert not state.carried
    again = carried_into_the_lounge()
    happen(again, [TurnBegun(TWO), TurnBegun(ONE)])
    refused("CL-SUG-7", again, ONE, Suggest("plum", "pistol"))


@rule("CL-DEC-6")
def test_the_turn_of_another_seat_does_not_end_the_right() -> None:
    state = in_the_lounge()
    play(state, ZERO, Suggest("white", "rope"))
    happen(state, [CardShown(ONE, ZERO, "white"), TurnBegun(ONE), TurnBegun(TWO)])
    assert Suggest in kinds(state, TWO)


@rule("CL-SUG-7", "CL-MOV-8")
def test_behind_blocked_doors_a_carried_pawn_may_suggest() -> None:
    state = scene({"mustard": at(8, 17), "plum": at(12, 15)}, turn=TWO)
    happen(state, [Suggested(TWO, "scarlet", "rope", "dining_room"), TurnBegun(ZERO)])
    assert kinds(state, ZERO) == {Suggest, EndTurn, Accuse}


@rule("CL-SUG-8")
def test_without_an_answer_the_suggester_ends_the_turn_or_accuses() -> None:
    state = scene({"scarlet": "kitchen"})
    play(state, ZERO, TakePassage())
    events = play(state, ZERO, Suggest("plum", "pistol"))
    assert events[1:] == [Passed(ONE), Passed(TWO), Unanswered(ZERO)]
    assert kinds(state, ZERO) == {EndTurn, Accuse}


def refused(rule_id: str, state: State, seat: Seat, move: Move) -> None:
    with pytest.raises(Illegal, match=f"^{rule_id}$"):
        decide(state, seat, move, NO_LUCK)
