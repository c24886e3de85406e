"""The interval covers the true share of correlated deals; for independent ones it is Wilson's."""

import random
from collections.abc import Callable

import pytest

from cluehouse.arena.interval import effective_size, over_deals, wilson

Interval = tuple[float, float]

ROTATIONS = 3


def correlated_deals(luck: random.Random, deals: int) -> list[float]:
    """Mean shares of deals that are mostly decided by luck; the true share is one half."""
    means = []
    for _ in range(deals):
        chance = luck.choice((0.05, 0.95))
        means.append(sum(luck.random() < chance for _ in range(ROTATIONS)) / ROTATIONS)
    return means


def coverage(interval: Callable[[list[float]], Interval]) -> float:
    covered = 0
    for seed in range(500):
        low, high = interval(correlated_deals(random.Random(seed), deals=60))
        covered += low <= 0.5 <= high
    return covered / 500


def test_it_covers_the_true_share_of_correlated_deals() -> None:
    assert coverage(lambda means: over_deals(means, games=len(means) * ROTATIONS)) >= 0.9


def test_counting_games_instead_of_deals_would_not_cover() -> None:
    assert coverage(lambda means: wilson(sum(means) / len(means), len(means) * ROTATIONS)) < 0.9


def test_it_covers_the_small_share_of_single_games() -> None:
    covered = 0
    for seed in range(500):
        luck = random.Random(seed)
        low, high = over_deals([float(luck.random() < 0.1) for _ in range(80)], games=80)
        covered += low <= 0.1 <= high
    assert covered / 500 >= 0.9


@pytest.mark.parametrize("wins", [1, 20, 100, 199])
def test_single_independent_games_give_plain_wilson(wins: int) -> None:
    means = [1.0] * wins + [0.0] * (200 - wins)
    assert over_deals(means, games=200) == pytest.approx(wilson(wins / 200, 200), abs=0.002)


def test_wilson_is_the_textbook_formula() -> None:
    assert wilson(0.1, 20) == pytest.approx((0.0279, 0.3010), abs=0.0001)


@pytest.mark.parametrize("share", [0.0, 1 / 3, 1.0])
def test_deals_that_all_agree_count_once_each(share: float) -> None:
    assert over_deals([share] * 10, games=30) == wilson(share, 10)


def test_rounding_errors_do_not_count_as_variance() -> None:
    assert effective_size(0.3, [0.3, 0.1 + 0.2, 0.3]) == 3


def test_one_deal_counts_once() -> None:
    assert over_deals([2 / 3], games=3) == wilson(2 / 3, 1)


def test_the_effective_size_is_at_most_the_games_played() -> None:
    means = [0.49, 0.51] * 10
    assert effective_size(0.5, means) > 60
    assert over_deals(means, games=60) == wilson(0.5, 60)


@pytest.mark.parametrize("share", [0.0, 1e-9, 0.5, 1.0])
def test_the_share_lies_inside_and_so_does_the_interval(share: float) -> None:
    low, high = wilson(share, 7)
    assert 0 <= low <= share <= high <= 1
