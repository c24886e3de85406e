"""Simulated falls for the scripts that measure the tower: a hotel is filled to some number of
cubes, then storey after storey is opened and everything in it dropped again."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from cluehouse.core.chance import Chance, subkey
from cluehouse.games.arosa.tower import tower
from cluehouse.games.arosa.tower.fall import FLOORS, Fall, Resting

Drop = Callable[[Iterable[Resting], int, Chance], Fall]


class Heard(NamedTuple):
    """A fall, and the resting cubes before it."""

    before: Sequence[Resting]
    fall: Fall

    @property
    def counts(self) -> list[int]:
        """Cubes on each storey before the fall."""
        counts = [0] * FLOORS
        for rest in self.before:
            counts[rest.storey] += 1
        return counts


def in_empty_hotel(falls: int, seed: str, drop: Drop = tower.drop) -> Iterator[Heard]:
    key = subkey(seed.encode(), "empty")
    for number in range(falls):
        yield Heard((), drop((), number, Chance(key, number)))


def in_play(cubes: int, openings: int, seed: str, drop: Drop = tower.drop) -> Iterator[Heard]:
    """Drop so many cubes; then open random storeys and drop their cubes again."""
    key, resting, falls = subkey(seed.encode(), "play", cubes), dict[int, Resting](), 0
    doors = Chance(subkey(key, "doors"), 0)
    waiting = list(range(cubes))
    while waiting or openings:
        if not waiting:
            openings -= 1
            storey = doors.below(FLOORS)
            waiting = [cube for cube, rest in resting.items() if rest.storey == storey]
        for cube in waiting:
            resting.pop(cube, None)
        for cube in doors.shuffled(waiting):
            heard = Heard(tuple(resting.values()), drop(resting.values(), cube, Chance(key, falls)))
            resting |= {rest.cube: rest for rest in heard.fall.rest}
            falls += 1
            yield heard
        waiting = []


def shares(falls: Iterable[Heard]) -> list[float]:
    """The share of falls that ended on each storey."""
    ended = [0] * FLOORS
    for heard in falls:
        ended[heard.fall.storey] += 1
    return [count / sum(ended) for count in ended]
