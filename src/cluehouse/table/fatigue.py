"""The notes about bots that could not play as well as they should have."""

from cluehouse.core.ids import Seat, Seq
from cluehouse.core.wire import Wire


class BotStumbled(Wire, frozen=True):
    """A bot did not come up with a legal move in time, so its seat played a novice's."""

    seat: Seat
    seq: Seq
    why: str


class BotTired(Wire, frozen=True):
    """Too many bots are thinking: this one plays like a novice until it says otherwise."""

    seat: Seat


class BotRested(Wire, frozen=True):
    seat: Seat
