"""What a bot does. It has no memory of its own: all it knows is in its arguments."""

from collections.abc import Sequence
from typing import Final, TypeVar

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.arosa.belief import Belief
from cluehouse.games.arosa.moves import Erase, Move, Suspect, TakeBack
from cluehouse.games.arosa.view import SeatView, View

WORRYING: Final = 5
"""So many traces of its own on the search board, and a novice erases."""

M = TypeVar("M", bound=Move)


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    """A novice hears nothing: any storey, any one suspect, any order."""
    assert isinstance(view, SeatView)
    if isinstance(moves[-1], TakeBack):
        return moves[-1]
    if sum(view.open.board[view.seat]) >= WORRYING and (erasures := _all(moves, Erase)):
        return chance.choice(erasures)
    if suspicions := _all(moves, Suspect):
        return chance.choice([move for move in suspicions if len(move.suspects) == 1])
    return chance.choice(moves)


def _all(moves: Sequence[Move], kind: type[M]) -> list[M]:
    return [move for move in moves if isinstance(move, kind)]
