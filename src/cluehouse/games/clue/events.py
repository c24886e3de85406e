"""What happened, in full."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import Card, Room, Suspect, Weapon
from cluehouse.games.clue.pieces import Square, Verdict


class SuspectsTaken(Wire, frozen=True):
    """Who plays whom; every pawn goes to its START square."""

    suspects: tuple[Suspect, ...]


class WeaponsPlaced(Wire, frozen=True):
    """The room of each weapon."""

    rooms: tuple[Room, ...]


class CaseHidden(Wire, frozen=True):
    suspect: Suspect
    weapon: Weapon
    room: Room


class Dealt(Wire, frozen=True):
    to: Seat
    cards: tuple[Card, ...]


class TurnBegun(Wire, frozen=True):
    by: Seat


class Rolled(Wire, frozen=True):
    by: Seat
    dice: tuple[int, int]


class Walked(Wire, frozen=True):
    by: Seat
    path: tuple[Square, ...]
    """Every square, in order, after the place where the pawn stood."""


class Entered(Wire, frozen=True):
    by: Seat
    path: tuple[Square, ...]
    """The squares up to the door."""
    room: Room


class PassageTaken(Wire, frozen=True):
    by: Seat
    room: Room
    """Where it leads to."""


class Suggested(Wire, frozen=True):
    """The pawn and the weapon are in the room from now on."""

    by: Seat
    suspect: Suspect
    weapon: Weapon
    room: Room


class Passed(Wire, frozen=True):
    """Holds none of the three cards."""

    by: Seat


class MustShow(Wire, frozen=True):
    """Holds one of them, or more."""

    by: Seat


class Unanswered(Wire, frozen=True):
    """Nobody could show the suggester a card."""

    by: Seat


class CardShown(Wire, frozen=True):
    by: Seat
    to: Seat
    card: Card


class Accused(Wire, frozen=True):
    by: Seat
    suspect: Suspect
    weapon: Weapon
    room: Room


class CaseFileRead(Wire, frozen=True):
    """The accuser was wrong, and puts back these three cards."""

    by: Seat
    suspect: Suspect
    weapon: Weapon
    room: Room


class PawnSetAside(Wire, frozen=True):
    """From in front of a door into the room, so that others may pass (CL-ACC-5)."""

    suspect: Suspect
    room: Room


class PawnSentBack(Wire, frozen=True):
    """To its START square, out of everybody's way (CL-ACC-5)."""

    suspect: Suspect


class CaseSolved(Wire, frozen=True):
    by: Seat
    suspect: Suspect
    weapon: Weapon
    room: Room


class CaseUnsolved(Wire, frozen=True):
    """Nobody has won; the case file is opened."""

    suspect: Suspect
    weapon: Weapon
    room: Room
    rule: Verdict


Event = (
    SuspectsTaken
    | WeaponsPlaced
    | CaseHidden
    | Dealt
    | TurnBegun
    | Rolled
    | Walked
    | Entered
    | PassageTaken
    | Suggested
    | Passed
    | MustShow
    | Unanswered
    | CardShown
    | Accused
    | CaseFileRead
    | PawnSetAside
    | PawnSentBack
    | CaseSolved
    | CaseUnsolved
)
