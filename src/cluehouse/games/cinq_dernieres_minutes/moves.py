"""Moves: what a seat may ask to do."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.cinq_dernieres_minutes.pieces import Found, Item, Room, Whom


class GiveNumber(Wire, frozen=True):
    """Bourrel gives the next number to a player."""

    whom: Seat


class LeaveOut(Wire, frozen=True):
    """Bourrel keeps these objects out of the game."""

    items: tuple[Item, ...]


class Place(Wire, frozen=True):
    """Bourrel puts an object into the box of the next room."""

    item: Item


class DrawLots(Wire, frozen=True):
    """Bourrel leaves the rest of this choice to chance."""


class Visit(Wire, frozen=True):
    """Hide in a room and open its box."""

    room: Room


class Claim(Wire, frozen=True):
    """Say where one hid and what was in the box."""

    room: Room
    found: Found


class Accuse(Wire, frozen=True):
    whom: Whom


class Ready(Wire, frozen=True):
    pass


Move = GiveNumber | LeaveOut | Place | DrawLots | Visit | Claim | Accuse | Ready
