"""Rate limits and concurrency limits, per connection and per client prefix."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from random import uniform
from typing import Final, NamedTuple

MAX_TRACKED_CLIENTS: Final = 10_000
"""Client prefixes with a bucket; the least recently seen is dropped first."""

REJECT_DELAY_S: Final = (0.5, 1.5)
"""A client over its limit waits this long, at least and at most, for its rejection."""

IPV6_PREFIX_BITS: Final = 64
"""An IPv6 network shares these bits; each of its clients has plenty of addresses."""

BLOCK_S: Final = 3.0
"""How long one penalty takes to be worked off."""

TimeSource = Callable[[], float]


def client_prefix(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network of an IPv6 one.

    >>> client_prefix("2001:db8::1") == client_prefix("2001:db8::ffff:2")
    True
    >>> client_prefix("192.0.2.7")
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
    """Wait before a rejection: slows retries, and spreads clients that came together."""
    await asyncio.sleep(uniform(*REJECT_DELAY_S))


class Rate(NamedTuple):
    """Steps per second, and how many at once."""

    rate: float
    burst: float


class TokenBucket:
    """Fills at a rate up to a burst; each step takes one token."""

    __slots__ = ("_at", "_clock", "_rate", "_tokens")

    def __init__(self, rate: Rate, clock: TimeSource = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._tokens = rate.burst
        self._at = clock()

    def take(self) -> bool:
        """Take a token. False: over the limit."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def is_blocked(self) -> bool:
        """Below zero, which only penalties cause; time works them off."""
        self._refill()
        return self._tokens < 0

    def penalize(self) -> None:
        """Take BLOCK_S worth of tokens. The debt never exceeds one burst."""
        self._refill()
        self._tokens = max(self._tokens - BLOCK_S * self._rate.rate, -self._rate.burst)

    def _refill(self) -> None:
        now = self._clock()
        refilled = self._tokens + (now - self._at) * self._rate.rate
        self._tokens = min(self._rate.burst, refilled)
        self._at = now


class TokenBuckets:
    """One bucket per client prefix."""

    def __init__(self, rate: Rate, clock: TimeSource = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        return self._of(address).take()

    def is_blocked(self, address: str) -> bool:
        """Whether penalties block this client's prefix for now."""
        return self._of(address).is_blocked

    def penalize(self, address: str) -> None:
        """Count an abusive connection against its prefix."""
        self._of(address).penalize()

    def _of(self, address: str) -> TokenBucket:
        prefix = client_prefix(address)
        bucket = self._buckets.pop(prefix, None) or TokenBucket(self._rate, self._clock)
        self._buckets[prefix] = bucket
        if len(self._buckets) > MAX_TRACKED_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket


class ConcurrencyLimit:
    """Counts what each client prefix has open at once."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more. False: over the limit; it must `leave` all the same."""
        prefix = client_prefix(address)
        self._open[prefix] += 1
        return self._open[prefix] <= self._limit

    def leave(self, address: str) -> None:
        prefix = client_prefix(address)
        self._open[prefix] -= 1
        if not self._open[prefix]:
            del self._open[prefix]


class RateLimits:
    """Every limit of a server."""

    def __init__(self, scale: float = 1.0) -> None:
        """`scale` 10 allows ten times as much: for clients behind one address, or a load test."""
        self.connections = ConcurrencyLimit(400 * scale)
        """HTTP connections; an open WebSocket counts among `devices` instead."""
        self.new_connections = TokenBuckets(_scaled(Rate(50, 400), scale))
        """New connections: a whole school may connect at once, but not again and again."""
        self.handshakes = TokenBuckets(_scaled(Rate(5, 120), scale))
        """WebSocket handshakes, the most expensive part of a session."""
        self._frames = _scaled(Rate(20, 60), scale)
        """WebSocket frames on one connection."""
        self.address_frames = TokenBuckets(_scaled(Rate(200, 600), scale))
        """WebSocket frames of one client prefix, over all its connections."""
        self.open_websockets = ConcurrencyLimit(200 * scale)
        self.pages = TokenBuckets(_scaled(Rate(100, 1000), scale))
        """Pages and assets: a class may open the first page at once, thirty times thirty files."""
        self.requests = TokenBuckets(_scaled(Rate(20, 120), scale))
        self.names = TokenBuckets(_scaled(Rate(0.2, 60), scale))
        """Names that guests give themselves: the session of each browser is stored with it."""
        self.codes = TokenBuckets(_scaled(Rate(0.1, 10), scale))
        self.reports = TokenBuckets(_scaled(Rate(1 / 60, 5), scale))
        self._chat = _scaled(Rate(0.5, 8), scale)
        self.address_chat = TokenBuckets(_scaled(Rate(3, 40), scale))
        self.expensive_requests = TokenBuckets(_scaled(Rate(2, 40), scale))

    def frames(self) -> TokenBucket:
        """Frames on one connection."""
        return TokenBucket(self._frames)

    def chat(self) -> TokenBucket:
        """Chat lines on one connection."""
        return TokenBucket(self._chat)


def _scaled(rate: Rate, scale: float) -> Rate:
    return Rate(rate.rate * scale, rate.burst * scale)
