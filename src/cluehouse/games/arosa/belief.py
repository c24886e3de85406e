"""What a viewer can work out: how likely every cube in the hotel lies on each storey.

What a fall sounds like is weighed only by whoever hears well, a detective (AR-SND-5): it brings
numpy. All others know how falls usually end, and remember what was found where.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Viewer
from cluehouse.games.arosa.events import Find, HotelOpened, Opened, OpenedEmpty
from cluehouse.games.arosa.pieces import COLOUR, COLOURS, CUBES, Options, Storey
from cluehouse.games.arosa.state import State, apply, fell, settle
from cluehouse.games.arosa.tower.fall import Resting
from cluehouse.games.arosa.tower.forecast import jolt, landing
from cluehouse.games.arosa.view import CubeHeard, Sight
from cluehouse.games.arosa.whereabouts import Whereabouts

Opening = Opened | OpenedEmpty

_MISHEARD: Final = 0.01
"""How often a sound tells nothing."""


class Belief:
    """What lies open, as a state with nothing in its hotel, and what may lie in there."""

    __slots__ = ("cubes", "hears", "open", "openings")

    def __init__(self, options: Options, seats: int, *, hears: bool) -> None:
        self.open = State(options, seats)
        self.hears = hears
        self.cubes = [Whereabouts() for _ in COLOURS]
        self.openings: dict[Storey, tuple[Opening, int]] = {}
        """When each storey was last opened, counted in drops."""

    def crowds(self) -> list[float]:
        """How many cubes lie on each storey, on average."""
        return [sum(counts) for counts in zip(*self.expected(), strict=True)]

    def expected(self) -> list[list[float]]:
        """For each colour."""
        return [cubes.expected() for cubes in self.cubes]


def start(options: Options, seats: int, viewer: Viewer, level: Level) -> Belief:
    quick = msgspec.structs.replace(options, tower="quick")
    return Belief(quick, seats, hears=level == "detective")


def update(belief: Belief, sight: Sight) -> None:
    match sight:
        case CubeHeard(by=by, colour=colour):
            _hear(belief, sight)
            fell(belief.open, by, colour)
            return
        case Opened(storey=storey, found=found):
            _look(belief, storey, found)
            belief.openings[storey] = sight, belief.open.drops
        case OpenedEmpty(storey=storey):
            _look(belief, storey, ())
            belief.openings[storey] = sight, belief.open.drops
        case HotelOpened(storeys=storeys):
            for cubes, counts in zip(belief.cubes, zip(*storeys, strict=True), strict=True):
                cubes.lie(counts)
        case _:
            pass  # everything else lies open
    apply(belief.open, sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """A truth that fits. Its falls are quick ones: many can be imagined."""
    state = belief.open.copy()
    for numbers, cubes in zip(CUBES, belief.cubes, strict=True):
        for cube, storey in zip(numbers, cubes.drawn(chance), strict=False):
            settle(state, Resting(cube, 0, 0, 0, storey))
    return state


def _hear(belief: Belief, fall: CubeHeard) -> None:
    crowds = belief.crowds()
    chances = landing(crowds)
    if belief.hears:
        chances = _told(chances, _likelihood(fall, belief.open.options))
    jolted = jolt(crowds, chances)
    for cubes in belief.cubes:
        cubes.shake(jolted)
    belief.cubes[COLOUR[fall.colour]].add(fall.number, chances)


def _likelihood(fall: CubeHeard, options: Options) -> list[float]:
    from cluehouse.games.arosa.tower import hearing  # brings numpy, so only for those who hear

    return hearing.likelihood(fall.sound.gist, options.hearing)


def _told(before: Sequence[float], likely: Sequence[float]) -> list[float]:
    joint = [chance * part for chance, part in zip(before, likely, strict=True)]
    told = (1 - _MISHEARD) / sum(joint)
    return [_MISHEARD * old + told * new for old, new in zip(before, joint, strict=True)]


def _look(belief: Belief, storey: Storey, found: tuple[Find, ...]) -> None:
    counts = {find.colour: find.count for find in found}
    for colour, cubes in zip(COLOURS, belief.cubes, strict=True):
        cubes.clear(storey, counts.get(colour, 0))
