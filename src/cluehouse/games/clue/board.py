"""The mansion: corridor squares, rooms with doors, START squares and secret passages (CL-MAT-2).

The classic board of 25 rows and 24 columns, the Study at the top left.
"""

from typing import Final

from cluehouse.games.clue.cards import ROOMS, SUSPECTS, Room, Suspect
from cluehouse.games.clue.pieces import SQUARES, Place, Square

Cell = tuple[int, int]
"""Row and column, counted from 0."""

MAP: Final = """\
SSSSSS-.-HHHHHH-R-LLLLLL
SSSSSSS..HHHHHH..LLLLLLL
SSSSSSS..HHHHHH..LLLLLLL
SSSSSSS..HHHHHH..LLLLLLL
-........HHHHHH..LLLLLLL
P........HHHHHH..LLLLLLL
-YYYYY...HHHHHH........-
YYYYYYY................M
YYYYYYY..XXXXX.........-
YYYYYYY..XXXXX..DDDDDDDD
-YYYYY...XXXXX..DDDDDDDD
-........XXXXX..DDDDDDDD
IIIIII...XXXXX..DDDDDDDD
IIIIII...XXXXX..DDDDDDDD
IIIIII...XXXXX..DDDDDDDD
IIIIII.............DDDDD
IIIIII.................-
-.......BBBBBBBB........
E.......BBBBBBBB..KKKKK-
-CCCC...BBBBBBBB..KKKKKK
CCCCCC..BBBBBBBB..KKKKKK
CCCCCC..BBBBBBBB..KKKKKK
CCCCCC..BBBBBBBB..KKKKKK
CCCCCC-...BBBB...-KKKKKK
---------G----W---------
""".splitlines()
"""`.` is a square, X the stairs, - a wall; the letters below are rooms and START squares."""

ROOM_LETTERS: Final[dict[str, Room]] = {
    "K": "kitchen",
    "B": "ballroom",
    "C": "conservatory",
    "D": "dining_room",
    "I": "billiard_room",
    "Y": "library",
    "L": "lounge",
    "H": "hall",
    "S": "study",
}
START_LETTERS: Final[dict[str, Suspect]] = {
    "R": "scarlet",
    "M": "mustard",
    "W": "white",
    "G": "green",
    "E": "peacock",
    "P": "plum",
}

# Each door by the square in front of it.
DOOR_CELLS: Final[dict[Room, tuple[Cell, ...]]] = {
    "kitchen": ((17, 19),),
    "ballroom": ((19, 7), (16, 9), (16, 14), (19, 16)),
    "conservatory": ((19, 5),),
    "dining_room": ((8, 17), (12, 15)),
    "billiard_room": ((11, 1), (15, 6)),
    "library": ((8, 7), (11, 3)),
    "lounge": ((6, 17),),
    "hall": ((4, 8), (7, 11), (7, 12)),
    "study": ((4, 6),),
}
PASSAGES: Final[dict[Room, Room]] = {
    "kitchen": "study",
    "study": "kitchen",
    "lounge": "conservatory",
    "conservatory": "lounge",
}

CELLS: Final[tuple[Cell, ...]] = tuple(
    (row, column)
    for row, letters in enumerate(MAP)
    for column, letter in enumerate(letters)
    if letter == "." or letter in START_LETTERS
)
"""The row and column of each square."""
_SQUARE: Final = {cell: square for square, cell in enumerate(CELLS)}

_HEADINGS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))

NEIGHBOURS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple(
        (_SQUARE[row + down, column + right], heading)
        for heading, (down, right) in enumerate(_HEADINGS)
        if (row + down, column + right) in _SQUARE
    )
    for row, column in CELLS
)
"""For each square, the squares beside it and their directions; never diagonal (CL-MOV-2)."""

STARTS: Final[tuple[int, ...]] = tuple(
    _SQUARE[cell]
    for suspect in SUSPECTS
    for cell in CELLS
    if START_LETTERS.get(MAP[cell[0]][cell[1]]) == suspect
)
"""The START square of each suspect."""

DOORS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(_SQUARE[cell] for cell in DOOR_CELLS[room]) for room in ROOMS
)
"""For each room, the squares in front of its doors."""
ROOM_BEHIND: Final[dict[int, int]] = {
    square: room for room, squares in enumerate(DOORS) for square in squares
}
"""For each door square, the room behind it; no square leads to two rooms."""

PASSAGE: Final[tuple[int | None, ...]] = tuple(
    ROOMS.index(PASSAGES[room]) if room in PASSAGES else None for room in ROOMS
)


def number_of(place: Place) -> int:
    """The number that a state uses for a place."""
    return place if isinstance(place, int) else SQUARES + ROOMS.index(place)


def place_of(number: int) -> Place:
    return Square(number) if number < SQUARES else ROOMS[number - SQUARES]
