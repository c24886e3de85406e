"""News between processes over Redis. While it is down nobody hears any, and play goes on: every
process looks by itself. When it is back, so are the news.

A line may go dead without a word, so every process speaks now and then, and listens for its own
voice: whoever does not hear it listens anew.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cluehouse.core.errors import Unavailable
from cluehouse.server.cluster.bus import ChangeNotice, What
from cluehouse.server.periodic import run_alongside

REDIS_RETRY_DELAY_S: Final = 1.0
"""Seconds between two attempts to reach it."""

REDIS_TIMEOUT_S: Final = 5.0
"""Seconds that it may take to answer, and that nobody is silent for."""

_TROUBLE: Final = (RedisError, OSError, TimeoutError)

_log = structlog.get_logger(__name__)


class RedisBus:
    def __init__(self, redis: Redis, channel: str, hear: Callable[[ChangeNotice], None]) -> None:
        """`hear` is told what others tell."""
        self._redis = redis
        self._channel = channel
        self._hear = hear
        self._sender = secrets.token_hex(8)
        self._outgoing: dict[ChangeNotice, None] = {}
        self._something = asyncio.Event()
        self._down = False
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(
        cls, address: str, channel: str, hear: Callable[[ChangeNotice], None]
    ) -> AsyncIterator["RedisBus"]:
        """Whether there is a Redis or not."""
        try:
            redis = Redis.from_url(
                address,
                socket_timeout=REDIS_TIMEOUT_S,
                socket_connect_timeout=REDIS_TIMEOUT_S,
            )
        except ValueError:  # its words may be a piece of the password
            raise Unavailable("REDIS_URL cannot be understood") from None
        bus = cls(redis, channel, hear)
        try:
            async with run_alongside(bus._on_and_on(bus._send), bus._on_and_on(bus._listen)):
                try:
                    yield bus
                finally:
                    bus._closed = True  # the client may take being cancelled for trouble of its own
        finally:
            await redis.aclose()

    def publish(self, news: ChangeNotice) -> None:
        """However often before it is sent, it is sent once."""
        self._outgoing[news] = None
        self._something.set()

    async def _on_and_on(self, work: Callable[[], Awaitable[None]]) -> None:
        while not self._closed:
            try:
                await work()
            except _TROUBLE as trouble:
                self._note_trouble(trouble)
                await asyncio.sleep(REDIS_RETRY_DELAY_S)
            except Exception:  # whatever it was, it must not be the end of all news
                _log.exception("news failed")
                await asyncio.sleep(REDIS_RETRY_DELAY_S)

    async def _send(self) -> None:
        """What there is to tell; when there has been nothing for a while, one's name alone."""
        with suppress(TimeoutError):
            async with asyncio.timeout(REDIS_TIMEOUT_S):
                await self._something.wait()
        self._something.clear()
        outgoing, self._outgoing = self._outgoing, {}
        async with self._redis.pipeline(transaction=False) as pipeline:
            for words in [f"{what} {table}" for what, table in outgoing] or [""]:
                pipeline.publish(self._channel, f"{self._sender} {words}")
            await pipeline.execute()

    async def _listen(self) -> None:
        async with self._redis.pubsub() as channel:
            await channel.subscribe(self._channel)
            self._something.set()
            while (message := await channel.get_message(timeout=2 * REDIS_TIMEOUT_S)) is not None:
                if message["type"] == "message":
                    self._take(message)
        raise TimeoutError("nothing is heard any more")

    def _take(self, message: dict[str, Any]) -> None:
        """What is not of our kind is somebody else's."""
        sender, _, news = message["data"].decode(errors="replace").partition(" ")
        what, _, table = news.partition(" ")
        if sender == self._sender:
            self._note_recovery()
        elif what in _WHAT:
            self._hear(ChangeNotice(_WHAT[what], table))

    def _note_trouble(self, trouble: Exception) -> None:
        if not self._down:
            self._down = True
            _log.warning("Redis cannot be reached: play goes on by polling", why=str(trouble))

    def _note_recovery(self) -> None:
        if self._down:
            self._down = False
            _log.warning("Redis is back")


_WHAT: Final[dict[str, What]] = {"table": "table", "people": "people"}
