"""Fall: the result of a drop: where cubes came to rest, and what they struck on the way.

All values are integers in fixed units, so that a log holds a fall exactly and a replay never
simulates.
"""

from typing import Final, Literal, NamedTuple

FLOORS: Final = 8
"""AR-MAT-1: the number of storeys; 0 is the ground floor, on the table, and 7 is under the
chimney."""

CUBE_SIDE_UM: Final = 8_000
STOREY_HEIGHT_UM: Final = 30_000

SOUND_SECONDS: Final = 2.2
"""The length of every sound, in seconds."""
MAX_FALL_SECONDS: Final = 2.0
"""The seconds within which all cubes must be at rest (AR-DEC-4); the last knock can still ring
out."""

Hearing = Literal["clear", "normal", "thick"]
"""How much of a fall the walls of the hotel let through."""
HEARINGS: Final[tuple[Hearing, ...]] = ("clear", "normal", "thick")

Synthesis = Literal[1, 2]
"""Which way of making sounds players heard: a stored game is heard again as it was played."""
SYNTHESIS: Final[Synthesis] = 2
"""The one in use. In 1, the pitch of a knock was off by more than storeys differ."""


class Resting(NamedTuple):
    """A cube at rest in the cross-section of the hotel."""

    cube: int
    x: int
    """Micrometres from the middle of the hotel."""
    y: int
    """Micrometres of the cube's centre above the table."""
    turn: int
    """Microradians, less than a quarter turn: a cube looks the same after one."""
    storey: int


class Contact(NamedTuple):
    """A knock: a cube strikes a floor, a wall or another cube."""

    time: int
    """Microseconds since the cube was released."""
    storey: int
    """The storey whose floor or wall was struck, or on whose floor two cubes met."""
    impulse: int
    """The change of speed of one cube, in millimetres per second."""


class Fall(NamedTuple):
    storey: int
    rest: tuple[Resting, ...]
    """The new cube and every cube that was moved, by number."""
    contacts: tuple[Contact, ...]
    """In the order of time."""
