"""Le Secret du Nil's rules, one by one: playing cards, and having no idea."""

from itertools import combinations_with_replacement

import pytest

from cluehouse.core.wire import encode
from cluehouse.games.secret_du_nil.events import (
    CardsChosen,
    CardsRevealed,
    PlaceTaken,
    TurnBegun,
)
from cluehouse.games.secret_du_nil.moves import Announce, Look, PlayCards, PutBack, Take
from cluehouse.games.secret_du_nil.pieces import PLACES, Card, Place
from cluehouse.games.secret_du_nil.rules import legal_moves
from cluehouse.games.secret_du_nil.view import see
from tests.games.secret_du_nil.stage import (
    BAR,
    BAR_AND_POOL,
    JOKER,
    NO_IDEA,
    ONE,
    ONE_EACH,
    POOL,
    THREE,
    TWO,
    ZERO,
    aboard,
    announcing,
    asked,
    choose,
    look,
    looking,
    play,
    random_game,
    refused,
    say,
)
from tests.rules import rule


def plays(beside: tuple[Place, Place], hand: tuple[Place, ...]) -> set[tuple[Card, ...]]:
    """All plays possible."""
    state = aboard(beside=beside, hand=hand)
    return {move.cards for move in legal_moves(state, ZERO) if isinstance(move, PlayCards)}


# What may be played


@rule("NI-CAR-1", "NI-CAR-2")
def test_beside_bar_and_pool_a_bar_a_pool_or_one_of_each_but_not_two_of_a_kind() -> None:
    assert plays(("bar", "pool"), ("bar", "bar", "pool", "pool")) == {
        ("bar",),
        ("pool",),
        ("bar", "pool"),
        ("bar", "joker"),
        ("pool", "joker"),
        ("joker",),
        ("no_idea",),
    }


@rule("NI-CAR-2")
def test_two_of_one_place_where_both_banks_show_it() -> None:
    assert ("bar", "bar") in plays(("bar", "bar"), ("bar", "bar", "pool", "pool"))
    assert ("bar", "bar") not in plays(("bar", "bar"), ("bar", "pool", "pool", "pool"))


@rule("NI-CAR-1")
def test_a_hand_that_matches_nothing_has_the_joker_and_no_idea() -> None:
    assert plays(("bar", "pool"), ("promenade",) * 4) == {("joker",), ("no_idea",)}
    assert plays(("bar", "pool"), ()) == {("joker",), ("no_idea",)}


@rule("NI-CAR-1")
@pytest.mark.parametrize("beside", list(combinations_with_replacement(PLACES, 2)))
def test_a_full_choice_is_of_one_or_two_cards(beside: tuple[Place, Place]) -> None:
    for cards in plays(beside, ONE_EACH):
        assert 1 <= len(cards) <= 2
        assert set(cards) <= {*beside, "joker", "no_idea"}
        assert len(cards) == 1 or "no_idea" not in cards


# In secret, then all together


@rule("NI-CAR-1")
@pytest.mark.parametrize("cards", [("bar",), ("bar", "pool"), ("joker",), ("no_idea",)])
def test_every_choice_looks_the_same_to_the_others(cards: tuple[Card, ...]) -> None:
    state = aboard(3)
    (chosen,) = play(state, ONE, PlayCards(cards))
    assert chosen == CardsChosen(ONE, cards)
    assert encode(see(chosen, ZERO)) == encode(see(CardsChosen(ONE, ("pool",)), ZERO))
    assert state.place_counts == [4, 4, 4]


@rule("NI-CAR-1")
def test_all_choose_at_once_and_are_revealed_when_the_last_has_chosen() -> None:
    state = aboard(3)
    for seat in (TWO, ZERO):
        play(state, seat, BAR)
        assert seat not in asked(state)
    assert asked(state) == [ONE]
    revealed = play(state, ONE, NO_IDEA)[1]
    assert revealed == CardsRevealed((("bar",), ("no_idea",), ("bar",)))


@rule("NI-CAR-1")
def test_no_seat_chooses_twice_or_in_another_phase() -> None:
    state = aboard(2)
    play(state, ZERO, BAR)
    refused("NI-CAR-1", state, ZERO, POOL)
    refused("NI-CAR-1", announcing(2), ZERO, BAR)
    refused("NI-CAR-1", looking(BAR), ZERO, POOL)


@rule("NI-CAR-3")
def test_place_cards_and_jokers_leave_the_game_and_no_idea_comes_back() -> None:
    state = choose(aboard(3), BAR_AND_POOL, PlayCards(("bar", "joker")), NO_IDEA)
    assert state.place_counts == [2, 3, 4]
    assert state.jokers == 0b101
    assert NO_IDEA in legal_moves(aboard(2, hand=()), ZERO)


@rule("NI-CAR-3")
def test_a_joker_is_played_once() -> None:
    state = choose(aboard(2, beside=("bar", "bar")), JOKER, NO_IDEA)
    look(state, ZERO, "joker", "watson", "stain")
    say(state, Announce("one"), Announce("one"))
    assert JOKER not in legal_moves(state, ZERO)
    refused("NI-CAR-3", state, ZERO, JOKER)
    refused("NI-CAR-3", state, ZERO, PlayCards(("bar", "joker")))
    assert JOKER in legal_moves(state, ONE)


# No idea


@rule("NI-IDE-1")
def test_a_single_seat_without_an_idea_takes_one_of_the_two_cards() -> None:
    state = aboard(2, square=3)
    choose(state, BAR, NO_IDEA)
    look(state, ZERO, "bar", "marpel", "stain")
    assert asked(state) == [ONE]
    assert legal_moves(state, ONE) == (Take("bar"), Take("pool"))
    assert play(state, ONE, Take("pool")) == [PlaceTaken(ONE, "lower", "pool"), TurnBegun(ONE)]
    assert state.place_counts == [3, 5]


@rule("NI-IDE-1", "NI-DEC-7")
def test_the_first_of_two_chooses_and_the_second_takes_what_is_left() -> None:
    state = choose(aboard(3, square=3, first=TWO), NO_IDEA, BAR, NO_IDEA)
    look(state, ONE, "bar", "marpel", "stain")
    assert asked(state) == [TWO]
    assert play(state, TWO, Take("bar")) == [
        PlaceTaken(TWO, "upper", "bar"),
        PlaceTaken(ZERO, "lower", "pool"),
        TurnBegun(ZERO),
    ]
    assert state.place_counts == [5, 3, 5]


@rule("NI-IDE-1")
def test_a_third_seat_without_an_idea_gets_nothing() -> None:
    state = choose(aboard(4, square=3, first=THREE), NO_IDEA, BAR, NO_IDEA, NO_IDEA)
    look(state, ONE, "bar", "marpel", "stain")
    play(state, THREE, Take("bar"))
    assert state.place_counts == [5, 3, 4, 5]


@rule("NI-IDE-1")
def test_of_two_equal_cards_one_is_taken_without_asking() -> None:
    state = aboard(2, square=3, beside=("bar", "bar"))
    choose(state, BAR, NO_IDEA)
    play(state, ZERO, Look("bar", "marpel", "stain"))
    events = play(state, ZERO, PutBack())
    assert events[1:] == [PlaceTaken(ONE, "upper", "bar"), TurnBegun(ONE)]


@rule("NI-IDE-1")
def test_a_card_must_be_taken_and_by_no_other_seat() -> None:
    state = choose(aboard(2, square=3), BAR, NO_IDEA)
    look(state, ZERO, "bar", "marpel", "stain")
    refused("NI-IDE-1", state, ZERO, Take("bar"))
    refused("NI-IDE-1", state, ONE, Take("restaurant"))
    refused("NI-CAR-1", state, ONE, NO_IDEA)


@rule("NI-IDE-1")
def test_at_cairo_no_seat_takes_a_card() -> None:
    state = choose(aboard(2, square=12), NO_IDEA, NO_IDEA)
    assert state.phase == "answering"
    assert state.place_counts == [4, 4]


@rule("NI-DEC-7")
def test_cards_not_taken_stay_beside_their_square() -> None:
    state = choose(aboard(2, square=3), BAR, BAR)
    look(state, ZERO, "bar", "marpel", "stain")
    look(state, ONE, "bar", "marpel", "stain")
    assert state.taken == 0
    taken = choose(aboard(2, square=3, beside=("bar", "bar")), NO_IDEA, NO_IDEA).taken
    assert taken == 1 << 2 | 1 << 12 + 2


@rule("NI-DEC-8")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_public_numbers_of_place_cards_are_those_held(seats: int) -> None:
    for state in random_game(seats):
        held = [sum(hand >> 4 * place & 15 for place in range(4)) for hand in state.places]
        assert state.place_counts == held
