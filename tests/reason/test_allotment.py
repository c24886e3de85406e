"""Exact counting of allotments, compared with listing every way."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from cluehouse.core.chance import Chance
from cluehouse.reason.allotment import Allotment, Class, Path

Problem = tuple[tuple[int, ...], tuple[Path, ...], tuple[Class, ...]]


def all_ways(problem: Problem) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way that uses up all supplies: for every class the paths of its things."""
    supplies, paths, classes = problem
    choices = [
        [path for path in range(len(paths)) if allowed >> path & 1]
        for size, allowed in classes
        for _ in range(size)
    ]
    for way in product(*choices):
        used = Counter(supply for path in way for supply in paths[path])
        if all(used[supply] == units for supply, units in enumerate(supplies)):
            yield _by_class(way, classes)


def _by_class(way: tuple[int, ...], classes: tuple[Class, ...]) -> tuple[tuple[int, ...], ...]:
    found, at = [], 0
    for size, _ in classes:
        found.append(way[at : at + size])
        at += size
    return tuple(found)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small problems with at least one way: the supplies are those of some allotment."""
    supply_count = draw(st.integers(1, 3))
    supply = st.integers(0, supply_count - 1)
    paths = draw(
        st.lists(
            st.lists(supply, min_size=1, max_size=2, unique=True).map(tuple), min_size=1, max_size=4
        )
    )
    masks = st.integers(1, (1 << len(paths)) - 1)
    classes = draw(st.lists(st.tuples(st.integers(0, 3), masks), min_size=1, max_size=3))
    used: Counter[int] = Counter()
    for size, allowed in classes:
        options = [path for path in range(len(paths)) if allowed >> path & 1]
        for _ in range(size):
            used.update(paths[draw(st.sampled_from(options))])
    supplies = tuple(used[index] for index in range(supply_count))
    return supplies, tuple(paths), tuple(classes)


@given(problems())
def test_count_and_shares_equal_those_of_all_ways_listed(problem: Problem) -> None:
    ways = list(all_ways(problem))
    allotment = Allotment(*problem)
    assert allotment.count == len(ways)
    for number in range(len(problem[2])):
        for path, share in enumerate(allotment.shares(number)):
            listed = sum(way[number].count(path) for way in ways) / len(ways)
            assert abs(share - listed) < 1e-9


@given(problems(), st.integers(0, 2**32))
def test_a_draw_is_one_of_the_ways(problem: Problem, seed: int) -> None:
    drawn = Allotment(*problem).draw(Chance(b"draw", seed))
    assert tuple(map(tuple, drawn)) in set(all_ways(problem))


def test_every_way_is_drawn_equally_often() -> None:
    problem: Problem = ((2, 2, 1), ((0,), (1,), (2,), (0, 1)), ((2, 0b1011), (2, 0b0111)))
    ways = list(all_ways(problem))
    allotment = Allotment(*problem)
    draws = 400 * len(ways)
    found = Counter(
        tuple(map(tuple, allotment.draw(Chance(b"often", number)))) for number in range(draws)
    )
    assert set(found) == set(ways)
    chi_square = sum((found[way] - 400) ** 2 / 400 for way in ways)
    assert chi_square < 2 * len(ways) + 20


def test_an_impossible_allotment_has_no_way() -> None:
    assert Allotment((1,), ((0,),), ((2, 1),)).count == 0
    assert Allotment((1, 1), ((0,), (1,)), ((2, 0b01),)).count == 0
    assert Allotment((1,), ((0,),), ((1, 0),)).count == 0
    assert Allotment((0, 1), ((0,),), ()).count == 0


def test_an_empty_allotment_has_one_way() -> None:
    assert Allotment((0,), ((0,),), ()).count == 1
