"""Crime Hotel's rules, one by one: the box and the deal."""

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import seats_of
from cluehouse.games.crime_hotel.events import (
    Dealt,
    InvestigationBegun,
    MurdererHidden,
)
from cluehouse.games.crime_hotel.pieces import DEPARTMENTS, PLACES, ROOMS, Options
from cluehouse.games.crime_hotel.rules import setup
from tests.games.crime_hotel.stage import (
    FIVE_OF_FOUR,
    acting,
    random_game,
)
from tests.rules import rule

SEATS = pytest.mark.parametrize("seats", [3, 4])


# The box


@rule("CH-MAT-1")
def test_there_is_a_card_for_each_of_nine_rooms_on_three_floors() -> None:
    assert (*range(11, 20), *range(21, 30), *range(31, 40)) == ROOMS


@rule("CH-MAT-2")
def test_there_are_39_places_to_stand() -> None:
    floors = {f"floor-{floor}" for floor in (1, 2, 3)}
    columns = {f"column-{column}" for column in range(1, 10)}
    assert set(PLACES) == floors | columns | {f"room-{room}" for room in ROOMS}
    assert len(PLACES) == 39


@rule("CH-MAT-3")
@SEATS
def test_a_seat_sends_out_five_detectives_in_each_of_three_investigations(seats: int) -> None:
    investigations = []
    for state in random_game(seats):
        if state.phase in ("between", "over") and not state.ready:
            out = [stands.bit_count() for stands in state.stands]
            for seated in state.desks:
                for seat in seated:
                    out[seat] += 1
            assert out == [5] * seats
            investigations.append((state.investigation, len(state.points)))
    assert investigations == [(1, 1), (2, 2), (3, 3)]


@rule("CH-MAT-4")
@SEATS
def test_the_station_has_a_bay_for_every_seat_and_five_departments(seats: int) -> None:
    state = acting(*FIVE_OF_FOUR[:seats])
    assert len(state.bays) == seats
    assert DEPARTMENTS == ("move", "exchange", "look", "deputy", "bonus")
    assert len(state.desk_table) == len(DEPARTMENTS)


# The deal


@rule("CH-SET-1", "CH-SET-2", "CH-SET-3")
@pytest.mark.parametrize(("seats", "face_up"), [(3, 8), (4, 2)])
def test_six_cards_each_one_hidden_and_the_rest_face_up(seats: int, face_up: int) -> None:
    for luck in range(50):
        begun, hidden, *dealt = setup(Options(), seats, Chance(b"deal", luck))
        assert isinstance(begun, InvestigationBegun)
        assert isinstance(hidden, MurdererHidden)
        hands = [event.cards for event in dealt if isinstance(event, Dealt)]
        assert [event.to for event in dealt if isinstance(event, Dealt)] == list(range(seats))
        assert [len(cards) for cards in hands] == [6] * seats
        assert len(begun.searched) == face_up
        everything = [hidden.room, *begun.searched, *(card for cards in hands for card in cards)]
        assert sorted(everything) == list(ROOMS)


@rule("CH-SET-1", "CH-SET-2")
def test_any_card_may_be_dealt_to_any_seat_or_be_the_murderers() -> None:
    deals = [setup(Options(), 3, Chance(b"deal", luck)) for luck in range(300)]
    hidden = {event.room for deal in deals for event in deal if isinstance(event, MurdererHidden)}
    assert hidden == set(ROOMS)
    dealt = [event for deal in deals for event in deal if isinstance(event, Dealt)]
    for seat in seats_of(3):
        assert {card for event in dealt if event.to == seat for card in event.cards} == set(ROOMS)


@rule("CH-SET-4")
@SEATS
def test_any_seat_may_begin_with_the_police_car(seats: int) -> None:
    begun = [setup(Options(), seats, Chance(b"car", luck))[0] for luck in range(100)]
    cars = {event.car for event in begun if isinstance(event, InvestigationBegun)}
    assert cars == set(seats_of(seats))
