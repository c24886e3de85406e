"""Travel value: what a place is worth to a pawn that may need several turns to reach a room.

Each room is worth what a question asked there is worth, and every turn of delay discounts that.
Other pawns block a way only for a while, so distances are those of the empty board.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from cluehouse.games.clue.board import DOORS, PASSAGE
from cluehouse.games.clue.cards import ROOMS
from cluehouse.games.clue.pieces import SQUARES
from cluehouse.games.clue.walks import distances

TURN_DISCOUNT: Final = 0.7
"""The discount per turn: how much a value is worth one turn later."""

ROLLS: Final = tuple((roll, (6 - abs(roll - 7)) / 36) for roll in range(2, 13))
"""The sums of two dice, each with its probability."""

_OUT_OF_REACH: Final = 99
_ROUNDS: Final = 8
"""The number of iterations; after so many questions ahead, one more changes nothing."""


class TravelValue:
    """The value of each place, given the value of a question in each room."""

    __slots__ = ("_arrivals",)

    def __init__(self, worths: Sequence[float]) -> None:
        self._arrivals = list(worths)
        """For each room, the value of entering it and of all that follows."""
        for _ in range(_ROUNDS):
            self._arrivals = [
                worth + TURN_DISCOUNT * self.setting_out(SQUARES + room)
                for room, worth in enumerate(worths)
            ]

    def entering(self, room: int) -> float:
        return self._arrivals[room]

    def stopping(self, place: int) -> float:
        """The value of standing at a place at the end of a turn."""
        return TURN_DISCOUNT * self.setting_out(place)

    def setting_out(self, place: int) -> float:
        """The value of standing at a place at the beginning of a turn."""
        return max(self.rolling(place), self.taking_passage(place))

    def taking_passage(self, place: int) -> float:
        opposite = PASSAGE[place - SQUARES] if place >= SQUARES else None
        return 0.0 if opposite is None else self._arrivals[opposite]

    def rolling(self, place: int, barred: int | None = None) -> float:
        """The value of rolling: with each roll, enter the best room or come closer to it. `barred`:
        the room that is worth entering only from the next turn on (CL-SUG-6)."""
        steps = steps_to_rooms(place)
        return sum(
            chance
            * max(
                self._after(roll, room, max(far, roll + 1) if room == barred else far)
                for room, far in enumerate(steps)
            )
            for roll, chance in ROLLS
        )

    def _after(self, roll: int, room: int, far: int) -> float:
        """The value after a roll towards a room that is `far` steps away."""
        return self._arrivals[room] * (1.0 if far <= roll else _still_ahead(far - roll))


@cache
def steps_to_rooms(place: int) -> tuple[int, ...]:
    """The steps to each room; from inside a room, that same room is out of reach."""
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
    """The factor left of a value that is `far` steps ahead at the end of a turn."""
    return TURN_DISCOUNT * sum(
        chance * (1.0 if far <= roll else _still_ahead(far - roll)) for roll, chance in ROLLS
    )
