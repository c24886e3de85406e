"""What a fall leaves behind: where cubes came to rest, and what they struck on the way.

Whole numbers in fixed units, so that a log holds a fall exactly and replay never simulates.
"""

from typing import Final, Literal, NamedTuple

FLOORS: Final = 8
"""AR-MAT-1: 0 is the ground floor, whose floor is the table; 7 lies under the chimney."""

CUBE_SIDE: Final = 8_000
STOREY_HEIGHT: Final = 30_000
"""Micrometres."""

SOUND: Final = 2.2
"""Seconds: every sound lasts as long as any other."""
FALL: Final = 2.0
"""Seconds within which every cube must be at rest (AR-DEC-4): the last knock still rings out."""

Hearing = Literal["clear", "normal", "thick"]
"""How much of a fall the walls of the hotel let through."""
HEARINGS: Final[tuple[Hearing, ...]] = ("clear", "normal", "thick")


class Resting(NamedTuple):
    """A cube at rest in the cross-section of the hotel."""

    cube: int
    x: int
    """Micrometres from the middle of the hotel."""
    y: int
    """Micrometres above the table, of the cube's centre."""
    turn: int
    """Microradians, less than a quarter turn: a cube looks the same after one."""
    storey: int


class Contact(NamedTuple):
    """A knock."""

    time: int
    """Microseconds since the cube was let go."""
    storey: int
    """Whose floor or wall was struck, or on whose floor two cubes met."""
    impulse: int
    """In millimetres a second of one cube."""


class Fall(NamedTuple):
    storey: int
    rest: tuple[Resting, ...]
    """The new cube and every cube that was moved, by number."""
    contacts: tuple[Contact, ...]
    """In the order of time."""
