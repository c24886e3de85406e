"""Change notices over Redis: delivery, recovery from errors, detection of dead connections."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from cluehouse.core.errors import Unavailable
from cluehouse.server.cluster import bus_redis
from cluehouse.server.cluster.bus import ChangeNotice
from cluehouse.server.cluster.bus_redis import RedisBus
from tests.server.redis_server import running_redis

NOTICE = ChangeNotice("table", "somewhere")


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a running Redis."""
    async with running_redis(tmp_path) as server:
        yield server.address


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_redis, "REDIS_RETRY_DELAY_S", 0.05)
    monkeypatch.setattr(bus_redis, "REDIS_TIMEOUT_S", 0.2)


async def publish_until_received(publisher: RedisBus, received: asyncio.Event) -> None:
    received.clear()
    async with asyncio.timeout(20):
        while not received.is_set():
            publisher.publish(NOTICE)
            await asyncio.sleep(0.02)


class SilentProxy:
    """A proxy before Redis; its connections can stop forwarding without being closed."""

    def __init__(self, redis: str) -> None:
        self._redis = redis.removeprefix("unix://")
        self._forwarding = asyncio.Event()
        self._forwarding.set()

    def stop_forwarding(self) -> None:
        """Silence the present connections; new ones work."""
        self._forwarding.clear()
        self._forwarding = asyncio.Event()
        self._forwarding.set()

    async def connect(self, near: asyncio.StreamReader, responses: asyncio.StreamWriter) -> None:
        far, requests = await asyncio.open_unix_connection(self._redis)
        forwarding = self._forwarding
        await asyncio.gather(
            _forward(near, requests, forwarding), _forward(far, responses, forwarding)
        )


async def _forward(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, forwarding: asyncio.Event
) -> None:
    while data := await source.read(65536):
        if forwarding.is_set():
            target.write(data)
    target.close()


@asynccontextmanager
async def listening(proxy: SilentProxy) -> AsyncIterator[str]:
    async with await asyncio.start_server(proxy.connect, "127.0.0.1", 0) as server:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_connection_that_silently_stops_working_is_replaced(redis: str) -> None:
    received, proxy = asyncio.Event(), SilentProxy(redis)
    async with (
        listening(proxy) as address,
        RedisBus.open(address, "house", lambda _notice: received.set()),
        RedisBus.open(redis, "house", lambda _notice: None) as publisher,
    ):
        await publish_until_received(publisher, received)
        proxy.stop_forwarding()
        await publish_until_received(publisher, received)


async def test_a_bug_in_a_handler_does_not_end_all_notices(redis: str) -> None:
    received, bugs = asyncio.Event(), [LookupError("a bug")]

    def on_notice(_notice: ChangeNotice) -> None:
        if bugs:
            raise bugs.pop()
        received.set()

    async with (
        RedisBus.open(redis, "house", on_notice),
        RedisBus.open(redis, "house", lambda _notice: None) as publisher,
    ):
        await publish_until_received(publisher, received)
    assert bugs == []


async def until_logged(logs: Sequence[Mapping[str, Any]], text: str) -> None:
    async with asyncio.timeout(20):
        while not any(text in line["event"] for line in logs):
            await asyncio.sleep(0.02)


async def test_recovery_is_logged_when_a_process_receives_its_own_messages(redis: str) -> None:
    received = asyncio.Event()
    async with (
        Redis.from_url(redis) as client,
        RedisBus.open(redis, "house", lambda _notice: received.set()),
        RedisBus.open(redis, "house", lambda _notice: None) as publisher,
    ):
        await publish_until_received(publisher, received)
        with capture_logs() as logs:
            await client.client_pause(60_000, all=False)
            await until_logged(logs, "cannot be reached")
            await client.client_unpause()
            await until_logged(logs, "is back")


@pytest.mark.parametrize("address", ["redis://:hunter2#x@cache", "redis://house:hunter/2@cache/0"])
async def test_a_wrong_redis_url_is_reported_without_its_password(address: str) -> None:
    with pytest.raises(Unavailable, match="is not a valid URL") as raised:
        async with RedisBus.open(address, "house", lambda _notice: None):
            pass
    assert "hunter" not in str(raised.value)
