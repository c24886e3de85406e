"""Events: what happened, in full."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.crime_hotel.pieces import Department, Desks, Place, Room


class InvestigationBegun(Wire, frozen=True):
    """The moon moves on; these rooms lie face up from the start."""

    number: int
    car: Seat
    searched: tuple[Room, ...]
    desks: Desks = ()
    """The desks of the police station; empty in games of version 1 (CH-DEC-1)."""


class MurdererHidden(Wire, frozen=True):
    room: Room


class Dealt(Wire, frozen=True):
    to: Seat
    cards: tuple[Room, ...]


class CardPlayed(Wire, frozen=True):
    by: Seat
    card: Room


class Parked(Wire, frozen=True):
    """A trick is complete: the seats in their bays; the first takes the police car."""

    bays: tuple[Seat, ...]


class Guessed(Wire, frozen=True):
    by: Seat
    place: Place


class CalledIn(Wire, frozen=True):
    by: Seat
    department: Department
    desk: int
    """Counted from 0, from the left."""


class TookBack(Wire, frozen=True):
    """The detective of a middle bay goes home (CH-BEG-1)."""

    by: Seat


class DetectiveMoved(Wire, frozen=True):
    by: Seat
    origin: Place
    to: Place


class Exchanged(Wire, frozen=True):
    by: Seat
    whom: Seat
    given: tuple[Room, ...]
    taken: tuple[Room, ...]


class Looked(Wire, frozen=True):
    by: Seat
    whom: Seat
    cards: tuple[Room, ...]


class Declined(Wire, frozen=True):
    by: Seat


class LastCardShown(Wire, frozen=True):
    by: Seat
    card: Room


class MurdererFound(Wire, frozen=True):
    """The investigation is over: the murderer's room, and the points of each seat."""

    room: Room
    points: tuple[int, ...]


class SaidReady(Wire, frozen=True):
    by: Seat


Event = (
    InvestigationBegun
    | MurdererHidden
    | Dealt
    | CardPlayed
    | Parked
    | Guessed
    | CalledIn
    | TookBack
    | DetectiveMoved
    | Exchanged
    | Looked
    | Declined
    | LastCardShown
    | MurdererFound
    | SaidReady
)
