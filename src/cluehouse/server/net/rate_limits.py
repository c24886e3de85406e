"""How fast anybody may go."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from random import uniform
from typing import Final, NamedTuple

ADDRESSES: Final = 10_000
"""Addresses remembered; whoever came longest ago is forgotten first."""

PENALTY: Final = (0.5, 1.5)
"""Seconds, from and to, that whoever is too fast waits to be told so."""

HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that a network has in common; of the rest everybody has plenty."""

FINE: Final = 3.0
"""Seconds it takes until a fine is paid off."""

Clock = Callable[[], float]


def household(address: str) -> str:
    """What counts as one address.

    >>> household("2001:db8::1") == household("2001:db8::ffff:2")
    True
    >>> household("192.0.2.7")
    '192.0.2.7'
    """
    if ":" not in address:
        return address
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address) or known.ipv4_mapped:
        return address
    return known.exploded[: HOUSEHOLD // 4 + HOUSEHOLD // 16]


async def penalty() -> None:
    """It keeps them from asking again, and those who came at once from coming back at once."""
    await asyncio.sleep(uniform(*PENALTY))


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
        self._drip()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def in_debt(self) -> bool:
        """By fines alone; time pays them off."""
        self._drip()
        return self._tokens < 0

    def fine(self) -> None:
        """However many there are, none counts for longer than it takes to fill."""
        self._drip()
        self._tokens = max(self._tokens - FINE * self._pace.rate, -self._pace.burst)

    def _drip(self) -> None:
        now = self._clock()
        dripped = self._tokens + (now - self._at) * self._pace.rate
        self._tokens = min(self._pace.burst, dripped)
        self._at = now


class Buckets:
    """One bucket for each household."""

    def __init__(self, pace: Pace, clock: Clock = time.monotonic) -> None:
        self._pace = pace
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        return self._of(address).take()

    def in_debt(self, address: str) -> bool:
        """So many there were shown the door that nobody else is let in for a while."""
        return self._of(address).in_debt

    def fine(self, address: str) -> None:
        """Somebody there was shown the door."""
        self._of(address).fine()

    def _of(self, address: str) -> Bucket:
        whose = household(address)
        bucket = self._buckets.pop(whose, None) or Bucket(self._pace, self._clock)
        self._buckets[whose] = bucket
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


class Crowd:
    """How many of each household are here at once."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """False: too many. Whoever has entered leaves, all the same."""
        whose = household(address)
        self._here[whose] += 1
        return self._here[whose] <= self._most

    def leave(self, address: str) -> None:
        whose = household(address)
        self._here[whose] -= 1
        if not self._here[whose]:
            del self._here[whose]


class Limits:
    """Every limit of a house."""

    def __init__(self, scale: float = 1.0) -> None:
        """`scale` 10 allows ten times as much, for a house behind one address or a load run."""
        self.connections = Crowd(400 * scale)
        """Sockets are none of them: once they are open, they count among the devices."""
        self.arrivals = Buckets(_scaled(Pace(50, 400), scale))
        """A whole school may connect at once, but not again and again."""
        self.knocks = Buckets(_scaled(Pace(5, 120), scale))
        """At the door of a table. To agree on a socket is most of the work."""
        self._frames = _scaled(Pace(20, 60), scale)
        self.address_frames = Buckets(_scaled(Pace(200, 600), scale))
        self.devices = Crowd(200 * scale)
        self.pages = Buckets(_scaled(Pace(100, 1000), scale))
        """A class may open the first page at once: thirty times thirty files."""
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
