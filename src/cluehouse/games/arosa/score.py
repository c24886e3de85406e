"""Score: points of suspicion, the culprits and the winners, from the traces on the search board."""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import mul

from cluehouse.core.ids import Seat, seats_of
from cluehouse.games.arosa.pieces import ELSEWHERE, NEXT_TO_SCENE, ON_SCENE, STOREYS, Board, Storey
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
    """AR-SCO-2: the seats with the most points; none if all have the same."""
    most = max(points)
    if min(points) == most:
        return ()
    return tuple(seat for seat in seats_of(len(points)) if points[seat] == most)


def _trace_points_on(storey: Storey, scenes: tuple[Storey, ...]) -> int:
    if storey in scenes:
        return ON_SCENE
    return NEXT_TO_SCENE if any(abs(storey - scene) == 1 for scene in scenes) else ELSEWHERE
