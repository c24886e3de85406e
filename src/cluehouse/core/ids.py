"""Types for seats, sequence numbers, viewers, bot levels and notebook help."""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""

Seq = NewType("Seq", int)
"""How many moves a table has accepted; the deal that opens a game is 0."""
BEFORE_THE_DEAL: Final = Seq(-1)

Rail = Literal["rail"]
RAIL: Final[Rail] = "rail"
"""The public: spectators, who have no seat."""

Viewer = Seat | Rail

Level = Literal["random", "novice", "plain", "detective"]
LEVELS: Final[tuple[Level, ...]] = ("random", "novice", "plain", "detective")
"""How well a bot plays. `plain` reasons simply, from what it saw openly."""

Help = Literal["paper", "seen", "deducing"]
HELPS: Final[tuple[Help, ...]] = ("paper", "seen", "deducing")
"""How much the notebook writes by itself."""


@cache
def seats_of(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(i) for i in range(count))


def viewers_of(count: int) -> Sequence[Viewer]:
    """All viewers: each seat, then the rail."""
    return (*seats_of(count), RAIL)
