"""How fast anybody may go."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

ADDRESSES: Final = 10_000
"""Addresses remembered; whoever came longest ago is forgotten first."""

Clock = Callable[[], float]


class Pace(NamedTuple):
    """Steps a second, and how many at once."""

    rate: float
    burst: float


class Bucket:
    """Tokens drip in at a rate, up to a burst; each step takes one."""

    __slots__ = ("_at", "_clock", "_pace", "_tokens")

    def __init__(self, pace: Pace, clock: Clock = time.monotonic) -> None:
        self._pace = pace
        self._clock = clock
        self._tokens = pace.burst
        self._at = clock()

    def take(self) -> bool:
        """False: too fast."""
        now = self._clock()
        dripped = self._tokens + (now - self._at) * self._pace.rate
        self._tokens = min(self._pace.burst, dripped)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """One bucket an address."""

    def __init__(self, pace: Pace, clock: Clock = time.monotonic) -> None:
        self._pace = pace
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._pace, self._clock)
        self._buckets[address] = bucket
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()


class Limits:
    """Every limit of a house."""

    def __init__(self, scale: float = 1.0) -> None:
        """`scale` 10 allows ten times as much, for a house behind one address or a load run."""
        self._frames = _scaled(Pace(20, 60), scale)
        self.address_frames = Buckets(_scaled(Pace(200, 600), scale))
        self.requests = Buckets(_scaled(Pace(20, 120), scale))
        self.codes = Buckets(_scaled(Pace(0.1, 10), scale))
        self.reports = Buckets(_scaled(Pace(1 / 60, 5), scale))
        self._talk = _scaled(Pace(0.5, 8), scale)
        self.address_talk = Buckets(_scaled(Pace(3, 40), scale))
        self.aids = Buckets(_scaled(Pace(2, 40), scale))

    def frames(self) -> Bucket:
        """For one connection."""
        return Bucket(self._frames)

    def talk(self) -> Bucket:
        """For one connection."""
        return Bucket(self._talk)


def _scaled(pace: Pace, scale: float) -> Pace:
    return Pace(pace.rate * scale, pace.burst * scale)
