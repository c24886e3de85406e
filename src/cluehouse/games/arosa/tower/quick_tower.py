"""Quick tower: falls drawn from tables fitted to the wooden tower, a hundred times as fast.

It serves imagined hotels, playouts and benchmarks. A cube goes down storey by storey, and stays on
one with a chance that depends on how many cubes lie there; on its way it may knock one of them
further down. `tools/arosa_quick.py` counts the tables in `quick_tower.json` in falls of the wooden
tower. People never hear these falls, so the knocks are only roughly those of the wooden tower.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from cluehouse.core.chance import Chance
from cluehouse.games.arosa.tower.fall import (
    CUBE_SIDE_UM,
    FLOORS,
    STOREY_HEIGHT_UM,
    Contact,
    Fall,
    Resting,
)

CROWDS: Final = (1, 4, 8, 13, 20)
"""The numbers of cubes from which a storey counts as one step fuller."""
MAX_PUSH_CHANCE: Final = 0.25
"""An upper bound of the chance that a fall pushes another cube off its storey, however full the
hotel is."""

_NEAREST, _LEDGE = 14_000, 30_000
"""The position of a cube: at least this far from the middle, and at most this much farther, on
either side."""
_SCATTER: Final = 1 << 16
_ALL_CUBES: Final = 122
"""AR-MAT-2, AR-MAT-3: the number of cubes in the game."""


class Tables(NamedTuple):
    """Rates for each storey, from the ground floor up; `stay` and `push` also for each step of
    fullness."""

    stay: list[list[float]]
    """The chance that a cube that comes to this storey stays on it."""
    push: list[list[float]]
    """The chance that a cube that comes to this storey knocks another one off it."""
    strike: list[float]
    """The chance that a cube that goes through this storey is heard on it."""
    arrival: list[int]
    """Microseconds until a cube that is heard on this storey is first heard there."""
    impulse: list[int]
    """The impulse of that knock."""


@cache
def tables() -> Tables:
    """The stored tables, with rates for each number of cubes instead of each step."""
    text = files(__package__).joinpath("quick_tower.json").read_text("utf-8")
    steps = Tables(**json.loads(text))
    return steps._replace(stay=_by_number(steps.stay), push=_by_number(steps.push))


def crowd(cubes: int) -> int:
    """How full a storey with this many cubes is, in steps."""
    return bisect_right(CROWDS, cubes)


def drop(
    resting: Iterable[Resting], cube: int, chance: Chance, lying: Sequence[int] | None = None
) -> Fall:
    """Let a cube fall. `lying`: the number of cubes on each storey, if it has been counted
    already."""
    rates = tables()
    lying = _counted(resting) if lying is None else lying
    storey = _landing(rates.stay, lying, FLOORS - 1, chance.fraction())
    moved = [_at_rest(cube, storey, chance)]
    if off := _pushed_off(rates.push, lying, storey, chance.fraction()):
        down = _landing(rates.stay, lying, off - 1, chance.fraction())
        pushed = chance.choice([rest.cube for rest in resting if rest.storey == off])
        moved.append(_at_rest(pushed, down, chance))
        moved.sort()
    return Fall(storey, tuple(moved), _knocks(rates, storey, chance))


def _by_number(steps: list[list[float]]) -> list[list[float]]:
    return [[chances[crowd(cubes)] for cubes in range(_ALL_CUBES + 1)] for chances in steps]


def _counted(resting: Iterable[Resting]) -> list[int]:
    lying = [0] * FLOORS
    for rest in resting:
        lying[rest.storey] += 1
    return lying


def _landing(
    stay: Sequence[Sequence[float]], lying: Sequence[int], storey: int, luck: float
) -> int:
    """The storey where a cube stays that falls from this one. One random number is enough for all
    storeys: what is left of it when a storey lets the cube through is as random as before."""
    while storey:
        chance = stay[storey][lying[storey]]
        if luck < chance:
            return storey
        luck = (luck - chance) / (1 - chance)
        storey -= 1
    return 0


def _pushed_off(
    push: Sequence[Sequence[float]], lying: Sequence[int], lowest: int, luck: float
) -> int:
    """The storey that loses a cube to one that falls as far as `lowest`; usually 0: none."""
    if luck > MAX_PUSH_CHANCE:
        return 0
    for storey in range(FLOORS - 1, max(lowest, 1) - 1, -1):
        luck -= push[storey][lying[storey]]
        if luck < 0:
            return storey
    return 0


def _at_rest(cube: int, storey: int, chance: Chance) -> Resting:
    where = chance.below(_SCATTER)
    x = _NEAREST + where % _LEDGE
    y = storey * STOREY_HEIGHT_UM + CUBE_SIDE_UM // 2
    return Resting(cube, x if where & 1 else -x, y, 0, storey)


def _knocks(rates: Tables, lowest: int, chance: Chance) -> tuple[Contact, ...]:
    delay, below, strike = chance.below(_SCATTER), chance.below, rates.strike
    heard = [at for at in range(FLOORS - 1, lowest, -1) if below(256) < 256 * strike[at]]
    heard.append(lowest)
    return tuple([Contact(rates.arrival[at] + delay, at, rates.impulse[at]) for at in heard])
