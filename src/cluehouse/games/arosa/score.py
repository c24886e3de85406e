"""Score: points of suspicion, the culprits and the winners, from the traces on the search board;
and why the game is over."""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import mul

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.arosa.events import BoardFilled, Ending, ReserveEmptied, TurnsUsedUp
from cluehouse.games.arosa.pieces import (
    ELSEWHERE,
    NEXT_TO_SCENE,
    ON_SCENE,
    STOREYS,
    TOO_MANY,
    TURNS,
    Board,
    Storey,
)
from cluehouse.games.arosa.state import State


def points_of(state: State) -> tuple[int, ...]:
    """AR-SCO-1: the points of each seat, as far as the crime scenes are known."""
    return points_with(state.board, state.victims)


@lru_cache
def points_with(board: Board, scenes: tuple[Storey, ...]) -> tuple[int, ...]:
    """The same for any board and any crime scenes."""
    worth = trace_points(scenes)
    return tuple(sum(map(mul, spaces, worth)) for spaces in board)


@cache
def trace_points(scenes: tuple[Storey, ...]) -> tuple[int, ...]:
    """The points of a trace on each storey (AR-DEC-7)."""
    return tuple(_trace_points_on(storey, scenes) for storey in STOREYS)


def winners(points: Sequence[int]) -> tuple[Seat, ...]:
    """AR-SCO-2: the seats with the fewest points."""
    fewest = min(points)
    return tuple(seat for seat in seats_of(len(points)) if points[seat] == fewest)


def culprits(points: Sequence[int]) -> tuple[Seat, ...]:
    """AR-SCO-2: the seats with the most points."""
    most = max(points)
    return tuple(seat for seat in seats_of(len(points)) if points[seat] == most)


def endings(state: State) -> tuple[Ending, ...]:
    """AR-END-1, AR-DEC-9: every reason why the game is over."""
    seats = seats_of(state.seats)
    reasons: list[Ending] = [BoardFilled(s) for s in seats if sum(state.board[s]) >= TOO_MANY]
    reasons += [ReserveEmptied(seat) for seat in seats if not state.reserve[seat]]
    if not reasons and state.turns >= TURNS * state.seats:
        reasons.append(TurnsUsedUp())
    return tuple(reasons)


def _trace_points_on(storey: Storey, scenes: tuple[Storey, ...]) -> int:
    if storey in scenes:
        return ON_SCENE
    return NEXT_TO_SCENE if any(abs(storey - scene) == 1 for scene in scenes) else ELSEWHERE
