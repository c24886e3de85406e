"""Prospects: the chance of each seat to win, as things stand.

The fewest points win, so the chance falls with a seat's own points and rises with those of the
others, and more so the nearer the end is. Traces in the hotel are points to come, above all those
that lie together. The constants are close to the best fit to games among detectives.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, Self

from cluehouse.games.arosa.pieces import TOO_MANY

_TO_COME: Final = 0.8
"""The points that a trace in the hotel will cost its seat for every trace that may still be placed,
if there is only one other seat to be suspected."""
_PILE: Final = 0.5
"""The share of the points on its richest storey that a seat will lose at once."""
_LEAD: Final = 0.6
_EARLY_LEAD: Final = 1.3
"""The lead in points that is clear at the end, and how much more it takes for every trace that may
still be placed."""


class Standing:
    """The factors that count when a storey is searched, for each seat."""

    __slots__ = ("inside", "pile", "pinned", "points", "reserve", "worth")

    def __init__(
        self,
        points: Sequence[int],
        pinned: Sequence[int],
        reserve: Sequence[int],
        inside: Sequence[int],
        pile: Sequence[float],
        worth: int,
    ) -> None:
        self.points = list(points)
        self.pinned = list(pinned)
        """The traces on the search board."""
        self.reserve = list(reserve)
        self.inside = list(inside)
        """The traces in the hotel."""
        self.pile = pile
        """The points that lie on the storey where the seat has most to lose."""
        self.worth = worth
        """The points of a trace on the storey that is searched."""

    def copy(self) -> Self:
        return type(self)(
            self.points, self.pinned, self.reserve, self.inside, self.pile, self.worth
        )

    def pin(self, seat: int, count: int) -> None:
        """Move traces from the reserve to the search board; a negative number comes back."""
        self.points[seat] += count * self.worth
        self.pinned[seat] += count
        self.reserve[seat] -= count

    def drop(self, seat: int, count: int) -> None:
        """Move traces from the reserve into the hotel."""
        self.reserve[seat] -= count
        self.inside[seat] += count

    @property
    def left(self) -> int:
        """How many traces of one seat may still be placed; at 0 the game ends (AR-END-1)."""
        return min(TOO_MANY - max(self.pinned), min(self.reserve))

    def chance(self, seat: int) -> float:
        """The chance of this seat to win."""
        left = self.left
        if left <= 0:
            return self._share(seat)
        to_come = _TO_COME * left / (len(self.points) - 1)
        clear = _LEAD + _EARLY_LEAD * left
        traces = zip(self.points, self.inside, self.pile, strict=True)
        final = [points + to_come * inside + _PILE * pile for points, inside, pile in traces]
        return 1 / sum([exp((final[seat] - points) / clear) for points in final])

    def _share(self, seat: int) -> float:
        """AR-SCO-2: the share of the win if the game ends now."""
        fewest = min(self.points)
        return 1 / self.points.count(fewest) if self.points[seat] == fewest else 0.0
