"""Lines to Postgres that break, and a Postgres that is away: who waits, and what they hear."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from threading import Thread
from typing import Any

import asyncpg
import pytest

from cluehouse.core.errors import Taken, Unavailable
from cluehouse.core.ids import Seq
from cluehouse.server.storage import postgres_pool as line
from cluehouse.server.storage.postgres import PostgresArchive
from tests.server.postgres_server import PostgresServer
from tests.server.samples import BEGINNING, DEAL, A, entry_of, header_of

CUT_WAITING = "SELECT pid, pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted"
CUT = "SELECT pg_terminate_backend($1)"
THERE = "SELECT FROM pg_stat_activity WHERE pid = $1"


@pytest.fixture
async def archive(database: str) -> AsyncIterator[PostgresArchive]:
    archive = await PostgresArchive.open(database)
    yield archive
    await archive.close()


@asynccontextmanager
async def cutting_the_line(
    database: str, asking: Callable[[], Awaitable[Any]]
) -> AsyncIterator[tuple[Any, "asyncio.Future[Any]"]]:
    """Somebody asks, waits for a lock, and has the line cut, and the next one, too. Within the
    block, a connection that holds the lock, and what they will hear."""
    holder = await asyncpg.connect(database)
    async with holder.transaction():
        await holder.execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
        waiting = asyncio.ensure_future(asking())
        cut: set[int] = set()
        async with asyncio.timeout(20):
            while len(cut) < 2:
                cut |= {row["pid"] for row in await holder.fetch(CUT_WAITING)}
                await asyncio.sleep(0.01)
        yield holder, waiting
    await holder.close()


async def heard_after_cuts(database: str, asking: Callable[[], Awaitable[Any]]) -> Any:
    async with cutting_the_line(database, asking) as (_, waiting):
        pass
    return await waiting


async def test_a_reading_whose_line_breaks_is_asked_again(
    archive: PostgresArchive, database: str
) -> None:
    await archive.create(header_of(A), DEAL)
    assert await heard_after_cuts(database, partial(archive.read, A, BEGINNING)) == [DEAL]


async def test_a_beginning_whose_line_breaks_is_tried_again(
    archive: PostgresArchive, database: str
) -> None:
    await heard_after_cuts(database, partial(archive.create, header_of(A), DEAL))
    assert await archive.read(A, BEGINNING) == [DEAL]


async def test_a_write_whose_line_breaks_is_tried_again(
    archive: PostgresArchive, database: str
) -> None:
    await archive.create(header_of(A), DEAL)
    await heard_after_cuts(database, partial(archive.append, A, Seq(1), entry_of(1)))
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]


async def test_if_it_is_there_by_then_nobody_says_whose_it_is(
    archive: PostgresArchive, database: str
) -> None:
    """The table looks for itself: perhaps its own entry was written, and the answer got lost."""
    await archive.create(header_of(A), DEAL)
    asking = partial(archive.append, A, Seq(1), entry_of(1))
    async with cutting_the_line(database, asking) as (holder, writing):
        await holder.execute("INSERT INTO log VALUES ($1, 1, 0, 'null', '[]')", A)
    with pytest.raises(Unavailable, match="play goes on by itself") as answer:
        await writing
    assert not isinstance(answer.value, Taken)


async def test_a_postgres_that_stays_away_is_said_so(
    archive: PostgresArchive, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "CONNECT_TIMEOUT_S", 0.0)
    await archive.create(header_of(A), DEAL)
    await asyncio.to_thread(postgres.stop)
    try:
        with pytest.raises(Unavailable, match="see that it runs"):
            await archive.append(A, Seq(1), entry_of(1))
    finally:
        await asyncio.to_thread(postgres.start)
    monkeypatch.undo()
    await archive.append(A, Seq(1), entry_of(1))
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]


class NoWayThere:
    """Connections that cannot be had."""

    def __init__(self) -> None:
        self.tried = 0

    async def acquire(self, **_patience: float) -> None:
        self.tried += 1
        raise OSError("no route")


async def test_all_wait_together_for_a_postgres_that_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line, "CONNECT_TIMEOUT_S", 0.3)
    monkeypatch.setattr(line, "RECONNECT_DELAY_S", 0.1)
    pool = NoWayThere()
    archive = PostgresArchive(line.PostgresPool(pool, "nowhere"))
    for _ in range(3):  # the first waits; whoever comes when it has been away for long tries once
        before = pool.tried
        with pytest.raises(Unavailable, match="see that it runs"):
            await archive.append(A, Seq(1), entry_of(1))
    assert (before > 1, pool.tried - before) == (True, 1)


def cut_unnoticed(database: str, backend: int) -> None:
    """When this returns, the line is cut and nothing here has looked at it yet."""

    async def cut() -> None:
        connection = await asyncpg.connect(database)
        await connection.execute(CUT, backend)
        while await connection.fetch(THERE, backend):
            await asyncio.sleep(0.01)
        await connection.close()

    meanwhile = Thread(target=lambda: asyncio.run(cut()))
    meanwhile.start()
    meanwhile.join()


@pytest.mark.parametrize("looks", range(5))
async def test_a_line_that_was_cut_while_idle_is_nobodys_trouble(
    archive: PostgresArchive, database: str, looks: int
) -> None:
    ((backend,),) = await archive.fetch("SELECT pg_backend_pid()")
    cut_unnoticed(database, backend)
    for _ in range(looks):  # what was said last is read before the end is noticed
        await asyncio.sleep(0)
    assert await archive.fetch("SELECT 1") == [(1,)]


async def test_an_answer_stands_though_the_line_breaks_behind_it(
    archive: PostgresArchive, database: str
) -> None:
    async with archive.postgres.connection() as connection:
        backend = await connection.fetchval("SELECT pg_backend_pid()")
        cut_unnoticed(database, backend)
    assert await archive.fetch("SELECT 1") == [(1,)]
