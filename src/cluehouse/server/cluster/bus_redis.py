"""Change notices between processes over Redis pub/sub. While Redis is down there are none, and
every process polls. When Redis is back, notices are used again.

A connection may stop working without an error, so every process publishes regularly and listens
for its own messages: one that does not receive them reconnects.
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
"""Seconds between two attempts to reach Redis."""

REDIS_TIMEOUT_S: Final = 5.0
"""Seconds that Redis may take to respond, and at most between two messages of a process."""

_CONNECTION_ERRORS: Final = (RedisError, OSError, TimeoutError)

_log = structlog.get_logger(__name__)


class RedisBus:
    def __init__(
        self, redis: Redis, channel: str, on_notice: Callable[[ChangeNotice], None]
    ) -> None:
        """`on_notice` is called with the notices of other processes."""
        self._redis = redis
        self._channel = channel
        self._on_notice = on_notice
        self._sender = secrets.token_hex(8)
        self._outgoing: dict[ChangeNotice, None] = {}
        self._wake = asyncio.Event()
        self._down = False
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(
        cls, address: str, channel: str, on_notice: Callable[[ChangeNotice], None]
    ) -> AsyncIterator["RedisBus"]:
        """Open a bus, also while Redis is down."""
        try:
            redis = Redis.from_url(
                address,
                socket_timeout=REDIS_TIMEOUT_S,
                socket_connect_timeout=REDIS_TIMEOUT_S,
            )
        except ValueError:  # its text may quote a part of the password
            raise Unavailable("REDIS_URL is not a valid URL") from None
        bus = cls(redis, channel, on_notice)
        try:
            async with run_alongside(bus._run_forever(bus._send), bus._run_forever(bus._listen)):
                try:
                    yield bus
                finally:
                    bus._closed = True  # redis-py may raise its own error when it is cancelled
        finally:
            await redis.aclose()

    def publish(self, notice: ChangeNotice) -> None:
        """Queue a notice. The same notice is sent once, however often it was queued."""
        self._outgoing[notice] = None
        self._wake.set()

    async def _run_forever(self, work: Callable[[], Awaitable[None]]) -> None:
        while not self._closed:
            try:
                await work()
            except _CONNECTION_ERRORS as error:
                self._log_down(error)
                await asyncio.sleep(REDIS_RETRY_DELAY_S)
            except Exception:  # a bug must not end all notices
                _log.exception("a change notice failed")
                await asyncio.sleep(REDIS_RETRY_DELAY_S)

    async def _send(self) -> None:
        """Send the queued notices; after REDIS_TIMEOUT_S without one, only the sender's name."""
        with suppress(TimeoutError):
            async with asyncio.timeout(REDIS_TIMEOUT_S):
                await self._wake.wait()
        self._wake.clear()
        outgoing, self._outgoing = self._outgoing, {}
        async with self._redis.pipeline(transaction=False) as pipeline:
            for text in [f"{what} {table}" for what, table in outgoing] or [""]:
                pipeline.publish(self._channel, f"{self._sender} {text}")
            await pipeline.execute()

    async def _listen(self) -> None:
        async with self._redis.pubsub() as channel:
            await channel.subscribe(self._channel)
            self._wake.set()
            while (message := await channel.get_message(timeout=2 * REDIS_TIMEOUT_S)) is not None:
                if message["type"] == "message":
                    self._receive(message)
        raise TimeoutError("no message was received")

    def _receive(self, message: dict[str, Any]) -> None:
        """Handle a message; one of an unknown kind is ignored."""
        sender, _, notice = message["data"].decode(errors="replace").partition(" ")
        what, _, table = notice.partition(" ")
        if sender == self._sender:
            self._log_up()
        elif what in _WHAT:
            self._on_notice(ChangeNotice(_WHAT[what], table))

    def _log_down(self, error: Exception) -> None:
        if not self._down:
            self._down = True
            _log.warning("Redis cannot be reached: processes poll instead", error=str(error))

    def _log_up(self) -> None:
        if self._down:
            self._down = False
            _log.warning("Redis is back")


_WHAT: Final[dict[str, What]] = {"table": "table", "people": "people", "sessions": "sessions"}
