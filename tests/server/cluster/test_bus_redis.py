"""News over Redis: they arrive, whatever happened before, and a line that is dead is noticed."""

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

NEWS = ChangeNotice("table", "somewhere")


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[str]:
    """The socket of one."""
    async with running_redis(tmp_path) as server:
        yield server.address


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_redis, "REDIS_RETRY_DELAY_S", 0.05)
    monkeypatch.setattr(bus_redis, "REDIS_TIMEOUT_S", 0.2)


async def tell_until_heard(teller: RedisBus, heard: asyncio.Event) -> None:
    heard.clear()
    async with asyncio.timeout(20):
        while not heard.is_set():
            teller.publish(NEWS)
            await asyncio.sleep(0.02)


class Wire:
    """Between somebody and Redis; it can go dead without a word."""

    def __init__(self, redis: str) -> None:
        self._redis = redis.removeprefix("unix://")
        self._alive = asyncio.Event()
        self._alive.set()

    def go_dead(self) -> None:
        """As it is; whoever comes anew has a good one."""
        self._alive.clear()
        self._alive = asyncio.Event()
        self._alive.set()

    async def connect(self, near: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        far, asking = await asyncio.open_unix_connection(self._redis)
        alive = self._alive
        await asyncio.gather(_carry(near, asking, alive), _carry(far, answers, alive))


async def _carry(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, alive: asyncio.Event
) -> None:
    while said := await source.read(65536):
        if alive.is_set():
            target.write(said)
    target.close()


@asynccontextmanager
async def wired(wire: Wire) -> AsyncIterator[str]:
    async with await asyncio.start_server(wire.connect, "127.0.0.1", 0) as server:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_line_that_is_dead_without_a_word_is_noticed(redis: str) -> None:
    heard, wire = asyncio.Event(), Wire(redis)
    async with (
        wired(wire) as address,
        RedisBus.open(address, "house", lambda _news: heard.set()),
        RedisBus.open(redis, "house", lambda _news: None) as teller,
    ):
        await tell_until_heard(teller, heard)
        wire.go_dead()
        await tell_until_heard(teller, heard)


async def test_what_nobody_foresaw_is_not_the_end_of_all_news(redis: str) -> None:
    heard, bugs = asyncio.Event(), [LookupError("a bug")]

    def hear(_news: ChangeNotice) -> None:
        if bugs:
            raise bugs.pop()
        heard.set()

    async with (
        RedisBus.open(redis, "house", hear),
        RedisBus.open(redis, "house", lambda _news: None) as teller,
    ):
        await tell_until_heard(teller, heard)
    assert bugs == []


async def until_told(journal: Sequence[Mapping[str, Any]], words: str) -> None:
    async with asyncio.timeout(20):
        while not any(words in line["event"] for line in journal):
            await asyncio.sleep(0.02)


async def test_whoever_could_not_speak_is_back_when_they_hear_themselves(redis: str) -> None:
    heard = asyncio.Event()
    async with (
        Redis.from_url(redis) as client,
        RedisBus.open(redis, "house", lambda _news: heard.set()),
        RedisBus.open(redis, "house", lambda _news: None) as teller,
    ):
        await tell_until_heard(teller, heard)
        with capture_logs() as journal:
            await client.client_pause(60_000, all=False)
            await until_told(journal, "cannot be reached")
            await client.client_unpause()
            await until_told(journal, "is back")


@pytest.mark.parametrize("address", ["redis://:hunter2#x@cache", "redis://house:hunter/2@cache/0"])
async def test_an_address_that_is_wrong_is_said_so_without_its_password(address: str) -> None:
    with pytest.raises(Unavailable, match="cannot be understood") as answer:
        async with RedisBus.open(address, "house", lambda _news: None):
            pass
    assert "hunter" not in str(answer.value)
