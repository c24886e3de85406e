"""Whereabouts: where the cubes of one colour may lie; cubes of a colour are indistinguishable.

Each cube in the hotel has a chance for each storey, split by the fall it may have come from. Cubes
are assumed to lie independently of each other. When a storey is opened, the number of cubes on it
is known exactly; which ones they were is weighed over all possible ways. The remaining chances of
all cubes are then combined into as many whole cubes as are left, so that the expected number on
each storey is kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.games.arosa.tower.fall import FLOORS
from cluehouse.games.arosa.tower.forecast import Jolt

Storeys = list[float]
"""A chance for each storey, from the ground floor up."""

_MIN_CHANCE: Final = 1e-6
"""The least chance that a cube lies on a storey, and that it does not, before the storey is
opened."""
_IMPOSSIBLE: Final = 1e-12
_MIN_FALL_CHANCE: Final = 0.01
"""A fall is dropped from a cube if the cube comes from it with a smaller chance."""


class Cube:
    """One cube in the hotel."""

    __slots__ = ("falls", "storeys")

    def __init__(self, falls: dict[int, Storeys]) -> None:
        self.falls = falls
        """For each fall, the chances that the cube comes from it and lies on each storey; they add
        up to 1."""
        self.storeys = _total(list(falls.values()))


class Whereabouts:
    """All cubes of a colour that are in the hotel."""

    __slots__ = ("cubes",)

    def __init__(self) -> None:
        self.cubes: list[Cube] = []

    def add(self, fall: int, chances: Storeys) -> None:
        self.cubes.append(Cube({fall: chances}))

    def shake(self, jolt: Jolt) -> None:
        """Another cube falls, and may knock any of these further down."""
        self.cubes = [
            Cube({fall: jolt(chances) for fall, chances in cube.falls.items()})
            for cube in self.cubes
        ]

    def clear(self, storey: int, count: int) -> None:
        """Exactly this many were on this storey, and are taken out."""
        taken = _taken([cube.storeys[storey] for cube in self.cubes], count)
        left = (_elsewhere(cube, storey, 1 - t) for cube, t in zip(self.cubes, taken, strict=True))
        self.cubes = _combined(left, len(self.cubes) - count)

    def lie(self, counts: Iterable[int]) -> None:
        """This many lie on each storey, for all to see; which fall each comes from no longer
        matters."""
        self.cubes = [
            Cube({0: [float(floor == storey) for floor in range(FLOORS)]})
            for storey, count in enumerate(counts)
            for _ in range(count)
        ]

    def expected(self) -> Storeys:
        """The expected number of cubes on each storey."""
        return [sum(cube.storeys[storey] for cube in self.cubes) for storey in range(FLOORS)]

    def counts(self, storey: int) -> list[float]:
        """The chance that none lies there, one, two …"""
        ways = [1.0]
        for cube in self.cubes:
            ways = _with_one_more(ways, cube.storeys[storey])
        return ways

    def falls(self) -> dict[int, Storeys]:
        """For each fall whose cube may still be in the hotel, the chance of each storey. The rest
        to 1 is the chance that it was taken out."""
        found: dict[int, Storeys] = {}
        for cube in self.cubes:
            _mix(found, cube, 1.0)
        # Chances of dropped falls have gone to others: none may exceed 1.
        return {fall: _scaled(row, 1 / max(1.0, sum(row))) for fall, row in found.items()}

    def drawn(self, chance: Chance) -> Iterator[int]:
        """Draw a storey for each cube."""
        for cube in self.cubes:
            luck, storey = chance.fraction() * sum(cube.storeys), 0
            while luck >= cube.storeys[storey] and storey < FLOORS - 1:
                luck -= cube.storeys[storey]
                storey += 1
            yield storey


def _taken(here: Sequence[float], count: int) -> list[float]:
    """For each cube, the chance that it is among the `count` cubes on the storey."""
    here = [min(max(chance, _MIN_CHANCE), 1 - _MIN_CHANCE) for chance in here]
    before, after = _running_counts(here), _running_counts(here[::-1])[::-1]
    all_ways = before[-1][count]
    return [
        chance * _convolved(before[i], after[i + 1], count - 1) / all_ways
        for i, chance in enumerate(here)
    ]


def _running_counts(here: Sequence[float]) -> list[list[float]]:
    """The chance of each number of cubes there: of no cube, of the first, of the first two …"""
    running = [[1.0]]
    for chance in here:
        running.append(_with_one_more(running[-1], chance))
    return running


def _with_one_more(ways: list[float], chance: float) -> list[float]:
    missed, hit = 1 - chance, chance
    inner = (ways[i] * missed + ways[i - 1] * hit for i in range(1, len(ways)))
    return [ways[0] * missed, *inner, ways[-1] * hit]


def _convolved(before: list[float], after: list[float], count: int) -> float:
    """The chance of `count` cubes among the others."""
    fewest, most = max(0, count - len(after) + 1), min(count, len(before) - 1)
    return sum(before[i] * after[count - i] for i in range(fewest, most + 1))


def _elsewhere(cube: Cube, storey: int, part: float) -> Cube:
    """The rest of a cube that lies on any other storey with this chance."""
    falls = {fall: _without(chances, storey) for fall, chances in cube.falls.items()}
    rest = sum(map(sum, falls.values()))
    if rest < _IMPOSSIBLE:  # yet it has happened: it may lie anywhere else
        falls = {fall: _without([1.0] * FLOORS, storey) for fall in falls}
        rest = sum(map(sum, falls.values()))
    return Cube({fall: _scaled(chances, part / rest) for fall, chances in falls.items()})


def _combined(parts: Iterable[Cube], count: int) -> list[Cube]:
    """Combine parts of cubes into `count` whole cubes. The greatest parts come first, so that a
    nearly whole cube stays as it is."""
    cubes: list[dict[int, Storeys]] = [{} for _ in range(count)]
    filled = 0.0
    for part in sorted(parts, key=_size, reverse=True):
        size = _size(part)
        for number in range(int(filled), min(int(filled + size) + 1, count)):
            share = min(filled + size, number + 1) - max(filled, number)
            _mix(cubes[number], part, share / size if size else 0.0)
        filled += size
    return [_pruned(falls) for falls in cubes]


def _mix(falls: dict[int, Storeys], part: Cube, share: float) -> None:
    for fall, chances in part.falls.items():
        more = _scaled(chances, share)
        falls[fall] = _sum(falls[fall], more) if fall in falls else more


def _pruned(falls: dict[int, Storeys]) -> Cube:
    kept = {fall: row for fall, row in falls.items() if sum(row) > _MIN_FALL_CHANCE} or falls
    size = sum(map(sum, kept.values()))
    return Cube({fall: _scaled(chances, 1 / size) for fall, chances in kept.items()})


def _total(rows: Sequence[Storeys]) -> Storeys:
    return rows[0] if len(rows) == 1 else [sum(chances) for chances in zip(*rows, strict=True)]


def _size(part: Cube) -> float:
    return sum(part.storeys)


def _scaled(chances: Storeys, by: float) -> Storeys:
    return [chance * by for chance in chances]


def _sum(some: Storeys, others: Storeys) -> Storeys:
    return [one + other for one, other in zip(some, others, strict=True)]


def _without(chances: Storeys, storey: int) -> Storeys:
    return [*chances[:storey], 0.0, *chances[storey + 1 :]]
