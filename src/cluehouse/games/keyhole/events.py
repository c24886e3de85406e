"""Events: what happened, in full."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.keyhole.pieces import Card


class CulpritHidden(Wire, frozen=True):
    """A deal begins: a culprit is drawn and hidden."""

    culprit: Card


class Dealt(Wire, frozen=True):
    to: Seat
    card: Card


class CardShown(Wire, frozen=True):
    by: Seat
    to: Seat
    card: Card


class Accused(Wire, frozen=True):
    by: Seat
    card: Card


class Revealed(Wire, frozen=True):
    """A deal ends: the culprit, and the card each seat accused."""

    culprit: Card
    accusations: tuple[Card, ...]


class SaidReady(Wire, frozen=True):
    by: Seat


Event = CulpritHidden | Dealt | CardShown | Accused | Revealed | SaidReady
