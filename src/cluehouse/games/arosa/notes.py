"""What the notebook writes by itself: the last look into each storey, what may lie where, and where
the last falls ended."""

from collections.abc import Iterator
from typing import Final, assert_never

from cluehouse.core.ids import Help
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.belief import Belief, Opening
from cluehouse.games.arosa.pieces import COLOUR, COLOURS, STOREYS, VICTIM, Colour, Storey

FALLS: Final = 12
"""So many falls are told of."""
_DIGITS: Final = 3
_PRESENT: Final = 0.25
"""A fall is told of while its cube is in the hotel with a greater chance."""


class StoreyNote(Wire, frozen=True):
    storey: Storey
    opening: Opening
    """The last one."""
    drops: int
    """How many cubes have fallen since."""


class CellNote(Wire, frozen=True):
    storey: Storey
    colour: Colour
    likely: float
    """How many cubes of the colour lie there, on average."""
    some: float
    """How likely at least one does."""


class FallNote(Wire, frozen=True):
    """A cube that is still in the hotel, as far as one can tell."""

    number: int
    colour: Colour
    storeys: tuple[float, ...]
    """How likely it lies on each; what is missing to one, it was taken out."""


class Notes(Wire, frozen=True):
    storeys: tuple[StoreyNote, ...] = ()
    cells: tuple[CellNote, ...] = ()
    """Storey by storey, the colours of those who play and the victims'."""
    falls: tuple[FallNote, ...] = ()
    """The last ones, the newest first."""


def notes(belief: Belief, help: Help) -> Notes:
    match help:
        case "paper":
            return Notes()
        case "seen":
            return Notes(tuple(_storeys(belief)))
        case "deducing":
            return Notes(tuple(_storeys(belief)), tuple(_cells(belief)), tuple(_falls(belief)))
        case _:
            assert_never(help)


def _storeys(belief: Belief) -> Iterator[StoreyNote]:
    for storey, (opening, then) in sorted(belief.openings.items()):
        yield StoreyNote(storey, opening, belief.open.drops - then)


def _cells(belief: Belief) -> Iterator[CellNote]:
    for storey in STOREYS:
        for colour in (*COLOURS[: belief.open.seats], COLOURS[VICTIM]):
            cubes = belief.cubes[COLOUR[colour]]
            likely, some = cubes.expected()[storey], 1 - cubes.counts(storey)[0]
            yield CellNote(storey, colour, round(likely, _DIGITS), round(some, _DIGITS))


def _falls(belief: Belief) -> list[FallNote]:
    if belief.open.hotel is not None:
        return []
    told = [
        FallNote(number, colour, tuple(round(chance, _DIGITS) for chance in chances))
        for colour, cubes in zip(COLOURS, belief.cubes, strict=True)
        for number, chances in cubes.falls().items()
        if sum(chances) > _PRESENT
    ]
    return sorted(told, key=lambda note: -note.number)[:FALLS]
