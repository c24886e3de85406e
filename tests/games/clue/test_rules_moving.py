"""Clue's rules of a turn and of moving."""

import pytest

from cluehouse.core.errors import Illegal
from cluehouse.core.ids import Seat
from cluehouse.games.clue.board import number_of
from cluehouse.games.clue.cards import Room
from cluehouse.games.clue.events import Entered, PassageTaken, TurnBegun, Walked
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
from cluehouse.games.clue.rules import decide, legal_moves
from cluehouse.games.clue.state import State
from tests.games.clue.stage import (
    NO_LUCK,
    ONE,
    RIGHT,
    TWO,
    ZERO,
    at,
    kinds,
    place_of_pawn,
    play,
    scene,
)
from tests.rules import rule

BEFORE_LOUNGE = at(6, 17)


@rule("CL-TUR-1", "CL-MOV-1")
def test_a_turn_begins_with_a_roll_or_an_accusation() -> None:
    assert kinds(scene(), ZERO) == {Roll, Accuse}


@rule("CL-TUR-1")
def test_after_a_roll_one_must_go_or_accuse() -> None:
    state = scene(roll=8)
    assert kinds(state, ZERO) == {Walk, Enter, Accuse}
    for move in (Roll(), EndTurn()):
        refused("CL-TUR-1", state, ZERO, move)


@rule("CL-TUR-1")
def test_on_a_square_one_ends_the_turn_or_accuses() -> None:
    state = scene(roll=4)
    play(state, ZERO, Walk(at(4, 16)))
    assert kinds(state, ZERO) == {EndTurn, Accuse}
    refused("CL-TUR-1", state, ZERO, Roll())
    refused("CL-TUR-1", state, ZERO, Walk(at(5, 16)))
    refused("CL-TUR-1", state, ZERO, Enter("lounge"))
    refused("CL-TUR-1", state, ZERO, TakePassage())


@rule("CL-TUR-1", "CL-SUG-1")
def test_in_a_room_just_entered_one_must_suggest_or_accuse() -> None:
    state = scene(roll=8)
    play(state, ZERO, Enter("lounge"))
    assert kinds(state, ZERO) == {Suggest, Accuse}
    refused("CL-SUG-1", state, ZERO, EndTurn())


@rule("CL-TUR-1")
def test_after_the_answer_one_ends_the_turn_or_accuses() -> None:
    state = scene(roll=8)
    play(state, ZERO, Enter("lounge"), Suggest("white", "rope"))
    play(state, ONE, Show("white"))
    assert kinds(state, ZERO) == {EndTurn, Accuse}


@rule("CL-SET-5")
def test_turns_go_clockwise_and_no_other_seat_may_move() -> None:
    state = scene(roll=4)
    for seat in (ONE, TWO):
        assert legal_moves(state, seat) == ()
        refused("CL-SET-5", state, seat, Walk(at(4, 16)))
        refused("CL-SET-5", state, seat, Roll())
        refused("CL-SET-5", state, seat, EndTurn())
    play(state, ZERO, Walk(at(4, 16)))
    assert play(state, ZERO, EndTurn()) == [TurnBegun(ONE)]
    assert kinds(state, ONE) == {Roll, Accuse}
    assert legal_moves(state, ZERO) == ()


@rule("CL-MOV-2", "CL-DEC-2")
def test_a_square_out_of_reach_is_refused() -> None:
    state = scene(roll=4)
    for cell in ((3, 16), (5, 16), (7, 20), (1, 16)):
        refused("CL-DEC-2", state, ZERO, Walk(at(*cell)))
    refused("CL-DEC-2", state, ZERO, Enter("lounge"))


@rule("CL-MOV-2")
def test_the_event_names_every_square_of_the_way() -> None:
    state = scene(roll=3)
    walked = play(state, ZERO, Walk(at(3, 16)))
    assert walked == [Walked(ZERO, (at(1, 16), at(2, 16), at(3, 16)))]
    assert place_of_pawn(state, "scarlet") == at(3, 16)


@rule("CL-MOV-4")
def test_a_square_where_a_pawn_stands_is_refused() -> None:
    state = scene({"plum": at(4, 16)}, roll=4)
    refused("CL-MOV-4", state, ZERO, Walk(at(4, 16)))
    assert Walk(at(3, 15)) in legal_moves(state, ZERO)


@rule("CL-MOV-5", "CL-DEC-7")
def test_the_step_through_the_door_is_the_last_of_the_roll() -> None:
    assert Enter("lounge") in legal_moves(scene(roll=8), ZERO)
    assert Enter("lounge") not in legal_moves(scene(roll=7), ZERO)


@rule("CL-MOV-5")
def test_a_blocked_door_cannot_be_entered() -> None:
    refused("CL-MOV-5", scene({"plum": BEFORE_LOUNGE}, roll=12), ZERO, Enter("lounge"))


@rule("CL-MOV-6")
def test_entering_ends_the_move_whatever_is_left() -> None:
    state = scene(roll=12)
    (entered,) = play(state, ZERO, Enter("lounge"))
    assert isinstance(entered, Entered)
    assert (len(entered.path), entered.path[-1], entered.room) == (7, BEFORE_LOUNGE, "lounge")
    assert place_of_pawn(state, "scarlet") == number_of("lounge")


@rule("CL-MOV-7")
def test_a_room_just_left_is_refused() -> None:
    state = scene({"scarlet": "hall"}, roll=4)
    refused("CL-MOV-7", state, ZERO, Enter("hall"))


@rule("CL-MOV-8")
def test_no_seat_may_stay_in_a_room_by_passing() -> None:
    refused("CL-MOV-8", scene({"scarlet": "hall"}), ZERO, EndTurn())
    refused("CL-MOV-8", scene({"scarlet": "lounge"}), ZERO, EndTurn())


@rule("CL-MOV-8")
def test_behind_blocked_doors_one_takes_the_passage() -> None:
    state = scene({"scarlet": "lounge", "plum": BEFORE_LOUNGE})
    assert kinds(state, ZERO) == {TakePassage, Accuse}
    refused("CL-MOV-8", state, ZERO, Roll())
    refused("CL-MOV-8", state, ZERO, EndTurn())


@rule("CL-MOV-8")
def test_with_no_way_out_at_all_one_ends_the_turn_without_a_roll_or_a_suggestion() -> None:
    doors = {"white": at(8, 17), "plum": at(12, 15)}
    state = scene({"scarlet": "dining_room", **doors})  # type: ignore[dict-item]
    assert kinds(state, ZERO) == {EndTurn, Accuse}
    refused("CL-MOV-8", state, ZERO, Roll())
    refused("CL-SUG-7", state, ZERO, Suggest("plum", "rope"))
    assert play(state, ZERO, EndTurn()) == [TurnBegun(ONE)]


@rule("CL-TUR-1", "CL-MOV-8")
def test_shut_in_on_a_square_one_ends_the_turn() -> None:
    state = scene({"plum": at(1, 16)})
    assert kinds(state, ZERO) == {EndTurn, Accuse}


@rule("CL-MOV-9", "CL-MOV-1")
@pytest.mark.parametrize(
    ("origin", "opposite"),
    [
        ("kitchen", "study"),
        ("study", "kitchen"),
        ("lounge", "conservatory"),
        ("conservatory", "lounge"),
    ],
)
def test_a_passage_leads_into_the_opposite_corner_and_counts_as_entering(
    origin: Room, opposite: Room
) -> None:
    state = scene({"scarlet": origin})
    assert kinds(state, ZERO) == {Roll, TakePassage, Accuse}
    assert play(state, ZERO, TakePassage()) == [PassageTaken(ZERO, opposite)]
    assert place_of_pawn(state, "scarlet") == number_of(opposite)
    assert kinds(state, ZERO) == {Suggest, Accuse}


@rule("CL-MOV-9")
@pytest.mark.parametrize("room", ["hall", "library", "ballroom", "dining_room", "billiard_room"])
def test_other_rooms_have_no_passage(room: Room) -> None:
    refused("CL-MOV-9", scene({"scarlet": room}), ZERO, TakePassage())


@rule("CL-MOV-9")
def test_a_passage_is_taken_instead_of_rolling() -> None:
    refused("CL-TUR-1", scene({"scarlet": "lounge"}, roll=5), ZERO, TakePassage())
    refused("CL-MOV-9", scene(), ZERO, TakePassage())


@rule("CL-ACC-1", "CL-TUR-1")
def test_one_may_accuse_at_each_moment_of_the_turn() -> None:
    for state in (scene(), scene(roll=5), scene({"scarlet": "hall"})):
        assert RIGHT in legal_moves(state, ZERO)


def refused(rule_id: str, state: State, seat: Seat, move: Move) -> None:
    with pytest.raises(Illegal, match=f"^{rule_id}$"):
        decide(state, seat, move, NO_LUCK)
