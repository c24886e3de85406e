"""Le Secret du Nil's rules, one by one: the box and the deal."""

from collections import Counter

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import seats_of
from cluehouse.games.secret_du_nil.deal import CLUE_CARDS, PLACE_CARDS
from cluehouse.games.secret_du_nil.events import (
    BankHidden,
    BankLaid,
    BoatMoved,
    Dealt,
    Event,
    PairsHidden,
    PlaceTurned,
    ProofsHidden,
    ProofTurned,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.pieces import (
    CAIRO,
    CATEGORIES,
    CLUES,
    COLOURS,
    MET_AT,
    PLACES,
    SUSPECTS,
    Clue,
    Options,
)
from cluehouse.games.secret_du_nil.rules import legal_moves, setup
from tests.games.secret_du_nil.stage import JOKER, NO_IDEA, aboard, asked, random_game
from tests.rules import rule

SEATS = pytest.mark.parametrize("seats", range(2, 7))
DEALS = range(40)


def deal(seats: int, luck: int, options: Options | None = None) -> dict[type[Event], list[Event]]:
    """The events of a setup, by kind."""
    events: dict[type[Event], list[Event]] = {}
    for event in setup(options or Options(), seats, Chance(b"deal", luck)):
        events.setdefault(type(event), []).append(event)
    return events


def dealt(seats: int, luck: int) -> list[Dealt]:
    return [event for event in deal(seats, luck)[Dealt] if isinstance(event, Dealt)]


def pairs_of(seats: int, luck: int) -> PairsHidden:
    (hidden,) = deal(seats, luck)[PairsHidden]
    assert isinstance(hidden, PairsHidden)
    return hidden


# The box


@rule("NI-MAT-1")
def test_the_river_has_twelve_squares() -> None:
    squares = [state.boat for state in random_game(2)]
    assert (min(squares), max(squares)) == (1, 12)
    assert CAIRO == 12


@rule("NI-MAT-2", "NI-DEC-9")
def test_there_are_twelve_cards_of_each_of_four_places() -> None:
    assert PLACES == ("bar", "restaurant", "pool", "promenade")
    assert Counter(PLACE_CARDS) == dict.fromkeys(range(4), 12)


@rule("NI-MAT-3", "NI-DEC-1")
def test_each_suspect_is_met_in_two_places_and_each_place_has_two_suspects() -> None:
    assert dict(zip(SUSPECTS, map(set, MET_AT), strict=True)) == {
        "watson": {"promenade", "pool"},
        "christie": {"bar", "restaurant"},
        "stringer": {"restaurant", "promenade"},
        "marpel": {"bar", "pool"},
    }
    assert Counter(place for places in MET_AT for place in places) == dict.fromkeys(PLACES, 2)


@rule("NI-MAT-4", "NI-DEC-9")
def test_the_proof_of_each_category_can_have_each_of_four_colours() -> None:
    proofs = [deal(2, luck)[ProofsHidden][0] for luck in range(100)]
    for category in range(len(CATEGORIES)):
        found = {event.colours[category] for event in proofs if isinstance(event, ProofsHidden)}
        assert found == {"red", "blue", "green", "yellow"}


@rule("NI-MAT-5", "NI-DEC-9")
def test_there_are_three_clues_of_each_colour_in_each_category() -> None:
    assert len(CLUES) == len(CATEGORIES) * len(COLOURS) == 12
    assert Counter(CLUE_CARDS) == dict.fromkeys(range(4), 3)


@rule("NI-MAT-6", "NI-SET-4")
@SEATS
def test_each_seat_begins_with_a_joker_and_a_no_idea(seats: int) -> None:
    state = aboard(seats)
    for seat in seats_of(seats):
        assert {JOKER, NO_IDEA} <= set(legal_moves(state, seat))


# The deal


@rule("NI-SET-1")
@SEATS
def test_twelve_place_cards_on_either_bank_and_four_for_each_seat(seats: int) -> None:
    for luck in DEALS:
        events = deal(seats, luck)
        (upper,), (lower,) = events[BankLaid], events[BankHidden]
        assert isinstance(upper, BankLaid)
        assert isinstance(lower, BankHidden)
        hands = [event.places for event in dealt(seats, luck)]
        assert upper.bank == "upper"
        assert (len(upper.places), len(lower.places)) == (12, 12)
        assert [len(hand) for hand in hands] == [4] * seats
        cards = Counter([*upper.places, *lower.places, *(c for hand in hands for c in hand)])
        assert max(cards.values()) <= 12


@rule("NI-SET-1")
def test_any_place_can_be_dealt_to_any_seat() -> None:
    for seat in seats_of(6):
        assert {place for luck in DEALS for place in dealt(6, luck)[seat].places} == set(PLACES)


@rule("NI-SET-2")
@SEATS
def test_only_the_fingerprint_proof_is_turned_up(seats: int) -> None:
    for luck in DEALS:
        events = deal(seats, luck)
        (hidden,), turned = events[ProofsHidden], events[ProofTurned]
        assert isinstance(hidden, ProofsHidden)
        assert turned == [ProofTurned("fingerprint", hidden.colours[0])]


@rule("NI-SET-3")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3), (5, 2), (6, 2)])
def test_a_pair_of_each_category_for_every_suspect_and_the_rest_dealt_evenly(
    seats: int, each: int
) -> None:
    for luck in DEALS:
        pairs, hands = pairs_of(seats, luck).pairs, [event.clues for event in dealt(seats, luck)]
        assert [len(row) for row in pairs] == [4, 4, 4]
        assert [len(hand) for hand in hands] == [each] * seats
        everything = Counter(clue for hand in hands for clue in hand)
        for category, row in zip(CATEGORIES, pairs, strict=True):
            everything.update(_clue(category, colour) for pair in row for colour in pair)
        assert everything.total() == (34 if seats == 5 else 36)
        assert max(everything.values()) == 3


@rule("NI-SET-3")
def test_the_clues_left_over_are_shuffled_together() -> None:
    """A hand may have clues of any categories."""
    hands = [[clue.split("-")[0] for clue in dealt(6, luck)[0].clues] for luck in range(100)]
    assert len({tuple(hand) for hand in hands}) == 6


@rule("NI-OBS-2")
def test_pairs_are_laid_sorted_by_colour() -> None:
    for luck in DEALS:
        for row in pairs_of(2, luck).pairs:
            for one, other in row:
                assert COLOURS.index(one) <= COLOURS.index(other)


# The first turn


@rule("NI-FIR-1")
@SEATS
def test_any_seat_may_get_the_first_player_card(seats: int) -> None:
    begun = [deal(seats, luck)[TurnBegun][0] for luck in range(100)]
    assert {event.first for event in begun if isinstance(event, TurnBegun)} == set(seats_of(seats))


@rule("NI-BOA-1", "NI-BOA-5")
def test_the_first_turn_begins_on_square_one_with_its_lower_card_turned() -> None:
    for luck in DEALS:
        events = deal(3, luck)
        (lower,) = events[BankHidden]
        assert isinstance(lower, BankHidden)
        assert events[BoatMoved] == [BoatMoved(1)]
        assert events[PlaceTurned] == [PlaceTurned(1, lower.places[0])]


@rule("NI-CAR-1")
def test_in_the_first_turn_all_choose_cards_without_announcements() -> None:
    assert asked(next(random_game(4))) == list(seats_of(4))


def _clue(category: str, colour: str) -> Clue:
    return next(clue for clue in CLUES if clue == f"{category}-{colour}")
