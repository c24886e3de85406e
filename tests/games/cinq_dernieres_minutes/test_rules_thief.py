"""The rules, one by one: the four defences, what they leave open and when they are useless.

Who may still be the thief is worked out by the rail, from testimonies alone.
"""

import pytest

from cluehouse.core.ids import RAIL, Seat, seats_of
from cluehouse.games.cinq_dernieres_minutes.events import Claimed, Event, VisitMade
from cluehouse.games.cinq_dernieres_minutes.moves import Claim
from cluehouse.games.cinq_dernieres_minutes.rules import legal_moves
from tests.games.cinq_dernieres_minutes.stage import (
    ONE,
    THREE,
    TWO,
    ZERO,
    RoomAndFind,
    believing,
    drawn,
    hide,
    hiding,
)
from tests.rules import rule

SEEN: RoomAndFind = ("dining-room", "ring")
GONE: RoomAndFind = ("dining-room", "nothing")
KEY: RoomAndFind = ("study", "key")
PIPE: RoomAndFind = ("bedroom", "pipe")
WATCH: RoomAndFind = ("drawing-room", "watch")


def possible(*claims: RoomAndFind) -> set[int]:
    """The numbers that may be the thief, when witnesses from the last on have said this."""
    witnesses = zip(seats_of(4)[::-1], claims, strict=False)
    events: list[Event] = [
        *drawn(ZERO),
        *(VisitMade(seat, *KEY, bourrel=None) for seat in seats_of(4)),
        *(Claimed(seat, *claim) for seat, claim in witnesses),
    ]
    chances = believing(events, RAIL).thieves()
    return {number + 1 for number, chance in enumerate(chances) if chance}


@rule("CD-THI-1", "CD-THI-2", "CD-THI-3", "CD-THI-4")
@pytest.mark.parametrize("thief", [ZERO, ONE, TWO, THREE])
def test_all_four_defences_are_open_to_every_thief(thief: Seat) -> None:
    state = hide(hiding(thief), "study", "study", "study", "study")
    state.asked = 1 << thief
    assert {Claim(*lie) for lie in (SEEN, GONE, KEY, WATCH)} <= set(legal_moves(state, thief))


@rule("CD-THI-1")
def test_saying_the_ring_was_there_points_at_later_players() -> None:
    assert possible(KEY, PIPE, SEEN, WATCH) == {2, 3, 4}


@rule("CD-THI-1")
def test_the_last_number_cannot_have_left_the_ring_to_a_later_player() -> None:
    assert possible(SEEN) == {4}


@rule("CD-THI-2")
def test_saying_the_box_was_empty_points_at_earlier_players() -> None:
    assert possible(KEY, GONE, PIPE, WATCH) == {1, 2, 3}


@rule("CD-THI-2")
def test_no_player_can_have_been_there_before_number_1() -> None:
    assert possible(KEY, PIPE, WATCH, GONE) == {1}


@rule("CD-THI-3")
def test_repeating_another_witness_contradicts_no_testimony() -> None:
    assert possible(KEY, KEY, PIPE, WATCH) == {1, 2, 3, 4}


@rule("CD-THI-3")
def test_naming_the_room_of_a_witness_with_another_object_contradicts_that_witness() -> None:
    assert possible(KEY, ("study", "pipe"), ("drawing-room", "watch")) == {3, 4}


@rule("CD-THI-4")
def test_a_new_room_with_a_new_object_contradicts_no_earlier_testimony() -> None:
    assert possible(KEY, PIPE, KEY, WATCH) == {1, 2, 3, 4}


@rule("CD-THI-4")
def test_a_witness_still_to_come_may_contradict_it() -> None:
    assert possible(KEY, WATCH, PIPE, ("drawing-room", "ring")) == {1, 3}
