"""What a seat may ask to do."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.arosa.pieces import Colour, Storey


class Drop(Wire, frozen=True):
    """Let one cube of this colour fall into the chimney."""

    colour: Colour


class Open(Wire, frozen=True):
    """Look for victims."""

    storey: Storey


class Suspect(Wire, frozen=True):
    """Look for traces of these seats, named in the order of their numbers."""

    suspects: tuple[Seat, ...]
    storey: Storey


class Erase(Wire, frozen=True):
    """Look for traces of one's own."""

    storey: Storey


class TakeBack(Wire, frozen=True):
    """So many traces of one's own, from the space of the storey just opened."""

    count: int


Move = Drop | Open | Suspect | Erase | TakeBack
