"""Crime Hotel's rules, one by one: tricks, the car park, guesses."""

import pytest

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.crime_hotel.events import (
    CardPlayed,
    Guessed,
    Parked,
)
from cluehouse.games.crime_hotel.moves import CallIn, Guess, Look, MoveDetective, PlayCard
from cluehouse.games.crime_hotel.pieces import PLACES, Place, Room
from cluehouse.games.crime_hotel.rules import legal_moves
from tests.games.crime_hotel.stage import (
    FIVE_EACH,
    FIVE_OF_FOUR,
    ONE,
    THREE,
    TWO,
    ZERO,
    Hand,
    acting,
    asked,
    called,
    guesses,
    hand,
    last_guess,
    play,
    playing,
    refused,
    rooms,
    stand,
    standing,
)
from tests.rules import rule

SEATS = pytest.mark.parametrize("seats", [3, 4])


# A trick


@rule("CH-TRK-1")
def test_the_police_car_leads_any_card() -> None:
    state = playing((11, 25, 39), (12, 13, 14), (21, 22, 23), car=ONE)
    assert asked(state) == [ONE]
    assert set(legal_moves(state, ONE)) == {PlayCard(12), PlayCard(13), PlayCard(14)}


@rule("CH-TRK-1")
def test_each_plays_one_card_clockwise_from_the_police_car() -> None:
    state = playing(*FIVE_OF_FOUR, car=TWO)
    cards: list[Room] = [31, 36, 11, 21]
    for seat, card in zip((TWO, THREE, ZERO, ONE), cards, strict=True):
        assert asked(state) == [seat]
        assert play(state, seat, PlayCard(card))[0] == CardPlayed(seat, card)
        assert card not in hand(state, seat)
    assert state.phase == "acting"


@rule("CH-TRK-1")
def test_no_seat_plays_out_of_turn_or_a_card_not_held() -> None:
    state = playing(*FIVE_EACH)
    refused("CH-TRK-1", state, ONE, PlayCard(21))
    refused("CH-TRK-1", state, ZERO, PlayCard(21))
    refused("CH-TRK-1", acting(), ZERO, PlayCard(11))
    play(state, ZERO, PlayCard(11))
    refused("CH-TRK-1", state, ZERO, PlayCard(12))
    refused("CH-TRK-1", state, ONE, PlayCard(12))


@rule("CH-TRK-2")
def test_a_seat_with_a_card_of_the_floor_led_must_play_one() -> None:
    state = playing((11, 12), (15, 25, 19, 35), (21, 22))
    play(state, ZERO, PlayCard(11))
    assert set(legal_moves(state, ONE)) == {PlayCard(15), PlayCard(19)}
    refused("CH-TRK-2", state, ONE, PlayCard(25))
    refused("CH-TRK-2", state, ONE, PlayCard(35))


@rule("CH-TRK-2")
def test_a_seat_without_a_card_of_the_floor_led_may_play_any() -> None:
    state = playing((11, 12), (25, 35, 39), (21, 22))
    play(state, ZERO, PlayCard(11))
    assert set(legal_moves(state, ONE)) == {PlayCard(25), PlayCard(35), PlayCard(39)}


# The car park


@rule("CH-PRK-1")
@pytest.mark.parametrize(
    ("cards", "bays"),
    [
        ((11, 12, 13), (TWO, ONE, ZERO)),
        ((19, 39, 21), (ONE, TWO, ZERO)),
        ((33, 29, 11), (ZERO, ONE, TWO)),
        ((21, 38, 11, 39), (THREE, ONE, ZERO, TWO)),
        ((29, 31, 28, 19), (ONE, ZERO, TWO, THREE)),
    ],
)
def test_bays_go_from_the_highest_room_to_the_lowest_across_floors(
    cards: tuple[Room, ...], bays: tuple[Seat, ...]
) -> None:
    state = playing(*((card,) for card in cards), murderer=17)
    for seat, card in zip(seats_of(len(cards)), cards, strict=True):
        events = play(state, seat, PlayCard(card))
    assert events[-1] == Parked(bays)
    assert state.bays == bays


@rule("CH-PRK-1")
def test_the_cards_of_a_trick_go_to_their_rooms_when_it_is_complete() -> None:
    state = playing((11, 12), (13, 14), (15, 16))
    face_up = rooms(state.searched)
    play(state, ZERO, PlayCard(11))
    play(state, ONE, PlayCard(14))
    assert rooms(state.searched) == face_up
    play(state, TWO, PlayCard(15))
    assert rooms(state.searched) == face_up | {11, 14, 15}


@rule("CH-PRK-2")
def test_bay_one_takes_the_police_car_and_leads_the_next_trick() -> None:
    state = playing((11, 12), (13, 37), (15, 16))
    play(state, ZERO, PlayCard(11))
    play(state, ONE, PlayCard(13))
    play(state, TWO, PlayCard(15))
    assert state.car == TWO
    play(state, TWO, Guess("floor-1"))
    play(state, ONE, CallIn("bonus"))
    play(state, ZERO, Guess("floor-2"))
    assert asked(state) == [TWO]
    assert PlayCard(16) in legal_moves(state, TWO)


@rule("CH-PRK-3")
def test_a_high_card_off_the_floor_led_takes_the_police_car() -> None:
    third: Hand = (13, 24, 25, 33)
    state = playing((23, 11, 12, 14), (35, 15, 16, 17), third)
    play(state, ZERO, PlayCard(23))
    play(state, ONE, PlayCard(35))
    assert set(legal_moves(state, TWO)) == {PlayCard(24), PlayCard(25)}
    assert play(state, TWO, PlayCard(25)) == [CardPlayed(TWO, 25), Parked((ONE, TWO, ZERO))]
    assert state.car == ONE


# Acting


@rule("CH-ACT-1")
@SEATS
def test_the_first_bay_and_the_last_guess_and_those_between_call(seats: int) -> None:
    state = acting(*FIVE_OF_FOUR[:seats])
    for bay, seat in enumerate(seats_of(seats)):
        assert asked(state) == [seat]
        kinds = {type(move) for move in legal_moves(state, seat)}
        if bay in (0, seats - 1):
            assert kinds == {Guess}
            refused("CH-ACT-1", state, seat, CallIn("bonus"))
            play(state, seat, Guess("floor-1" if bay == 0 else "floor-2"))
        else:
            assert kinds == {CallIn}
            refused("CH-ACT-1", state, seat, Guess("room-19"))
            play(state, seat, CallIn("bonus"))
    assert state.phase == "playing"


@rule("CH-ACT-1")
def test_no_seat_acts_out_of_turn() -> None:
    state = acting()
    refused("CH-ACT-1", state, ONE, CallIn("bonus"))
    refused("CH-ACT-1", state, TWO, Guess("floor-1"))
    refused("CH-ACT-1", playing(*FIVE_EACH), ZERO, Guess("floor-1"))


@rule("CH-ACT-1")
def test_a_reinforcement_takes_effect_before_the_next_bay_acts() -> None:
    state = called(acting(), ONE, "look")
    assert asked(state) == [ONE]
    refused("CH-ACT-1", state, TWO, Guess("floor-1"))
    play(state, ONE, Look(ZERO))
    assert asked(state) == [TWO]


@rule("CH-ACT-1")
def test_a_place_freed_by_a_move_is_free_for_the_last_bay() -> None:
    state = called(stand(acting(), ONE, "room-19"), ONE, "move")
    play(state, ONE, MoveDetective("room-19", "room-18"))
    assert "room-19" in guesses(state, TWO)
    assert "room-18" not in guesses(state, TWO)
    play(state, TWO, Guess("room-19"))


# Guessing


@rule("CH-GUE-1")
def test_a_guess_puts_the_detective_on_a_floor_a_column_or_a_room() -> None:
    assert guesses(acting(), ZERO) == set(PLACES)
    places: tuple[Place, ...] = ("floor-2", "column-7", "room-33")
    for place in places:
        state = acting()
        assert play(state, ZERO, Guess(place)) == [Guessed(ZERO, place)]
        assert standing(state, ZERO) == {place}


@rule("CH-GUE-2")
def test_a_place_where_a_detective_stands_is_taken() -> None:
    state = acting()
    stand(state, ZERO, "floor-1")
    stand(state, TWO, "room-19", "column-9")
    assert guesses(state, ZERO) == set(PLACES) - {"floor-1", "room-19", "column-9"}
    refused("CH-GUE-2", state, ZERO, Guess("floor-1"))
    refused("CH-GUE-2", state, ZERO, Guess("room-19"))


@rule("CH-GUE-2")
def test_a_room_of_a_taken_floor_or_column_is_still_free() -> None:
    state = stand(acting(), TWO, "floor-1", "column-9")
    assert {"room-19", "room-11", "room-39"} <= guesses(state, ZERO)


@rule("CH-GUE-3")
@pytest.mark.parametrize(
    ("place", "points"),
    [
        ("floor-2", 2),
        ("column-8", 5),
        ("room-28", 10),
        ("floor-1", 0),
        ("column-2", 0),
        ("room-38", 0),
    ],
)
def test_a_right_floor_is_worth_2_a_column_5_a_room_10(place: Place, points: int) -> None:
    state = last_guess(28, 11, 12, 13)
    play(state, TWO, Guess(place))
    assert state.points == [(0, 0, points)]
