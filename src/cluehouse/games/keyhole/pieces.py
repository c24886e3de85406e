"""Pieces: the five suspects, and the number of deals a table plays."""

from typing import Final, Literal, get_args

from cluehouse.core.wire import Wire

Card = Literal["butler", "doctor", "pilot", "twin", "widow"]
DECK: Final[tuple[Card, ...]] = get_args(Card)  # KEY-1

Phase = Literal["asking", "accusing", "between", "over"]


class Options(Wire, frozen=True):
    deals: Literal[1, 2, 3] = 2  # KEY-10


def seats(options: Options) -> range:
    return range(2, 4)
