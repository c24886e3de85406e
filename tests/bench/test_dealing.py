"""Drawn deals fit all constraints, and every deal that fits can be drawn."""

from itertools import permutations

import pytest

from bench.dealing import Contradiction, Holdings
from cluehouse.core.chance import Chance


def chances(count: int) -> list[Chance]:
    return [Chance(b"deal", number) for number in range(count)]


def test_every_deal_that_fits_is_drawn_and_no_other() -> None:
    known = Holdings([0b1111, 0b1111, 0b1111], sizes=[1, 2, 1])
    known.has_none_of(0, 0b0001)
    known.has_one_of(1, 0b0011)
    found = {tuple(known.deal(chance)) for chance in chances(300)}
    fitting = {
        (1 << a, 1 << b | 1 << c, 1 << d)
        for a, b, c, d in permutations(range(4))
        if a != 0 and {b, c} & {0, 1}
    }
    assert found == fitting


def test_a_card_with_a_known_owner_goes_to_it() -> None:
    known = Holdings([0b111, 0b111], sizes=[1, 2])
    known.has(0, 0b010)
    assert {tuple(known.deal(chance)) for chance in chances(20)} == {(0b010, 0b101)}


def test_a_deal_found_only_by_backtracking_is_found() -> None:
    """Three disjoint clauses and three places: one card of each."""
    known = Holdings([0b111111, 0b111111], sizes=[3, 3])
    for pair in (0b11, 0b1100, 0b110000):
        known.has_one_of(0, pair)
    for chance in chances(50):
        mine, _ = known.deal(chance)
        assert all(mine & pair for pair in (0b11, 0b1100, 0b110000))


def test_no_fitting_deal_raises_contradiction() -> None:
    known = Holdings([0b11, 0b11], sizes=[1, 1])
    known.has_none_of(0, 0b11)
    with pytest.raises(Contradiction):
        known.deal(Chance(b"deal", 0))


def test_clauses_that_need_too_many_cards_contradict() -> None:
    known = Holdings([0b1111, 0b1111], sizes=[1, 3])
    known.has_one_of(0, 0b0011)
    known.has_one_of(0, 0b1100)
    with pytest.raises(Contradiction):
        known.deal(Chance(b"deal", 0))
