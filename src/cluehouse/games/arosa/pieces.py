"""Pieces: eight storeys, twenty traces in each of six colours, two victims."""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from cluehouse.core.wire import Wire
from cluehouse.games.arosa.tower.fall import Hearing

Storey = Literal[0, 1, 2, 3, 4, 5, 6, 7]
"""A storey; the ground floor is 0."""
Colour = Literal["yellow", "blue", "brown", "grey", "black", "white", "red"]
"""The colour of a cube: a seat's traces have the colour of its number, the victims are red
(AR-DEC-8)."""
Act = Literal["prologue", "one", "two"]
Phase = Literal["dropping", "searching", "taking_back", "over"]
Tower = Literal["wooden", "quick"]
Board = tuple[tuple[int, ...], ...]
"""For each seat, its traces on each space of the search board."""
Storeys = tuple[tuple[int, ...], ...]
"""For each storey, from the ground floor up, the number of cubes of each colour."""

STOREYS: Final[tuple[Storey, ...]] = get_args(Storey)  # AR-MAT-1
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
COLOUR: Final = {colour: i for i, colour in enumerate(COLOURS)}
"""Colours are small numbers in a state; a seat's colour has the seat's number."""
VICTIM: Final = COLOUR["red"]

TRACES: Final = 20  # AR-MAT-2
VICTIMS: Final = 2  # AR-MAT-3
CUBES: Final = (
    *(range(i * TRACES, (i + 1) * TRACES) for i in range(VICTIM)),
    range(VICTIM * TRACES, VICTIM * TRACES + VICTIMS),
)
"""For each colour, the numbers of its cubes; a cube's number divided by TRACES is its colour's."""

FIRST_TRACES: Final = 2
"""The number of traces each seat drops in the prologue (AR-PRO-2)."""
TOO_MANY: Final = 10
"""The number of traces of one seat on the search board that ends the game (AR-END-1)."""
TURNS: Final = 60
"""The most turns of each seat in act two (AR-DEC-9)."""

ON_SCENE, NEXT_TO_SCENE, ELSEWHERE = 3, 2, 1
"""Points of suspicion for a trace on the search board (AR-SCO-1)."""


class Options(Wire, frozen=True):
    hearing: Hearing = "normal"
    tower: Annotated[Tower, Meta(extra={"offered": False})] = "wooden"
    """The quick tower draws its falls from tables, for imagined states and for many games in bulk.
    It is not offered to people: the catalogue lists no values for it."""


def seats(options: Options) -> range:
    return range(2, 7)
