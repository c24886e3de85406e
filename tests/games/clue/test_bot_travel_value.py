"""Clue: the value of places to a pawn that walks from room to room."""

import pytest

from cluehouse.games.clue.board import STARTS
from cluehouse.games.clue.bots.travel_value import ROLLS, TURN_DISCOUNT, TravelValue, steps_to_rooms
from cluehouse.games.clue.cards import ROOMS, Room
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.state import ROOM_PLACE, SUSPECT
from cluehouse.games.clue.walks import distances
from tests.rules import rule


@rule("CL-DEC-7")
@pytest.mark.parametrize(
    ("place", "room", "steps"),
    [
        (STARTS[SUSPECT["scarlet"]], "lounge", 8),
        (STARTS[SUSPECT["peacock"]], "conservatory", 7),
        (ROOM_PLACE["study"], "hall", 4),
        (ROOM_PLACE["kitchen"], "dining_room", 11),
    ],
)
def test_steps_to_rooms(place: int, room: Room, steps: int) -> None:
    assert steps_to_rooms(place)[ROOMS.index(room)] == steps


def test_the_rolls_of_two_dice_have_a_chance_of_one() -> None:
    assert sum(chance for _, chance in ROLLS) == pytest.approx(1)
    assert sum(roll * chance for roll, chance in ROLLS) == pytest.approx(7)


@pytest.mark.parametrize("room", ROOMS)
def test_if_only_one_room_has_value_the_best_place_is_at_its_door(room: Room) -> None:
    travel, far = _travel(**{room: 1.0}), distances(ROOM_PLACE[room])
    values = [travel.stopping(square) for square in range(SQUARES)]
    best = {far[square] for square, value in enumerate(values) if value == max(values)}
    assert best == {1, 2}, "the least that two dice show"
    assert min(values) < max(values)


def test_a_roll_that_is_too_low_costs_a_turn() -> None:
    """From eight steps away: on the way now, there in the next turn."""
    travel = _travel(lounge=1.0)
    place = STARTS[SUSPECT["scarlet"]]
    enough = sum(chance for roll, chance in ROLLS if roll >= 8)
    arrival = travel.entering(ROOMS.index("lounge"))
    now, later = enough * arrival, (1 - enough) * TURN_DISCOUNT * arrival
    assert now < travel.rolling(place) < now + later


def test_a_passage_is_worth_the_room_it_leads_to() -> None:
    travel, kitchen = _travel(study=1.0), ROOM_PLACE["kitchen"]
    assert travel.taking_passage(kitchen) == travel.entering(ROOMS.index("study"))
    assert travel.taking_passage(kitchen) > travel.rolling(kitchen)
    assert travel.taking_passage(ROOM_PLACE["hall"]) == 0


def test_a_good_room_ahead_may_be_better_than_a_poor_one_at_hand() -> None:
    """The Lounge is entered if it tells something, otherwise passed by."""
    beside = distances(ROOM_PLACE["dining_room"]).index(1)
    lounge = ROOMS.index("lounge")
    poor, good = _travel(lounge=0.0, dining_room=1.0), _travel(lounge=0.5, dining_room=1.0)
    assert poor.entering(lounge) < poor.stopping(beside)
    assert good.entering(lounge) > good.stopping(beside)


def test_more_value_in_a_room_never_lowers_the_value_of_a_place() -> None:
    less = _travel(hall=0.5, library=0.2)
    more = _travel(hall=0.5, library=0.6)
    assert all(more.stopping(place) >= less.stopping(place) for place in range(SQUARES + 9))


def _travel(**worths: float) -> TravelValue:
    return TravelValue([worths.get(room, 0.0) for room in ROOMS])
