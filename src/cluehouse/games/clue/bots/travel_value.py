"""Walking over several turns: what a place is worth to somebody who still has to reach a room.

Every room has a worth, that of a question asked there, and a turn later all is worth a little less.
Others may be in the way, but not for long: ways are those of the empty board.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from cluehouse.games.clue.board import DOORS, PASSAGE
from cluehouse.games.clue.cards import ROOMS
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.walks import distances

PATIENCE: Final = 0.7
"""What a worth is worth a turn later."""

ROLLS: Final = tuple((roll, (6 - abs(roll - 7)) / 36) for roll in range(2, 13))
"""Of two dice, with their chances."""

_OUT_OF_REACH: Final = 99
_ROUNDS: Final = 8
"""After so many questions ahead, one more changes nothing."""


class Stroll:
    """What places are worth while each room is worth so much."""

    __slots__ = ("_arrivals",)

    def __init__(self, worths: Sequence[float]) -> None:
        self._arrivals = list(worths)
        """For each room, the worth of entering it and of all that comes later."""
        for _ in range(_ROUNDS):
            self._arrivals = [
                worth + PATIENCE * self.setting_out(SQUARES + room)
                for room, worth in enumerate(worths)
            ]

    def entering(self, room: int) -> float:
        return self._arrivals[room]

    def stopping(self, place: int) -> float:
        """There, at the end of a turn."""
        return PATIENCE * self.setting_out(place)

    def setting_out(self, place: int) -> float:
        """From there, at the beginning of a turn."""
        return max(self.rolling(place), self.taking_passage(place))

    def taking_passage(self, place: int) -> float:
        opposite = PASSAGE[place - SQUARES] if place >= SQUARES else None
        return 0.0 if opposite is None else self._arrivals[opposite]

    def rolling(self, place: int) -> float:
        """To whichever room is best for the roll, or on the way to it."""
        steps = steps_to_rooms(place)
        return sum(
            chance * max(self._after(roll, room, far) for room, far in enumerate(steps))
            for roll, chance in ROLLS
        )

    def _after(self, roll: int, room: int, far: int) -> float:
        """With a room that far ahead."""
        return self._arrivals[room] * (1.0 if far <= roll else _still_ahead(far - roll))


@cache
def steps_to_rooms(place: int) -> tuple[int, ...]:
    """For each room; whoever stands in it has to come back from elsewhere."""
    if place < SQUARES:
        return tuple(distances(SQUARES + room)[place] for room in range(len(ROOMS)))
    return tuple(
        min(1 + distances(SQUARES + room)[door] for door in DOORS[place - SQUARES])
        if SQUARES + room != place
        else _OUT_OF_REACH
        for room in range(len(ROOMS))
    )


@cache
def _still_ahead(far: int) -> float:
    """What is left of a worth so many steps ahead, at the end of a turn."""
    return PATIENCE * sum(
        chance * (1.0 if far <= roll else _still_ahead(far - roll)) for roll, chance in ROLLS
    )
