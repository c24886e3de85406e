"""Events: what happened, in full. What a player *says* it saw and what it *saw* are different
events.

Secret events name the seat of Bourrel, if a person plays Bourrel: Bourrel sees them too.
"""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.cinq_dernieres_minutes.pieces import Found, Item, Room, Whom


class LotDrawn(Wire, frozen=True):
    """A lot is drawn among these players to be Bourrel."""

    among: tuple[Seat, ...]


class BourrelSeated(Wire, frozen=True):
    """A person plays Bourrel and runs the game."""

    bourrel: Seat


class NumberGiven(Wire, frozen=True):
    to: Seat
    number: int


class ItemsLeftOut(Wire, frozen=True):
    items: tuple[Item, ...]


class RoundBegun(Wire, frozen=True):
    round: int
    again: bool
    """The round is played again, because a suspect's mistake made it void."""
    order: tuple[Seat, ...]
    """The players by their numbers."""


class ItemPlaced(Wire, frozen=True):
    room: Room
    item: Item
    bourrel: Seat | None


class CardsDrawn(Wire, frozen=True):
    """The players draw cards; one card is the thief's, and names the room of the ring."""

    thief: Seat
    room: Room
    bourrel: Seat | None


class VisitMade(Wire, frozen=True):
    """A visit as it really happened."""

    by: Seat
    room: Room
    found: Found
    bourrel: Seat | None


class Claimed(Wire, frozen=True):
    """A testimony: what a player says happened."""

    by: Seat
    room: Room
    found: Found


class Misremembered(Wire, frozen=True):
    """A suspect testified wrongly: the round is void."""

    by: Seat


class Accused(Wire, frozen=True):
    by: Seat
    whom: Whom
    bourrel: Seat | None = None
    """Filled in by version 1 only, in which Bourrel saw accusations before they were read out."""


class AccusationRevealed(Wire, frozen=True):
    by: Seat
    whom: Whom


class Visited(Wire, frozen=True):
    """A line of the truth: a player, the box it opened, and what was in it."""

    by: Seat
    room: Room
    found: Found


class TruthRevealed(Wire, frozen=True):
    """The thief shows the card, and Bourrel tells what really happened."""

    thief: Seat
    room: Room
    """The room where the ring was."""
    items: tuple[Item, ...]
    """The contents of each room's box before the first visit."""
    visits: tuple[Visited, ...]
    """All visits, in the order they were made."""


class TokensMoved(Wire, frozen=True):
    """The tokens that each seat wins or loses in the round."""

    changes: tuple[int, ...]


class SaidReady(Wire, frozen=True):
    by: Seat


Event = (
    LotDrawn
    | BourrelSeated
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
