"""Arosa: where the cubes of a colour may lie, compared with enumerating all ways."""

from collections.abc import Sequence
from itertools import product
from math import prod
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.core.chance import Chance
from cluehouse.games.arosa.tower.fall import FLOORS
from cluehouse.games.arosa.tower.forecast import jolt, landing
from cluehouse.games.arosa.whereabouts import Whereabouts

Opening = tuple[int, int]
"""A storey, and the number of cubes found on it."""

weights = st.lists(st.integers(0, 50), min_size=FLOORS, max_size=FLOORS).filter(any)
fallen = st.lists(weights.map(lambda w: [part / sum(w) for part in w]), min_size=1, max_size=3)


def believed(falls: Sequence[Sequence[float]], *openings: Opening) -> Whereabouts:
    cubes = Whereabouts()
    for number, chances in enumerate(falls):
        cubes.add(number, list(chances))
    for storey, count in openings:
        cubes.clear(storey, count)
    return cubes


def enumerated(falls: Sequence[Sequence[float]], *openings: Opening) -> list[list[float]] | None:
    """For each fall, the chance of each storey that was not opened; None if all of this is
    impossible."""
    chances, ways = [[0.0] * FLOORS for _ in falls], 0.0
    for storeys in product(range(FLOORS), repeat=len(falls)):
        if any(storeys.count(storey) != count for storey, count in openings):
            continue
        way = prod(chances[storey] for chances, storey in zip(falls, storeys, strict=True))
        ways += way
        for fall, storey in enumerate(storeys):
            chances[fall][storey] += way
    if ways < 1e-3:
        return None
    opened = {storey for storey, _ in openings}
    return [
        [0.0 if at in opened else chance / ways for at, chance in enumerate(row)] for row in chances
    ]


def by_fall(cubes: Whereabouts, falls: int) -> list[list[float]]:
    found = cubes.falls()
    return [found.get(fall, [0.0] * FLOORS) for fall in range(falls)]


@given(falls=fallen, storey=st.integers(0, FLOORS - 1), count=st.integers(0, 3))
def test_after_an_opening_chances_of_every_cube_match_enumeration(
    falls: list[list[float]], storey: int, count: int
) -> None:
    truth = enumerated(falls, (storey, count))
    if truth is not None:
        cubes = believed(falls, (storey, count))
        for fall, chances in enumerate(by_fall(cubes, len(falls))):
            assert chances == pytest.approx(truth[fall], abs=0.015)


@given(falls=fallen, storeys=st.permutations(range(FLOORS)))
def test_empty_storeys_are_counted_out_one_after_another(
    falls: list[list[float]], storeys: list[int]
) -> None:
    openings = [(storey, 0) for storey in storeys[:3]]
    truth = enumerated(falls, *openings)
    if truth is not None:
        cubes = believed(falls, *openings)
        for fall, chances in enumerate(by_fall(cubes, len(falls))):
            assert chances == pytest.approx(truth[fall], abs=0.015)


def test_after_many_openings_chances_are_close_to_enumeration() -> None:
    gaps = [abs(one - other) for luck in range(40) for one, other in _after_three_openings(luck)]
    assert max(gaps) > 0.01  # because cubes are only assumed to be independent
    assert fmean(gaps) < 0.003


@given(falls=fallen, storey=st.integers(0, FLOORS - 1), count=st.integers(0, 3))
def test_every_cube_left_lies_somewhere_else(
    falls: list[list[float]], storey: int, count: int
) -> None:
    count = min(count, len(falls))
    cubes = believed(falls, (storey, count))
    assert len(cubes.cubes) == len(falls) - count
    assert all(sum(cube.storeys) == pytest.approx(1) for cube in cubes.cubes)
    assert cubes.expected()[storey] == 0
    assert storey not in set(cubes.drawn(Chance(b"", count)))


def test_an_impossible_find_is_accepted_when_it_is_seen() -> None:
    high, low = [0.0] * 7 + [1.0], [1.0] + [0.0] * 7
    cubes = believed([high, high, low], (3, 1), (0, 0))
    assert len(cubes.cubes) == 2
    assert cubes.expected()[3] == cubes.expected()[0] == 0


@given(falls=fallen, storey=st.integers(0, FLOORS - 1))
def test_the_number_of_cubes_on_a_storey_matches_enumeration(
    falls: list[list[float]], storey: int
) -> None:
    counts = [0.0] * (len(falls) + 1)
    for there in product((False, True), repeat=len(falls)):
        chances = zip(falls, there, strict=True)
        counts[sum(there)] += prod(
            f[storey] if is_there else 1 - f[storey] for f, is_there in chances
        )
    assert believed(falls).counts(storey) == pytest.approx(counts)


def test_cubes_are_drawn_as_often_as_they_are_likely() -> None:
    cubes, times = believed([landing([2.0] * FLOORS)]), 4000
    drawn = [storey for luck in range(times) for storey in cubes.drawn(Chance(b"drawn", luck))]
    for storey, expected in enumerate(cubes.expected()):
        assert drawn.count(storey) / times == pytest.approx(expected, abs=0.025)


def test_a_cube_goes_deeper_in_a_fuller_hotel() -> None:
    empty, full = landing([0.0] * FLOORS), landing([9.0] * FLOORS)
    assert sum(empty) == pytest.approx(1)
    assert sum(full) == pytest.approx(1)
    assert full[0] > 1.2 * empty[0]


def test_a_fall_may_knock_a_cube_down_and_never_up() -> None:
    crowds, there = [5.0] * FLOORS, [float(storey == 3) for storey in range(FLOORS)]
    after = jolt(crowds, landing(crowds))(there)
    assert sum(after) == pytest.approx(1)
    assert 0.99 < after[3] < 1
    assert all(0 < chance < 0.01 for chance in after[:3])
    assert not any(after[4:])


def test_a_fall_that_stopped_above_knocks_nothing_down() -> None:
    crowds, there = [5.0] * FLOORS, [float(storey == 3) for storey in range(FLOORS)]
    stopped = [float(storey == 6) for storey in range(FLOORS)]
    assert jolt(crowds, stopped)(there) == there


def _after_three_openings(luck: int) -> list[tuple[float, float]]:
    """Chances as believed and as enumerated: four cubes, about which most is known."""
    chance = Chance(b"openings", luck)
    falls = [_peaked(chance) for _ in range(4)]
    truth = list(believed(falls).drawn(chance))
    openings = [(at, truth.count(at)) for at in chance.shuffled(range(FLOORS))[:3]]
    counted, cubes = enumerated(falls, *openings), believed(falls, *openings)
    if counted is None:
        return []
    rows = zip(by_fall(cubes, len(falls)), counted, strict=True)
    return [pair for ours, theirs in rows for pair in zip(ours, theirs, strict=True)]


def _peaked(chance: Chance) -> list[float]:
    parts = [chance.fraction() ** 6 for _ in range(FLOORS)]
    return [part / sum(parts) for part in parts]
