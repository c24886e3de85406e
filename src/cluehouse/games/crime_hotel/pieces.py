"""Pieces: the twenty-seven rooms, the thirty-nine places for detectives, and the desks of the
police station."""

from typing import Final, Literal, get_args

from cluehouse.core.menu import Menu
from cluehouse.core.wire import Wire

# fmt: off
# ruff: noqa: E501
Room = Literal[
    11, 12, 13, 14, 15, 16, 17, 18, 19,
    21, 22, 23, 24, 25, 26, 27, 28, 29,
    31, 32, 33, 34, 35, 36, 37, 38, 39,
]
Place = Literal[
    "floor-1", "floor-2", "floor-3",
    "column-1", "column-2", "column-3", "column-4", "column-5", "column-6", "column-7", "column-8", "column-9",
    "room-11", "room-12", "room-13", "room-14", "room-15", "room-16", "room-17", "room-18", "room-19",
    "room-21", "room-22", "room-23", "room-24", "room-25", "room-26", "room-27", "room-28", "room-29",
    "room-31", "room-32", "room-33", "room-34", "room-35", "room-36", "room-37", "room-38", "room-39",
]
# fmt: on
Department = Literal["move", "exchange", "look", "deputy", "bonus"]
Phase = Literal["playing", "acting", "effect", "between", "over"]

ROOMS: Final[tuple[Room, ...]] = get_args(Room)  # CH-MAT-1
PLACES: Final[tuple[Place, ...]] = get_args(Place)  # CH-MAT-2
DEPARTMENTS: Final[tuple[Department, ...]] = get_args(Department)

ROOM: Final = {room: i for i, room in enumerate(ROOMS)}
PLACE: Final = {place: i for i, place in enumerate(PLACES)}
"""Rooms and places are small numbers in a state, and bits in its masks."""

FLOORS: Final = 3
COLUMNS: Final = 9
FLOOR: Final = tuple(
    sum(1 << floor * COLUMNS + c for c in range(COLUMNS)) for floor in range(FLOORS)
)
"""The rooms of each floor."""
_COLUMN: Final = tuple(
    sum(1 << f * COLUMNS + column for f in range(FLOORS)) for column in range(COLUMNS)
)
WITHIN: Final = (*FLOOR, *_COLUMN, *(1 << room for room in range(len(ROOMS))))
"""For each place, the rooms it covers."""

HAND: Final = 6  # CH-SET-1
TRICKS: Final = 5
INVESTIGATIONS: Final = 3

POINTS: Final = (2, 5, 10)
"""The points for a right floor, column, room (CH-GUE-3)."""
WORTH: Final = (
    *[POINTS[0]] * FLOORS,
    *[POINTS[1]] * COLUMNS,
    *[POINTS[2]] * len(ROOMS),
)

ROOMS_OF: Final = Menu(ROOMS)
PLACES_OF: Final = Menu(PLACES)

Desks = tuple[tuple[int, ...], ...]
"""For each department, the numbers on its desks from left to right."""

# CH-DEC-1: the booklet only draws the desks; these are ours. `tight` has hardly one to spare.
DESKS: Final[dict[tuple[str, int], Desks]] = {
    ("standard", 3): ((1,), (1, 2), (1, 2), (1,), (2, 3)),
    ("standard", 4): ((1, 1), (1, 2), (1, 2), (1, 1), (1, 2, 3)),
    ("tight", 3): ((1,), (1,), (1,), (1,), (2, 3)),
    ("tight", 4): ((1, 1), (1, 2), (1, 2), (1, 1), (2, 3)),
}
DESKS_OF_VERSION_1: Final = DESKS | {("tight", 3): ((1,), (1,), (1,), (1,), (3,))}
"""The desks of games whose events do not name them."""


class Options(Wire, frozen=True):
    beginners: bool = False
    """Play without departments (CH-BEG-1)."""
    desks: Literal["standard", "tight"] = "standard"
    """Which of our layouts of desks the police station has (CH-DEC-1)."""


def seats(options: Options) -> range:
    return range(3, 5)
