"""The quick tower: falls drawn from tables fitted to the wooden one, a hundred times as fast.

For imagined hotels, playouts and benches. A cube goes down storey by storey, and stays on one with
a chance that depends on how many cubes lie there; on its way it may knock one of them further
down. `tools/arosa_quick.py` counts the tables in `quick_tower.json` in falls of the wooden tower.
People never hear these falls, so the knocks are only roughly those of the wooden tower.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from cluehouse.core.chance import Chance
from cluehouse.games.arosa.fall import (
    CUBE_SIDE,
    FLOORS,
    STOREY_HEIGHT,
    Contact,
    Fall,
    Resting,
)

CROWDS: Final = (1, 4, 8, 13, 20)
"""From each of these numbers of cubes on, a storey counts as one step fuller."""

_NEAREST, _LEDGE = 14_000, 30_000
"""Where a cube lies: so far from the middle, and at most so much farther, on either side."""
_SCATTER: Final = 1 << 16


class Tables(NamedTuple):
    """For each storey, from the ground floor up, and in some for each step of fullness."""

    stay: list[list[float]]
    """How likely a cube that comes to this storey stays on it."""
    push: list[list[float]]
    """How likely a cube that comes to this storey knocks another one off it."""
    strike: list[float]
    """How likely a cube that goes through this storey is heard on it."""
    arrival: list[int]
    """When a cube that is heard on this storey is first heard there, in microseconds."""
    impulse: list[int]
    """How hard it strikes then."""


def crowd(cubes: int) -> int:
    """How full a storey with so many cubes is, in steps."""
    return bisect_right(CROWDS, cubes)


def drop(resting: Iterable[Resting], cube: int, chance: Chance) -> Fall:
    tables = _tables()
    lying: list[list[int]] = [[] for _ in range(FLOORS)]
    for rest in resting:
        lying[rest.storey].append(rest.cube)
    crowds = [crowd(len(cubes)) for cubes in lying]
    storey = _landing(tables.stay, crowds, FLOORS - 1, chance.fraction())
    moved = [_lie(cube, storey, chance)]
    if off := _pushed_off(tables.push, crowds, storey, chance.fraction()):
        down = _landing(tables.stay, crowds, off - 1, chance.fraction())
        moved.append(_lie(chance.choice(lying[off]), down, chance))
    return Fall(storey, tuple(sorted(moved)), _knocks(tables, storey, chance))


@cache
def _tables() -> Tables:
    text = files(__package__).joinpath("quick_tower.json").read_text("utf-8")
    return Tables(**json.loads(text))


def _landing(
    stay: Sequence[Sequence[float]], crowds: Sequence[int], storey: int, luck: float
) -> int:
    """Where a cube stays that falls from this storey. One number is luck enough for all storeys:
    what is left of it when a storey lets the cube through is as random as it was."""
    while storey:
        chance = stay[storey][crowds[storey]]
        if luck < chance:
            return storey
        luck = (luck - chance) / (1 - chance)
        storey -= 1
    return 0


def _pushed_off(
    push: Sequence[Sequence[float]], crowds: Sequence[int], lowest: int, luck: float
) -> int:
    """The storey that loses a cube to one that falls as far as `lowest`; 0, the usual one: none."""
    for storey in range(FLOORS - 1, max(lowest, 1) - 1, -1):
        luck -= push[storey][crowds[storey]]
        if luck < 0:
            return storey
    return 0


def _lie(cube: int, storey: int, chance: Chance) -> Resting:
    where = chance.below(_SCATTER)
    x = _NEAREST + where % _LEDGE
    return Resting(cube, x if where & 1 else -x, storey * STOREY_HEIGHT + CUBE_SIDE // 2, 0, storey)


def _knocks(tables: Tables, lowest: int, chance: Chance) -> tuple[Contact, ...]:
    knocks, delay = [], chance.below(_SCATTER)
    for storey in range(FLOORS - 1, lowest - 1, -1):
        if storey == lowest or chance.below(256) < 256 * tables.strike[storey]:
            time = tables.arrival[storey] + delay
            knocks.append(Contact(time, storey, tables.impulse[storey]))
    return tuple(knocks)
