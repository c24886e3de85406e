"""What a bot does. It has no memory of its own: all it knows is in its arguments.

A novice marks the cards it holds or was shown, walks to the nearest room it has not marked, names
what it has not marked, and accuses when marks leave only one suspect, one weapon and one room.
"""

from collections.abc import Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.board import PASSAGE
from cluehouse.games.clue.cards import CARD, ROOMS, SUSPECTS, WEAPONS, Card
from cluehouse.games.clue.moves import (
    Accuse,
    Enter,
    Move,
    Suggest,
    TakePassage,
    Walk,
)
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.view import View
from cluehouse.games.clue.walks import distances

_FAR: Final = 99
"""Steps, more than any walk to a room takes."""


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    """Every level plays as a novice."""
    novice = _Novice(belief)
    if (solution := novice.solution) is not None and solution in moves:
        return solution
    likings = [(novice.liking(move), move) for move in moves if not isinstance(move, Accuse)]
    most = max(liking for liking, _ in likings)
    return chance.choice([move for liking, move in likings if liking == most])


class _Novice:
    """One decision, and the marks it is made by."""

    def __init__(self, belief: Belief) -> None:
        self._marked = belief.marked
        self._place = belief.open.place
        self._rooms = [room for room in range(len(ROOMS)) if not self._knows(ROOMS[room])]

    @property
    def solution(self) -> Accuse | None:
        """What is left by elimination."""
        suspects = [card for card in SUSPECTS if not self._knows(card)]
        weapons = [card for card in WEAPONS if not self._knows(card)]
        if len(suspects) == len(weapons) == len(self._rooms) == 1:
            return Accuse(suspects[0], weapons[0], ROOMS[self._rooms[0]])
        return None

    def liking(self, move: Move) -> int:
        """How much it likes a move, compared with the others of the same choice."""
        match move:
            case Suggest(suspect=suspect, weapon=weapon):
                here = 1 if self._place - SQUARES in self._rooms else -_FAR
                return here - self._knows(suspect) - self._knows(weapon)
            case Enter(room=room):
                return -_FAR if self._knows(room) else 0
            case Walk(to=square):
                return -min(
                    (distances(SQUARES + room)[square] for room in self._rooms), default=_FAR
                )
            case TakePassage():
                return 1 if PASSAGE[self._place - SQUARES] in self._rooms else -1
            case _:
                return 0

    def _knows(self, card: Card) -> bool:
        return bool(self._marked >> CARD[card] & 1)
