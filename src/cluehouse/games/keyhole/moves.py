"""Moves: what a seat may ask to do."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.keyhole.pieces import Card


class Ask(Wire, frozen=True):
    whom: Seat


class Accuse(Wire, frozen=True):
    card: Card


class Ready(Wire, frozen=True):
    pass


Move = Ask | Accuse | Ready
