"""The rules, one by one: hiding, and the inquiry."""

import pytest

from cluehouse.core.ids import Seat
from cluehouse.games.cinq_dernieres_minutes.events import Claimed, VisitMade
from cluehouse.games.cinq_dernieres_minutes.moves import Claim, Visit
from cluehouse.games.cinq_dernieres_minutes.pieces import FOUND, ITEMS, ROOMS, Options, Room
from cluehouse.games.cinq_dernieres_minutes.rules import legal_moves
from cluehouse.games.cinq_dernieres_minutes.state import State
from tests.games.cinq_dernieres_minutes.stage import (
    BOXES,
    MEMORY,
    ONE,
    PERSON,
    THREE,
    TWO,
    ZERO,
    RoomAndFind,
    asked,
    hide,
    hiding,
    inquiry,
    play,
    refused,
    tell,
)
from tests.rules import rule

STUDY: tuple[Room, ...] = ("study",) * 4
EVERYTHING = {(room, found) for room in ROOMS[:4] for found in (*BOXES, "nothing")}
"""All claims possible with four players."""


def claims(state: State, seat: Seat) -> set[RoomAndFind]:
    moves = legal_moves(state, seat)
    return {(move.room, move.found) for move in moves if isinstance(move, Claim)}


# Hiding


@rule("CD-HID-1")
def test_players_go_one_by_one_in_the_order_of_their_numbers() -> None:
    state = hiding(ONE, order=(TWO, ZERO, THREE, ONE))
    for seat in (TWO, ZERO, THREE):
        assert asked(state) == [seat]
        play(state, seat, Visit("study"))
    assert asked(state) == [ONE]


@rule("CD-HID-1")
def test_a_visit_out_of_order_is_refused() -> None:
    state = hiding(THREE)
    refused("CD-HID-1", state, ONE, Visit("study"))
    refused("CD-HID-1", state, THREE, Visit("dining-room"))


@rule("CD-HID-1")
def test_a_second_box_is_refused() -> None:
    state = hiding(THREE)
    play(state, ZERO, Visit("study"))
    refused("CD-HID-1", state, ZERO, Visit("bedroom"))
    refused("CD-HID-1", hide(hiding(THREE), *ROOMS[:4]), ZERO, Visit("bedroom"))


@rule("CD-HID-1")
def test_a_suspect_opens_any_box_and_sees_what_is_in_it() -> None:
    for room, item in zip(ROOMS[:4], BOXES, strict=True):
        state = hiding(THREE)
        assert {move.room for move in legal_moves(state, ZERO)} == set(ROOMS[:4])  # type: ignore[union-attr]
        assert play(state, ZERO, Visit(room)) == [VisitMade(ZERO, room, item, None)]


@rule("CD-HID-1")
def test_the_thief_opens_the_box_with_the_ring_and_no_other() -> None:
    state = hiding(ZERO)
    assert legal_moves(state, ZERO) == (Visit("dining-room"),)
    refused("CD-HID-1", state, ZERO, Visit("study"))
    assert play(state, ZERO, Visit("dining-room")) == [VisitMade(ZERO, "dining-room", "ring", None)]


@rule("CD-HID-2")
def test_before_the_thief_the_ring_is_seen_and_after_the_thief_the_box_is_empty() -> None:
    state = hiding(TWO)
    found = [play(state, seat, Visit("dining-room"))[0] for seat in (ZERO, ONE, TWO, THREE)]
    assert [event.found for event in found if isinstance(event, VisitMade)] == [
        *("ring", "ring", "ring", "nothing")
    ]


@rule("CD-HID-2")
def test_several_players_may_open_the_same_box() -> None:
    state = inquiry(THREE, "study", "study", "study", "dining-room")
    visits = {state.visits[seat] for seat in (ZERO, ONE, TWO)}
    assert len(visits) == 1


@rule("CD-DEC-6")
def test_a_box_the_thief_has_emptied_stays_empty() -> None:
    state = hiding(ZERO)
    play(state, ZERO, Visit("dining-room"))
    for seat in (ONE, TWO, THREE):
        assert play(state, seat, Visit("dining-room")) == [
            VisitMade(seat, "dining-room", "nothing", None)
        ]


# The inquiry


@rule("CD-INQ-1")
def test_the_last_to_go_testifies_first_and_number_1_last() -> None:
    state = hide(hiding(ONE, order=(TWO, ZERO, THREE, ONE)), *STUDY)
    for seat in (ONE, THREE, ZERO, TWO):
        assert asked(state) == [seat]
        tell(state, ("study", "key"), upto=len(state.said) + 1)
    assert state.phase == "accusing"


@rule("CD-INQ-1")
def test_a_testimony_out_of_turn_is_refused() -> None:
    state = inquiry(ZERO, "dining-room", "study", "study", "study")
    refused("CD-INQ-1", state, TWO, Claim("study", "key"))
    tell(state, ("study", "key"), upto=1)
    refused("CD-INQ-1", state, THREE, Claim("study", "key"))
    refused("CD-INQ-1", hiding(ONE), ZERO, Claim("study", "key"))


@rule("CD-INQ-1")
def test_all_viewers_hear_room_and_object() -> None:
    state = inquiry(ZERO, "dining-room", "study", "study", "bedroom")
    assert play(state, THREE, Claim("bedroom", "pipe")) == [Claimed(THREE, "bedroom", "pipe")]


@rule("CD-INQ-2", "CD-DEC-2")
def test_a_suspects_testimony_is_the_truth_and_only_to_be_confirmed() -> None:
    state = inquiry(ZERO, "dining-room", "study", "study", "dining-room")
    assert claims(state, THREE) == {("dining-room", "nothing")}


@rule("CD-INQ-2")
@pytest.mark.parametrize("claim", sorted(EVERYTHING - {("bedroom", "pipe")}))
def test_a_suspects_false_testimony_is_refused(claim: RoomAndFind) -> None:
    state = inquiry(ZERO, "dining-room", "study", "study", "bedroom")
    refused("CD-INQ-2", state, THREE, Claim(*claim))


@rule("CD-INQ-2")
@pytest.mark.parametrize("claim", sorted(EVERYTHING))
def test_the_thief_may_say_anything_be_it_absurd_or_true(claim: RoomAndFind) -> None:
    state = inquiry(THREE, "study", "study", "study", "dining-room")
    assert claims(state, THREE) == EVERYTHING
    assert play(state, THREE, Claim(*claim)) == [Claimed(THREE, *claim)]


@rule("CD-INQ-2")
def test_the_thief_cannot_name_an_object_left_out_or_a_closed_room() -> None:
    state = inquiry(THREE, "study", "study", "study", "dining-room")
    for item in set(ITEMS) - set(BOXES):
        refused("CD-INQ-2", state, THREE, Claim("study", item))
    for found in FOUND:
        refused("CD-INQ-2", state, THREE, Claim("kitchen", found))


@rule("CD-INQ-2", "CD-DEC-2")
def test_from_memory_suspects_and_thief_choose_among_the_same_claims() -> None:
    for thief in (ZERO, THREE):
        state = inquiry(thief, "study", "study", "study", "study", options=MEMORY)
        assert claims(state, THREE) == EVERYTHING


@rule("CD-INQ-3")
@pytest.mark.parametrize("options", [Options(), PERSON])
def test_bourrel_is_asked_nothing_while_the_others_hide_tell_and_accuse(options: Options) -> None:
    state = hiding(ONE, options=options)
    assert ZERO not in asked(state) or state.bourrel is None
    hide(state, *STUDY)
    while state.phase == "inquiry":
        assert state.bourrel not in asked(state)
        tell(state, ("study", "key"), upto=len(state.said) + 1)
    assert asked(state) == sorted(state.order)
