"""Bot: chooses a move. It has no memory of its own: all it knows is in its arguments.

A novice uses nothing of what it has heard or seen. The other levels decide by the same rule from
their beliefs: a detective hears where cubes fall, a plain player only remembers what was found.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat
from cluehouse.games.arosa.belief import Belief
from cluehouse.games.arosa.detective import Detective
from cluehouse.games.arosa.moves import Drop, Erase, Move, Suspect, TakeBack
from cluehouse.games.arosa.pieces import COLOURS
from cluehouse.games.arosa.view import SeatView, View

WORRYING: Final = 5
"""With this many of its own traces on the search board, a novice erases."""
_EQUAL: Final = 1e-9

M = TypeVar("M", bound=Move)


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    assert isinstance(view, SeatView)
    if isinstance(moves[-1], TakeBack):
        return moves[-1]
    if level == "novice":
        return _novice(view, moves, chance)
    if isinstance(moves[-1], Drop):
        return chance.choice(_drops(view.seat, moves))
    return _best(Detective(belief, view.seat), moves, chance)


def _novice(view: SeatView, moves: Sequence[Move], chance: Chance) -> Move:
    """Any storey, any single suspect, any colour."""
    if sum(view.open.board[view.seat]) >= WORRYING and (erasures := _of_kind(moves, Erase)):
        return chance.choice(erasures)
    if suspicions := _of_kind(moves, Suspect):
        return chance.choice([move for move in suspicions if len(move.suspects) == 1])
    return chance.choice(moves)


def _drops(seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
    """Drop its own traces last: the fuller the hotel, the more cubes go down to the ground floor,
    which is the hardest to search (AR-SUS-5)."""
    return [move for move in moves if move != Drop(COLOURS[seat])] or moves


def _best(detective: Detective, moves: Sequence[Move], chance: Chance) -> Move:
    values = list(detective.values(moves))
    most = max(value for _, value in values) - _EQUAL
    return chance.choice([move for move, value in values if value >= most])


def _of_kind(moves: Sequence[Move], kind: type[M]) -> list[M]:
    return [move for move in moves if isinstance(move, kind)]
