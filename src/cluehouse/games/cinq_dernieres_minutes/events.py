"""What happened, in full. What somebody *says* they saw and what they *saw* are different events.

Secret events name the person in Bourrel's chair, if there is one: Bourrel sees them too.
"""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.cinq_dernieres_minutes.pieces import Found, Item, Room, Whom


class BourrelSeated(Wire, frozen=True):
    """A person runs the game."""

    bourrel: Seat


class NumberGiven(Wire, frozen=True):
    to: Seat
    number: int


class ItemsLeftOut(Wire, frozen=True):
    items: tuple[Item, ...]


class RoundBegun(Wire, frozen=True):
    round: int
    again: bool
    """Played again, because a suspect's mistake made it void."""
    order: tuple[Seat, ...]
    """The players by their numbers."""


class ItemPlaced(Wire, frozen=True):
    room: Room
    item: Item
    bourrel: Seat | None


class CardsDrawn(Wire, frozen=True):
    """One card is the thief's, and names the room of the ring."""

    thief: Seat
    room: Room
    bourrel: Seat | None


class VisitMade(Wire, frozen=True):
    """What really happened in a room."""

    by: Seat
    room: Room
    found: Found
    bourrel: Seat | None


class Claimed(Wire, frozen=True):
    """What somebody says happened."""

    by: Seat
    room: Room
    found: Found


class Misremembered(Wire, frozen=True):
    """A suspect testified wrongly: the round is void."""

    by: Seat


class Accused(Wire, frozen=True):
    by: Seat
    whom: Whom
    bourrel: Seat | None


class AccusationRevealed(Wire, frozen=True):
    by: Seat
    whom: Whom


class Visited(Wire, frozen=True):
    """A line of the truth: who opened which box, and what was in it."""

    by: Seat
    room: Room
    found: Found


class TruthRevealed(Wire, frozen=True):
    """The thief shows the card, and Bourrel tells what really happened."""

    thief: Seat
    room: Room
    """Where the ring was."""
    items: tuple[Item, ...]
    """What lay in each room at first."""
    visits: tuple[Visited, ...]
    """In the order they were made."""


class TokensMoved(Wire, frozen=True):
    """What the round brought to each seat."""

    changes: tuple[int, ...]


class SaidReady(Wire, frozen=True):
    by: Seat


Event = (
    BourrelSeated
    | NumberGiven
    | ItemsLeftOut
    | RoundBegun
    | ItemPlaced
    | CardsDrawn
    | VisitMade
    | Claimed
    | Misremembered
    | Accused
    | AccusationRevealed
    | TruthRevealed
    | TokensMoved
    | SaidReady
)
