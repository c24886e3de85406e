"""Le Secret du Nil's rules, one by one: the first player and the boat."""

from itertools import pairwise, product

import pytest

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.secret_du_nil.events import (
    Announced,
    BoatMoved,
    Braked,
    PlaceTurned,
    ProofTurned,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.moves import Announce, Brake, Move, PlayCards
from cluehouse.games.secret_du_nil.rules import legal_moves
from tests.games.secret_du_nil.stage import (
    NO_IDEA,
    ONE,
    ONE_EACH,
    TWO,
    ZERO,
    aboard,
    announcing,
    asked,
    choose,
    play,
    random_game,
    refused,
    say,
)
from tests.rules import rule

ONE_SQUARE, TWO_SQUARES = Announce("one"), Announce("two")


# The first player


@rule("NI-FIR-1")
@pytest.mark.parametrize("first", seats_of(3))
def test_the_first_player_card_passes_to_the_left_after_a_turn(first: Seat) -> None:
    state = choose(aboard(3, first=first, beside=("bar", "bar")), NO_IDEA, NO_IDEA, NO_IDEA)
    assert state.phase == "announcing"
    assert state.turn.first == (first + 1) % 3


@rule("NI-FIR-1")
def test_in_a_whole_game_the_card_goes_round_and_round() -> None:
    firsts = [(state.boat, state.turn.first) for state in random_game(3)]
    changes = [now for (_, before), (_, now) in pairwise(firsts) if now != before]
    assert changes == [(firsts[0][1] + turn) % 3 for turn in range(1, len(changes) + 1)]
    assert len(changes) >= 5


# Announcements


@rule("NI-BOA-1")
@pytest.mark.parametrize("first", seats_of(4))
def test_each_announces_in_turn_from_the_first_player_on(first: Seat) -> None:
    state = announcing(4, first=first)
    for turn in range(4):
        seat = Seat((first + turn) % 4)
        assert asked(state) == [seat]
        assert {ONE_SQUARE, TWO_SQUARES, Brake("bar")} <= set(legal_moves(state, seat))
        assert play(state, seat, ONE_SQUARE)[0] == Announced(seat, "one")
    assert state.boat == 2


@rule("NI-BOA-1")
def test_no_seat_announces_before_its_turn_or_in_another_phase() -> None:
    refused("NI-BOA-1", announcing(3), ONE, ONE_SQUARE)
    refused("NI-BOA-1", announcing(3), TWO, Brake("bar"))
    refused("NI-BOA-1", aboard(), ZERO, ONE_SQUARE)


@rule("NI-BOA-2")
@pytest.mark.parametrize("words", list(product([ONE_SQUARE, TWO_SQUARES], repeat=3)))
def test_the_boat_moves_two_squares_if_any_seat_said_two(words: tuple[Move, ...]) -> None:
    state = announcing(3)
    say(state, *words)
    assert state.boat == (3 if TWO_SQUARES in words else 2)


@rule("NI-BOA-2", "NI-BOA-3")
@pytest.mark.parametrize("before", [(), (ONE_SQUARE,), (TWO_SQUARES,), (TWO_SQUARES, ONE_SQUARE)])
def test_a_brake_makes_it_one_square_whatever_was_said(before: tuple[Move, ...]) -> None:
    state = announcing(3)
    say(state, *before, Brake("bar"))
    assert state.boat == 2


@rule("NI-BOA-3")
def test_a_brake_costs_a_place_card_that_is_shown_and_leaves_the_game() -> None:
    state = announcing(2)
    assert say(state, Brake("bar"))[0] == Braked(ZERO, "bar")
    assert state.place_counts == [3, 4]
    assert PlayCards(("bar",)) in legal_moves(state, ONE)
    assert PlayCards(("bar",)) not in legal_moves(state, ZERO)


@rule("NI-BOA-3")
def test_after_a_brake_no_other_seat_is_asked() -> None:
    state = announcing(4)
    say(state, ONE_SQUARE, Brake("pool"))
    assert state.phase == "choosing"
    assert asked(state) == list(seats_of(4))


@rule("NI-BOA-3")
def test_a_seat_that_has_announced_neither_brakes_nor_announces_again() -> None:
    state = announcing(3)
    say(state, ONE_SQUARE, TWO_SQUARES)
    for seat in (ZERO, ONE):
        refused("NI-BOA-3", state, seat, Brake("bar"))
        refused("NI-BOA-3", state, seat, ONE_SQUARE)
    say(state, ONE_SQUARE)
    refused("NI-BOA-3", state, ZERO, Brake("bar"))


@rule("NI-BOA-3")
def test_a_brake_is_paid_with_a_card_in_hand() -> None:
    state = announcing(2, hand=("bar", "bar", "pool", "pool"))
    brakes = {move for move in legal_moves(state, ZERO) if isinstance(move, Brake)}
    assert brakes == {Brake("bar"), Brake("pool")}
    refused("NI-BOA-3", state, ZERO, Brake("restaurant"))


@rule("NI-BOA-3", "NI-DEC-6")
def test_without_a_place_card_one_still_announces_and_a_joker_does_not_pay() -> None:
    state = announcing(2, hand=())
    assert legal_moves(state, ZERO) == (ONE_SQUARE, TWO_SQUARES)
    assert state.jokers & 1
    for place in ONE_EACH:
        refused("NI-BOA-3", state, ZERO, Brake(place))


# Sailing


@rule("NI-BOA-3", "NI-BOA-4")
def test_from_square_eleven_the_boat_goes_to_cairo_without_announcements() -> None:
    state = aboard(2, square=11, beside=("bar", "bar"))
    play(state, ZERO, NO_IDEA)
    events = play(state, ONE, NO_IDEA)
    assert events[-3:] == [TurnBegun(ONE), BoatMoved(12), PlaceTurned(12, "bar")]
    assert asked(state) == [ZERO, ONE]


@rule("NI-BOA-4")
@pytest.mark.parametrize(("word", "square"), [(ONE_SQUARE, 11), (TWO_SQUARES, 12)])
def test_from_square_ten_the_boat_reaches_cairo_and_no_further(word: Move, square: int) -> None:
    state = announcing(2, square=10)
    say(state, ONE_SQUARE, word)
    assert state.boat == square


@rule("NI-BOA-4")
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_whole_voyage_goes_from_one_to_twelve_by_ones_and_twos(seats: int) -> None:
    steps = set()
    for number in range(10):
        squares = [state.boat for state in random_game(seats, number=number)]
        assert (squares[0], squares[-1]) == (1, 12)
        steps |= {later - earlier for earlier, later in pairwise(squares)}
    assert steps == {0, 1, 2}


@rule("NI-BOA-5")
def test_the_lower_card_where_the_boat_arrives_is_turned_and_one_skipped_is_not() -> None:
    state = announcing(2, square=6)
    assert say(state, ONE_SQUARE, TWO_SQUARES)[1:] == [BoatMoved(8), PlaceTurned(8, "pool")]
    assert state.turned == 1 << 5 | 1 << 7


@rule("NI-BOA-6", "NI-DEC-9")
@pytest.mark.parametrize(
    ("square", "word", "category"),
    [
        (4, ONE_SQUARE, "stain"),
        (4, TWO_SQUARES, "stain"),
        (3, TWO_SQUARES, "stain"),
        (8, ONE_SQUARE, "shoe_print"),
        (8, TWO_SQUARES, "shoe_print"),
        (7, TWO_SQUARES, "shoe_print"),
    ],
)
def test_a_proof_is_turned_when_its_square_is_reached_or_jumped_over(
    square: int, word: Move, category: str
) -> None:
    (proof,) = _proofs(square, word)
    assert (proof.category, proof.colour) == (category, "red")


@rule("NI-BOA-6")
@pytest.mark.parametrize(
    ("square", "word"),
    [(2, TWO_SQUARES), (3, ONE_SQUARE), (5, TWO_SQUARES), (6, TWO_SQUARES), (9, ONE_SQUARE)],
)
def test_no_proof_is_turned_on_other_squares(square: int, word: Move) -> None:
    assert _proofs(square, word) == []


def _proofs(square: int, word: Move) -> list[ProofTurned]:
    events = say(announcing(2, square=square), ONE_SQUARE, word)
    return [event for event in events if isinstance(event, ProofTurned)]
