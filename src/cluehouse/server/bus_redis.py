"""News between processes over Redis. While it is down nobody hears any, and play goes on: every
process looks by itself. When it is back, so are the news."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cluehouse.core.errors import Unavailable
from cluehouse.server.bus import News, What
from cluehouse.server.housekeeping import together
from cluehouse.table.ports import TableId

AGAIN: Final = 1.0
"""Seconds between two attempts to reach it."""

PATIENCE: Final = 5.0
"""Seconds that it may take to answer."""

_TROUBLE: Final = (RedisError, OSError, TimeoutError)

_log = structlog.get_logger(__name__)


class RedisBus:
    def __init__(self, redis: Redis, channel: str, hear: Callable[[News], None]) -> None:
        """`hear` is told what others tell."""
        self._redis = redis
        self._channel = channel
        self._hear = hear
        self._sender = secrets.token_hex(8)
        self._outgoing: dict[News, None] = {}
        self._something = asyncio.Event()
        self._down = False
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(
        cls, address: str, channel: str, hear: Callable[[News], None]
    ) -> AsyncIterator["RedisBus"]:
        """Whether there is a Redis or not."""
        try:
            redis = Redis.from_url(
                address,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
                health_check_interval=PATIENCE,
            )
        except ValueError as trouble:
            raise Unavailable(f"REDIS_URL cannot be understood: {trouble}") from trouble
        bus = cls(redis, channel, hear)
        try:
            async with together(bus._send_on(), bus._listen_on()):
                try:
                    yield bus
                finally:
                    bus._closed = True  # the client may take being cancelled for trouble of its own
        finally:
            await redis.aclose()

    def tell(self, news: News) -> None:
        """However often before it is sent, it is sent once."""
        self._outgoing[news] = None
        self._something.set()

    async def _send_on(self) -> None:
        while not self._closed:
            await self._something.wait()
            self._something.clear()
            outgoing, self._outgoing = self._outgoing, {}
            try:
                await self._send(outgoing)
            except _TROUBLE as trouble:
                self._note_trouble(trouble)

    async def _send(self, outgoing: dict[News, None]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for what, table in outgoing:
                pipeline.publish(self._channel, f"{self._sender} {what} {table}")
            await pipeline.execute()

    async def _listen_on(self) -> None:
        while not self._closed:
            try:
                await self._listen()
            except _TROUBLE as trouble:
                self._note_trouble(trouble)
                await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(self._channel)
            self._note_recovery()
            while True:
                message = await channel.get_message(timeout=PATIENCE)
                if message is not None:
                    self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        """What is not of our kind is somebody else's."""
        sender, _, news = message["data"].decode(errors="replace").partition(" ")
        what, _, table = news.partition(" ")
        if sender != self._sender and what in _WHAT:
            self._hear(News(_WHAT[what], TableId(table)))

    def _note_trouble(self, trouble: Exception) -> None:
        if not self._down:
            self._down = True
            _log.warning("Redis cannot be reached: play goes on by polling", why=str(trouble))

    def _note_recovery(self) -> None:
        if self._down:
            self._down = False
            _log.warning("Redis is back")


_WHAT: Final[dict[str, What]] = {"table": "table", "people": "people"}
