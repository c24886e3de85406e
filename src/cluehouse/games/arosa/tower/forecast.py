"""What to expect of a fall in a hotel nobody has looked into: the quick tower's tables, averaged
over how full the storeys may be."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from cluehouse.games.arosa.tower.fall import FLOORS
from cluehouse.games.arosa.tower.quick_tower import tables

Jolt = Callable[[Sequence[float]], list[float]]
"""Chances of a cube for each storey, before a fall and after it."""

_SURPRISE: Final = 2e-4
"""At least so likely a fall knocks a cube off its storey, whatever the tables say."""


def landing(crowds: Sequence[float]) -> list[float]:
    """How likely a cube comes to rest on each storey, if so many cubes lie there on average."""
    chances, falling = [0.0] * FLOORS, 1.0
    for storey in reversed(range(FLOORS)):
        chances[storey] = falling * _stays(storey, crowds)
        falling -= chances[storey]
    return chances


def jolt(crowds: Sequence[float], landed: Sequence[float]) -> Jolt:
    """What a fall does to a cube at rest, if it ended on each storey with these chances."""
    came = list(accumulate(landed))
    off = [_slips(storey, crowds) * came[storey] for storey in range(FLOORS)]
    stay = [_stays(storey, crowds) for storey in range(FLOORS)]

    def jolted(chances: Sequence[float]) -> list[float]:
        after, falling = list(chances), 0.0
        for storey in range(FLOORS - 1, 0, -1):
            slipped, caught = chances[storey] * off[storey], falling * stay[storey]
            after[storey] += caught - slipped
            falling += slipped - caught
        after[0] += falling
        return after

    return jolted


def _stays(storey: int, crowds: Sequence[float]) -> float:
    return _rate(tables().stay[storey], crowds[storey])


def _slips(storey: int, crowds: Sequence[float]) -> float:
    """One cube of those that lie on a storey, when another comes to it."""
    cubes = max(1.0, crowds[storey])
    return max(_SURPRISE, _rate(tables().push[storey], cubes) / cubes)


def _rate(rates: Sequence[float], cubes: float) -> float:
    """Between two numbers of cubes, in proportion."""
    fewer = int(cubes)
    low, high = rates[fewer : fewer + 2]
    return low + (cubes - fewer) * (high - low)
