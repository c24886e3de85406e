"""Moves: what a seat may ask to do."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.crime_hotel.pieces import Department, Place, Room


class PlayCard(Wire, frozen=True):
    card: Room


class Guess(Wire, frozen=True):
    place: Place


class CallIn(Wire, frozen=True):
    """Put the detective on the next free desk of a department."""

    department: Department


class MoveDetective(Wire, frozen=True):
    origin: Place
    to: Place


class Exchange(Wire, frozen=True):
    """Give these cards and take as many at random."""

    whom: Seat
    give: tuple[Room, ...]


class Look(Wire, frozen=True):
    whom: Seat


class Decline(Wire, frozen=True):
    """Make no use of the reinforcement."""


class Ready(Wire, frozen=True):
    pass


Move = PlayCard | Guess | CallIn | MoveDetective | Exchange | Look | Decline | Ready
