"""Events: what happened, in full."""

from cluehouse.core.ids import Seat
from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import Card, Room, Suspect, Weapon
from cluehouse.games.clue.pieces import Square, Verdict


class SuspectsTaken(Wire, frozen=True):
    """The suspect of each seat; every pawn goes to its START square."""

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
    """Every square in order, without the place where the pawn stood."""


class Entered(Wire, frozen=True):
    by: Seat
    path: tuple[Square, ...]
    """The squares up to the door, in order."""
    room: Room


class PassageTaken(Wire, frozen=True):
    by: Seat
    room: Room
    """The room at the other end of the passage."""


class CameBackTooSoon(Wire, frozen=True):
    """This seat suggested in the room it has entered in its last turn: this time it may not
    (CL-SUG-6)."""

    by: Seat
    room: Room


class Suggested(Wire, frozen=True):
    """A seat names three cards; the suspect's pawn and the weapon are moved to the room."""

    by: Seat
    suspect: Suspect
    weapon: Weapon
    room: Room


class Passed(Wire, frozen=True):
    """This seat holds none of the three cards."""

    by: Seat


class MustShow(Wire, frozen=True):
    """This seat holds at least one of the three cards."""

    by: Seat


class Unanswered(Wire, frozen=True):
    """No player could show the suggester a card."""

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
    """The accuser was wrong, has read the case file and puts these three cards back."""

    by: Seat
    suspect: Suspect
    weapon: Weapon
    room: Room


class PawnSetAside(Wire, frozen=True):
    """The pawn moves from the square in front of a door into the room, so that others may pass
    (CL-ACC-5)."""

    suspect: Suspect
    room: Room


class PawnSentBack(Wire, frozen=True):
    """The pawn goes back to its START square, out of the others' way. Only in games of version 1:
    since then it stays, and blocks no player (CL-ACC-5)."""

    suspect: Suspect


class CaseSolved(Wire, frozen=True):
    by: Seat
    suspect: Suspect
    weapon: Weapon
    room: Room


class CaseUnsolved(Wire, frozen=True):
    """The game ends without a winner; the case file is opened."""

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
    | CameBackTooSoon
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
