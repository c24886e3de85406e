"""Exact counting of deals, compared with listing all of them."""

from collections import Counter
from math import comb, factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.core.chance import Chance
from cluehouse.reason.deals import Deals
from cluehouse.reason.deck import Condition, Deck, bits, has_none_of, has_size
from tests.reason.small_decks import Deal, Puzzle, Said, puzzles

CLUE = (6, 6, 9)


def counted(puzzle: Puzzle) -> Deals:
    return Deals(puzzle.deck, [one.condition(puzzle.deck) for one in (*puzzle.sizes, *puzzle.said)])


def drawn(deals: Deals, seed: int) -> Deal:
    return tuple(frozenset(bits(cards)) for cards in deals.draw(Chance(b"draw", seed)))


@given(puzzles())
def test_the_count_is_that_of_all_deals_listed(puzzle: Puzzle) -> None:
    assert counted(puzzle).count == len(puzzle.deals())


@given(puzzles())
def test_every_cell_is_counted(puzzle: Puzzle) -> None:
    listed = puzzle.deals()
    for card, row in enumerate(counted(puzzle).cells):
        for holder, count in enumerate(row):
            assert count == sum(card in deal[holder] for deal in listed)


@given(puzzles(most_said=12), st.data())
def test_an_extra_fact_leaves_the_deals_it_is_true_in(puzzle: Puzzle, data: st.DataObject) -> None:
    """The extra fact may be false, so that no deal is left."""
    holder = data.draw(st.integers(0, puzzle.hands))
    cards = frozenset(data.draw(st.sets(st.integers(0, sum(puzzle.kinds) - 1), min_size=1)))
    said = Said(
        data.draw(st.sampled_from(["has", "none of", "size"])), holder % puzzle.hands, cards
    )
    more = Puzzle(puzzle.kinds, puzzle.hands, puzzle.even, puzzle.truth, (*puzzle.said, said))
    deals, listed = counted(more), more.deals()
    assert deals.count == len(listed)
    assert sum(map(sum, deals.cells)) == len(listed) * sum(puzzle.kinds)


@given(puzzles(), st.integers(0, 2**32))
def test_a_draw_is_one_of_the_deals(puzzle: Puzzle, seed: int) -> None:
    assert drawn(counted(puzzle), seed) in puzzle.deals()


@given(puzzles())
def test_every_deal_has_one_number(puzzle: Puzzle) -> None:
    deals = counted(puzzle)
    numbered = [
        tuple(frozenset(bits(cards)) for cards in deals.deal(number))
        for number in range(deals.count)
    ]
    assert len(set(numbered)) == len(numbered)
    assert set(numbered) == set(puzzle.deals())


def test_every_deal_is_drawn_equally_often() -> None:
    one_of = Said("one of", 0, frozenset([0, 2]))
    not_both = Said("not all of", 2, frozenset([1, 3]))
    puzzle = Puzzle((3, 3), 2, (0, 1), (frozenset(),) * 3, (one_of, not_both))
    listed, deals = puzzle.deals(), counted(puzzle)
    times = Counter(drawn(deals, seed) for seed in range(100 * len(listed)))
    assert set(times) == set(listed)
    spread = sum((n - 100) ** 2 / 100 for n in times.values())
    assert spread < len(listed) + 4 * (2 * len(listed)) ** 0.5  # chi-square, four deviations


@pytest.mark.parametrize("sizes", [(6, 6, 6), (5, 5, 4, 4), (4, 4, 4, 3, 3), (3,) * 6])
def test_without_facts_the_count_is_the_multinomial(sizes: tuple[int, ...]) -> None:
    deck = Deck(CLUE, len(sizes))
    told = [has_size(hand, size) for hand, size in enumerate(sizes)]
    hands = factorial(18) // prod(map(factorial, sizes))
    assert Deals(deck, told).count == 6 * 6 * 9 * hands
    half_barred = Deals(deck, [*told, has_none_of(deck, 0, deck.kinds[0])])
    assert half_barred.count == 6 * 6 * 9 * comb(13, sizes[0]) * hands // comb(18, sizes[0])


@pytest.mark.parametrize(("hands", "arrangements", "size"), [(3, 1, 6), (4, 6, 5), (5, 10, 4)])
def test_unknown_sizes_are_as_even_as_possible_in_any_arrangement(
    hands: int, arrangements: int, size: int
) -> None:
    deck = Deck(CLUE, hands, even=range(hands))
    larger = 18 - hands * (size - 1)
    ways = factorial(18) // factorial(size) ** larger // factorial(size - 1) ** (hands - larger)
    assert Deals(deck, []).count == 324 * arrangements * ways


def test_a_hand_without_a_size_must_be_even() -> None:
    with pytest.raises(ValueError, match="size"):
        Deals(Deck(CLUE, 3), [])


def test_sizes_that_do_not_add_up_leave_no_deal() -> None:
    deck = Deck((2, 2), 2)
    assert Deals(deck, [has_size(0, 2), has_size(1, 1)]).count == 0
    assert Deals(deck, [has_size(0, 1), has_size(1, 0)]).count == 0
    assert Deals(deck, [has_size(0, 1), has_size(0, 2), has_size(1, 1)]).count == 0


def test_a_condition_that_says_nothing_changes_nothing() -> None:
    deck = Deck((2, 2), 2, even=(0, 1))
    assert Deals(deck, [Condition()]).cells == Deals(deck, []).cells
