"""Moves: what a seat may ask to do."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.pieces import Colour, Storey


class Drop(Wire, frozen=True):
    """Let one cube of this colour fall into the chimney."""

    colour: Colour


class Open(Wire, frozen=True):
    """Open a storey to look for victims."""

    storey: Storey


class Suspect(Wire, frozen=True):
    """Open a storey to look for traces of these seats, named in the order of their numbers."""

    suspects: tuple[Seat, ...]
    storey: Storey


class Erase(Wire, frozen=True):
    """Open a storey to look for one's own traces."""

    storey: Storey


class TakeBack(Wire, frozen=True):
    """Take this many of one's own traces back from the space of the storey just opened."""

    count: int


Move = Drop | Open | Suspect | Erase | TakeBack
