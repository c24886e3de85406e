"""Events: what happened, in full."""

from typing import Literal

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.pieces import Act, Colour, Storey, Storeys
from cluehouse.games.arosa.tower.fall import Contact, Hearing, Resting, Synthesis


class TurnBegun(Wire, frozen=True):
    act: Act
    by: Seat


class Dropped(Wire, frozen=True):
    """A cube fell. All players hear it; none sees where cubes come to rest (AR-PRO-3)."""

    number: int
    """The number of this drop in the game, from 1."""
    by: Seat
    colour: Colour
    hearing: Hearing
    storey: Storey
    """The storey where the cube came to rest."""
    rest: tuple[Resting, ...]
    """This cube and every other cube it moved."""
    contacts: tuple[Contact, ...]
    synthesis: Synthesis = 1


class Suspected(Wire, frozen=True):
    by: Seat
    suspects: tuple[Seat, ...]


class SetOutToErase(Wire, frozen=True):
    by: Seat


class Find(Wire, frozen=True):
    """A number of cubes of one colour."""

    colour: Colour
    count: int


class Opened(Wire, frozen=True):
    """A storey is opened for all to see; everything in it is taken out."""

    by: Seat
    storey: Storey
    found: tuple[Find, ...]


class OpenedEmpty(Wire, frozen=True):
    by: Seat
    storey: Storey


class VictimFound(Wire, frozen=True):
    """A victim goes on the search board: this storey is a crime scene."""

    storey: Storey


class Placed(Wire, frozen=True):
    """Traces of a suspect go on the search board, from the reserve as far as it lasts, then out of
    the opened storey (AR-END-2)."""

    by: Seat
    storey: Storey
    count: int


class SearchedSloppily(Wire, frozen=True):
    """A seat has to drop this many of its own traces, by this rule."""

    by: Seat
    count: int
    rule: Literal["AR-ACT1-2", "AR-SUS-4", "AR-SUS-5", "AR-ERA-4"]


class TookBack(Wire, frozen=True):
    by: Seat
    storey: Storey
    count: int


class BoardFilled(Wire, frozen=True):
    """The game ends: this seat has too many traces on the search board (AR-END-1)."""

    by: Seat


class ReserveEmptied(Wire, frozen=True):
    """The game ends: this seat has no trace left in its reserve (AR-END-1)."""

    by: Seat


class TurnsUsedUp(Wire, frozen=True):
    """The game ends: all seats have had all their turns of act two (AR-DEC-9)."""


Ending = BoardFilled | ReserveEmptied | TurnsUsedUp
"""Why the game is over."""


class HotelOpened(Wire, frozen=True):
    """The game is over: all see what lies where (AR-DEC-3)."""

    storeys: Storeys


Event = (
    TurnBegun
    | Dropped
    | Suspected
    | SetOutToErase
    | Opened
    | OpenedEmpty
    | VictimFound
    | Placed
    | SearchedSloppily
    | TookBack
    | Ending
    | HotelOpened
)
