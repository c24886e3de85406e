"""Belief: what a viewer can work out about the storey of every cube in the hotel.

Only the belief of a detective uses the sound of a fall (AR-SND-5), which needs numpy. The other
levels know how falls usually end, and remember what was found where.
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
"""The share of sounds that are assumed to say nothing."""


class Belief:
    """The public state with an empty hotel, and what may lie in the hotel."""

    __slots__ = ("cubes", "hears", "open", "openings")

    def __init__(self, options: Options, seats: int, *, hears: bool) -> None:
        self.open = State(options, seats)
        self.hears = hears
        self.cubes = [Whereabouts() for _ in COLOURS]
        self.openings: dict[Storey, tuple[Opening, int]] = {}
        """The last opening of each storey, with the number of drops before it."""

    def crowds(self) -> list[float]:
        """The expected number of cubes on each storey."""
        return [sum(counts) for counts in zip(*self.expected(), strict=True)]

    def expected(self) -> list[list[float]]:
        """For each colour, the expected number of cubes on each storey."""
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
            pass  # the other sights change only what lies open
    apply(belief.open, sight)


def imagine(belief: Belief, chance: Chance) -> State:
    """Draw a state that fits. It uses the quick tower, so that many can be imagined."""
    state = belief.open.copy()
    for numbers, cubes in zip(CUBES, belief.cubes, strict=True):
        for cube, storey in zip(numbers, cubes.drawn(chance), strict=False):
            settle(state, Resting(cube, 0, 0, 0, storey))
    return state


def _hear(belief: Belief, fall: CubeHeard) -> None:
    crowds = belief.crowds()
    chances = landing(crowds)
    if belief.hears:
        chances = _updated(chances, _likelihood(fall, belief.open.options))
    jolted = jolt(crowds, chances)
    for cubes in belief.cubes:
        cubes.shake(jolted)
    belief.cubes[COLOUR[fall.colour]].add(fall.number, chances)


def _likelihood(fall: CubeHeard, options: Options) -> list[float]:
    from cluehouse.games.arosa.tower import hearing  # imports numpy, so only when needed

    synthesis, *features = fall.sound.gist
    return hearing.likelihood(features, options.hearing, synthesis=int(synthesis))


def _updated(before: Sequence[float], likely: Sequence[float]) -> list[float]:
    joint = [chance * part for chance, part in zip(before, likely, strict=True)]
    scale = (1 - _MISHEARD) / sum(joint)
    return [_MISHEARD * old + scale * new for old, new in zip(before, joint, strict=True)]


def _look(belief: Belief, storey: Storey, found: tuple[Find, ...]) -> None:
    counts = {find.colour: find.count for find in found}
    for colour, cubes in zip(COLOURS, belief.cubes, strict=True):
        cubes.clear(storey, counts.get(colour, 0))
