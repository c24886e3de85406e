"""Moves: what a seat may ask to do."""

from cluehouse.core.wire import Wire
from cluehouse.games.clue.cards import Card, Room, Suspect, Weapon
from cluehouse.games.clue.pieces import Square


class Roll(Wire, frozen=True):
    pass


class TakePassage(Wire, frozen=True):
    pass


class Walk(Wire, frozen=True):
    """Walk the whole roll, to this square."""

    to: Square


class Enter(Wire, frozen=True):
    """Enter a room through a door, using as much of the roll as it takes."""

    room: Room


class Suggest(Wire, frozen=True):
    """Name a suspect and a weapon, in the room where the pawn stands."""

    suspect: Suspect
    weapon: Weapon


class Show(Wire, frozen=True):
    card: Card


class EndTurn(Wire, frozen=True):
    pass


class Accuse(Wire, frozen=True):
    suspect: Suspect
    weapon: Weapon
    room: Room


Move = Roll | TakePassage | Walk | Enter | Suggest | Show | EndTurn | Accuse
