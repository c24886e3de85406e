"""How fast anybody may go."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from random import uniform
from typing import Final, NamedTuple

MAX_TRACKED_CLIENTS: Final = 10_000
"""Addresses remembered; whoever came longest ago is forgotten first."""

REJECT_DELAY_S: Final = (0.5, 1.5)
"""Seconds, from and to, that whoever is too fast waits to be told so."""

IPV6_PREFIX_BITS: Final = 64
"""Bits of an IPv6 address that a network has in common; of the rest everybody has plenty."""

BLOCK_S: Final = 3.0
"""Seconds it takes until a fine is paid off."""

Clock = Callable[[], float]


def client_prefix(address: str) -> str:
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
    return known.exploded[: IPV6_PREFIX_BITS // 4 + IPV6_PREFIX_BITS // 16]


async def reject_delay() -> None:
    """It keeps them from asking again, and those who came at once from coming back at once."""
    await asyncio.sleep(uniform(*REJECT_DELAY_S))


class Rate(NamedTuple):
    """Steps a second, and how many at once."""

    rate: float
    burst: float


class TokenBucket:
    """Tokens drip in at a rate, up to a burst; each step takes one."""

    __slots__ = ("_at", "_clock", "_pace", "_tokens")

    def __init__(self, pace: Rate, clock: Clock = time.monotonic) -> None:
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
    def is_blocked(self) -> bool:
        """By fines alone; time pays them off."""
        self._drip()
        return self._tokens < 0

    def penalize(self) -> None:
        """However many there are, none counts for longer than it takes to fill."""
        self._drip()
        self._tokens = max(self._tokens - BLOCK_S * self._pace.rate, -self._pace.burst)

    def _drip(self) -> None:
        now = self._clock()
        dripped = self._tokens + (now - self._at) * self._pace.rate
        self._tokens = min(self._pace.burst, dripped)
        self._at = now


class TokenBuckets:
    """One bucket for each household."""

    def __init__(self, pace: Rate, clock: Clock = time.monotonic) -> None:
        self._pace = pace
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        return self._of(address).take()

    def is_blocked(self, address: str) -> bool:
        """So many there were shown the door that nobody else is let in for a while."""
        return self._of(address).is_blocked

    def penalize(self, address: str) -> None:
        """Somebody there was shown the door."""
        self._of(address).penalize()

    def _of(self, address: str) -> TokenBucket:
        whose = client_prefix(address)
        bucket = self._buckets.pop(whose, None) or TokenBucket(self._pace, self._clock)
        self._buckets[whose] = bucket
        if len(self._buckets) > MAX_TRACKED_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket


class ConcurrencyLimit:
    """How many of each household are here at once."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """False: too many. Whoever has entered leaves, all the same."""
        whose = client_prefix(address)
        self._here[whose] += 1
        return self._here[whose] <= self._most

    def leave(self, address: str) -> None:
        whose = client_prefix(address)
        self._here[whose] -= 1
        if not self._here[whose]:
            del self._here[whose]


class RateLimits:
    """Every limit of a house."""

    def __init__(self, scale: float = 1.0) -> None:
        """`scale` 10 allows ten times as much, for a house behind one address or a load run."""
        self.connections = ConcurrencyLimit(400 * scale)
        """Sockets are none of them: once they are open, they count among the devices."""
        self.arrivals = TokenBuckets(_scaled(Rate(50, 400), scale))
        """A whole school may connect at once, but not again and again."""
        self.knocks = TokenBuckets(_scaled(Rate(5, 120), scale))
        """At the door of a table. To agree on a socket is most of the work."""
        self._frames = _scaled(Rate(20, 60), scale)
        self.address_frames = TokenBuckets(_scaled(Rate(200, 600), scale))
        self.devices = ConcurrencyLimit(200 * scale)
        self.pages = TokenBuckets(_scaled(Rate(100, 1000), scale))
        """A class may open the first page at once: thirty times thirty files."""
        self.requests = TokenBuckets(_scaled(Rate(20, 120), scale))
        self.codes = TokenBuckets(_scaled(Rate(0.1, 10), scale))
        self.reports = TokenBuckets(_scaled(Rate(1 / 60, 5), scale))
        self._talk = _scaled(Rate(0.5, 8), scale)
        self.address_talk = TokenBuckets(_scaled(Rate(3, 40), scale))
        self.aids = TokenBuckets(_scaled(Rate(2, 40), scale))

    def frames(self) -> TokenBucket:
        """For one connection."""
        return TokenBucket(self._frames)

    def talk(self) -> TokenBucket:
        """For one connection."""
        return TokenBucket(self._talk)


def _scaled(pace: Rate, scale: float) -> Rate:
    return Rate(pace.rate * scale, pace.burst * scale)
