"""Pieces: the suspects of the seats, the places, the options and the constants of the game."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final, Literal, NewType

from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import ROOMS, SUSPECTS, Room, Suspect, Weapon

Square = NewType("Square", int)
"""A square of the corridors, numbered from 0 in reading order of the map: row by row, from the
left."""

Place = Square | Room

SQUARES: Final = 188  # CL-DEC-7
PLACES: Final = SQUARES + len(ROOMS)
"""The number of places. In a state a place is a small number: first the squares, then the rooms."""

MOST_TURNS: Final = 100  # CL-DEC-9

Phase = Literal["moving", "rolled", "entered", "answering", "ending", "over"]
"""The phases of a turn (CL-TUR-1), and the end."""

Verdict = Literal["CL-ACC-3", "CL-DEC-3", "CL-DEC-9"]
"""The rules by which a game can end."""

Seating = tuple[Suspect, ...]
"""The suspect of each seat."""


class Crime(Wire, frozen=True):
    """The suspect, the weapon and the room."""

    suspect: Suspect
    weapon: Weapon
    room: Room


class Options(Wire, frozen=True):
    suspects: tuple[Suspect | None, ...] = ()
    """The suspect each seat has chosen; None, or no entry, for any suspect left over (CL-DEC-8)."""

    def __post_init__(self) -> None:
        if len(self.suspects) > len(SUSPECTS) or not seats(self):
            raise ValueError("chosen suspects are different and sit clockwise (CL-DEC-1)")


def seats(options: Options) -> range:
    """Three to six, as far as the chosen suspects leave room for all to sit clockwise."""
    fitting = [count for count in range(3, 7) if seatings(options.suspects, count)]
    return range(fitting[0], fitting[-1] + 1) if fitting else range(0)


@cache
def seatings(chosen: tuple[Suspect | None, ...], count: int) -> tuple[Seating, ...]:
    """All ways to seat `count` players clockwise that give each seat the suspect it has chosen."""
    if len(chosen) > count:
        return ()
    return tuple(
        seating
        for seating in _clockwise(count)
        if all(wish in (None, suspect) for wish, suspect in zip(chosen, seating, strict=False))
    )


def _clockwise(count: int) -> Iterator[Seating]:
    """CL-DEC-1: the suspects in their order, beginning with any of them."""
    for taken in combinations(SUSPECTS, count):
        for first in range(count):
            yield taken[first:] + taken[:first]
