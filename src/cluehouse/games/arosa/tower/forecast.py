"""Forecast: how a fall probably ends in a hotel that was not opened: the quick tower's tables,
averaged over how full the storeys may be."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from cluehouse.games.arosa.tower.fall import FLOORS
from cluehouse.games.arosa.tower.quick_tower import tables

Jolt = Callable[[Sequence[float]], list[float]]
"""Maps the chances of a cube for each storey before a fall to those after it."""

_MIN_SLIP_CHANCE: Final = 2e-4
"""The least chance that a fall knocks a cube off its storey, whatever the tables say."""


def landing(crowds: Sequence[float]) -> list[float]:
    """The chance of each storey that a cube comes to rest there, given the expected cubes on
    each."""
    chances, falling = [0.0] * FLOORS, 1.0
    for storey in reversed(range(FLOORS)):
        chances[storey] = falling * _stays(storey, crowds)
        falling -= chances[storey]
    return chances


def jolt(crowds: Sequence[float], landed: Sequence[float]) -> Jolt:
    """The effect of a fall on a cube at rest, given the chances of the storey where the fall
    ended."""
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
    """The chance that a given cube of a storey is knocked off when another comes to it."""
    cubes = max(1.0, crowds[storey])
    return max(_MIN_SLIP_CHANCE, _rate(tables().push[storey], cubes) / cubes)


def _rate(rates: Sequence[float], cubes: float) -> float:
    """The rate for a fractional number of cubes, by linear interpolation."""
    fewer = int(cubes)
    low, high = rates[fewer : fewer + 2]
    return low + (cubes - fewer) * (high - low)
