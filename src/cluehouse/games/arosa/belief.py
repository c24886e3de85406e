"""What a viewer can work out: what lies open, and which storeys cannot hold anything.

The model is the plainest: a cube in the hotel may lie on any storey that has not been cleared since
the last fall. What falls sound like is not weighed.
"""

from typing import assert_never

import msgspec

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Help, Level, Viewer
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.events import Opened, OpenedEmpty
from cluehouse.games.arosa.fall import Resting
from cluehouse.games.arosa.pieces import (
    COLOURS,
    CUBES,
    STOREYS,
    VICTIM,
    Options,
    Storey,
    Storeys,
)
from cluehouse.games.arosa.state import State, apply, fell
from cluehouse.games.arosa.view import CubeHeard, Sight

Opening = Opened | OpenedEmpty


class Belief:
    """What lies open, as a state with nothing in its hotel, and the last look into each storey."""

    __slots__ = ("cleared", "open", "openings")

    def __init__(self, options: Options, seats: int) -> None:
        self.open = State(options, seats)
        self.cleared: set[Storey] = set()
        """Opened since the last fall."""
        self.openings: dict[Storey, tuple[Opening, int]] = {}
        """When each storey was last opened, counted in drops."""


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    return Belief(msgspec.structs.replace(options, tower="quick"), seats)


def update(belief: Belief, sight: Sight) -> None:
    match sight:
        case CubeHeard(by=by, colour=colour):
            fell(belief.open, by, colour)
            belief.cleared.clear()
        case Opened(storey=storey) | OpenedEmpty(storey=storey):
            belief.cleared.add(storey)
            belief.openings[storey] = sight, belief.open.drops
            apply(belief.open, sight)
        case _:
            apply(belief.open, sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """A truth that fits. Its falls are quick ones: many can be imagined."""
    state = belief.open.copy()
    if state.hotel is not None:
        _fill(state, state.hotel)
        return state
    free = [storey for storey in STOREYS if storey not in belief.cleared]
    traces = zip(CUBES, state.traces_inside(), strict=False)
    for cubes, count in (*traces, (CUBES[VICTIM], state.victims_inside())):
        for cube in cubes[:count]:
            state.inside[cube] = _somewhere_on(chance.choice(free), cube)
    return state


class StoreyNote(Wire, frozen=True):
    storey: Storey
    opening: Opening
    """The last one."""
    drops: int
    """How many cubes have fallen since."""


class Notes(Wire, frozen=True):
    storeys: tuple[StoreyNote, ...]


def notes(belief: Belief, help: Help) -> Notes:
    match help:
        case "paper":
            return Notes(storeys=())
        case "seen" | "deducing":
            known = sorted(belief.openings.items())
            drops = belief.open.drops
            return Notes(tuple(StoreyNote(at, seen, drops - then) for at, (seen, then) in known))
        case _:
            assert_never(help)


def _fill(state: State, storeys: Storeys) -> None:
    """As everybody has seen it."""
    for colour in range(len(COLOURS)):
        cubes = iter(CUBES[colour])
        for storey, counts in zip(STOREYS, storeys, strict=True):
            for _ in range(counts[colour]):
                cube = next(cubes)
                state.inside[cube] = _somewhere_on(storey, cube)


def _somewhere_on(storey: Storey, cube: int) -> Resting:
    """The quick tower asks for no more than the storey."""
    return Resting(cube, 0, 0, 0, storey)
