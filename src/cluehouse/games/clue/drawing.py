"""Drawing: the mansion as plain data for the browser, written by tools/gen_wire.py."""

from typing import Final

from cluehouse.games.clue.board import (
    CELLS,
    DOOR_CELLS,
    MAP,
    PASSAGES,
    ROOM_LETTERS,
    START_LETTERS,
)
from cluehouse.games.clue.cards import ROOMS, Room
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.walks import distances

__all__ = [
    "CELLS",
    "DOOR_CELLS",
    "MAP",
    "NEAREST",
    "PASSAGES",
    "ROOM_LETTERS",
    "START_LETTERS",
]

NEAREST: Final[tuple[tuple[Room, int], ...]] = tuple(
    min(
        ((room, distances(SQUARES + number)[square]) for number, room in enumerate(ROOMS)),
        key=lambda found: found[1],
    )
    for square in range(SQUARES)
)
"""For each square, a nearest room and how many steps away it is: a name for the square."""
