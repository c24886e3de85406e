"""Score: the points of an investigation, and the winners."""

from collections.abc import Sequence

from cluehouse.core.ids import Seat
from cluehouse.games.crime_hotel.pieces import WITHIN, WORTH
from cluehouse.games.crime_hotel.state import State


def points_of(state: State, seat: Seat) -> int:
    """CH-SCO-1: the points of right guesses, and the bonus for each of them (CH-BON-1)."""
    right = [
        WORTH[place]
        for place, rooms in enumerate(WITHIN)
        if state.stands[seat] >> place & 1 and rooms >> state.murderer & 1
    ]
    return sum(right) + len(right) * state.bonus[seat]


def winners(state: State, totals: Sequence[int]) -> list[int]:
    """CH-WIN-1: the most points; then the police car; then the latest investigation."""
    tied = _best(range(state.seats), totals)
    if state.car in tied:
        return [state.car]
    for points in reversed(state.points):
        tied = _best(tied, points)
    return tied


def _best(seats: Sequence[int], points: Sequence[int]) -> list[int]:
    most = max(points[seat] for seat in seats)
    return [seat for seat in seats if points[seat] == most]
