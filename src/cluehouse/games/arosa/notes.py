"""Notes: the last look into each storey, what may lie where, and where the last falls ended."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from cluehouse.core.ids import Help
from cluehouse.core.marks import against, answer
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.belief import Belief, Opening
from cluehouse.games.arosa.pieces import COLOUR, COLOURS, STOREYS, VICTIM, Colour, Storey

FALLS: Final = 12
"""The greatest number of falls in the notes."""
_DIGITS: Final = 3
_PRESENT: Final = 0.25
"""A fall is noted while its cube is in the hotel with a greater chance than this."""


class StoreyNote(Wire, frozen=True):
    storey: Storey
    opening: Opening
    """The last opening of this storey."""
    drops: int
    """The number of cubes that have fallen since."""


class CellNote(Wire, frozen=True):
    storey: Storey
    colour: Colour
    likely: float
    """The expected number of cubes of the colour on the storey."""
    some: float
    """The chance that there is at least one."""


class FallNote(Wire, frozen=True):
    """A cube that is probably still in the hotel."""

    number: int
    colour: Colour
    storeys: tuple[float, ...]
    """The chance of each storey; the rest to 1 is the chance that the cube was taken out."""


class Notes(Wire, frozen=True):
    storeys: tuple[StoreyNote, ...] = ()
    cells: tuple[CellNote, ...] = ()
    """Storey by storey: the colours of the seats, then the victims'."""
    falls: tuple[FallNote, ...] = ()
    """The last falls, the newest first."""


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


def contradicted(belief: Belief, marks: Mapping[str, str]) -> tuple[str, ...]:
    """A cell is `storey.colour`, marked with whether such a cube lies there. A storey that was
    opened is empty until the next fall; at the end the whole hotel is open."""
    hotel, drops = belief.open.hotel, belief.open.drops
    seen = {
        f"{storey}.{colour}": answer(hotel is not None and hotel[storey][number] > 0)
        for storey in STOREYS
        if hotel is not None or belief.openings.get(storey, (None, -1))[1] == drops
        for number, colour in enumerate(COLOURS)
    }
    return against(seen, marks)


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
