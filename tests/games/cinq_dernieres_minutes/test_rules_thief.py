"""The rules, one by one: the four defences, what they leave open and when they are idle.

Who may still be the thief is worked out by the public, from words alone.
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
    Told,
    believing,
    drawn,
    hide,
    hiding,
)
from tests.rules import rule

SEEN: Told = ("dining-room", "ring")
GONE: Told = ("dining-room", "nothing")
KEY: Told = ("study", "key")
PIPE: Told = ("bedroom", "pipe")
WATCH: Told = ("drawing-room", "watch")


def possible(*claims: Told) -> set[int]:
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
def test_who_saw_the_ring_points_at_those_who_came_after() -> None:
    assert possible(KEY, PIPE, SEEN, WATCH) == {2, 3, 4}


@rule("CD-THI-1")
def test_the_last_number_cannot_have_left_the_ring_to_anybody() -> None:
    assert possible(SEEN) == {4}


@rule("CD-THI-2")
def test_who_found_the_box_empty_points_at_those_who_came_before() -> None:
    assert possible(KEY, GONE, PIPE, WATCH) == {1, 2, 3}


@rule("CD-THI-2")
def test_nobody_can_have_been_there_before_number_1() -> None:
    assert possible(KEY, PIPE, WATCH, GONE) == {1}


@rule("CD-THI-3")
def test_who_repeats_another_witness_is_contradicted_by_nobody() -> None:
    assert possible(KEY, KEY, PIPE, WATCH) == {1, 2, 3, 4}


@rule("CD-THI-3")
def test_who_repeats_the_room_with_another_object_and_the_witness_cannot_both_be_suspects() -> None:
    assert possible(KEY, ("study", "pipe"), ("drawing-room", "watch")) == {3, 4}


@rule("CD-THI-4")
def test_a_new_room_with_a_new_object_contradicts_nobody_who_has_spoken() -> None:
    assert possible(KEY, PIPE, KEY, WATCH) == {1, 2, 3, 4}


@rule("CD-THI-4")
def test_a_witness_still_to_come_may_contradict_it() -> None:
    assert possible(KEY, WATCH, PIPE, ("drawing-room", "ring")) == {1, 3}
