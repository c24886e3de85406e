"""Lost connections to Postgres, and a Postgres that is down: what is retried, what fails."""

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
from cluehouse.server.storage import postgres_pool
from cluehouse.server.storage.postgres import PostgresArchive
from tests.server.postgres_server import PostgresServer
from tests.server.samples import BEGINNING, DEAL, A, entry_of, header_of

TERMINATE_WAITING = "SELECT pid, pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted"
TERMINATE = "SELECT pg_terminate_backend($1)"
IS_RUNNING = "SELECT FROM pg_stat_activity WHERE pid = $1"


@pytest.fixture
async def archive(database: str) -> AsyncIterator[PostgresArchive]:
    archive = await PostgresArchive.open(database)
    yield archive
    await archive.close()


@asynccontextmanager
async def losing_the_connection(
    database: str, request: Callable[[], Awaitable[Any]]
) -> AsyncIterator[tuple[Any, "asyncio.Future[Any]"]]:
    """Send a request that waits for a lock, and terminate its connection and that of its retry.
    Yield the connection that holds the lock, and the pending result of the request."""
    holder = await asyncpg.connect(database)
    async with holder.transaction():
        await holder.execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
        pending = asyncio.ensure_future(request())
        terminated: set[int] = set()
        async with asyncio.timeout(20):
            while len(terminated) < 2:
                terminated |= {row["pid"] for row in await holder.fetch(TERMINATE_WAITING)}
                await asyncio.sleep(0.01)
        yield holder, pending
    await holder.close()


async def result_after_losses(database: str, request: Callable[[], Awaitable[Any]]) -> Any:
    async with losing_the_connection(database, request) as (_, pending):
        pass
    return await pending


async def test_a_read_is_retried_when_the_connection_is_lost(
    archive: PostgresArchive, database: str
) -> None:
    await archive.create(header_of(A), DEAL)
    assert await result_after_losses(database, partial(archive.read, A, BEGINNING)) == [DEAL]


async def test_creating_a_table_is_retried_when_the_connection_is_lost(
    archive: PostgresArchive, database: str
) -> None:
    await result_after_losses(database, partial(archive.create, header_of(A), DEAL))
    assert await archive.read(A, BEGINNING) == [DEAL]


async def test_a_write_is_retried_when_the_connection_is_lost(
    archive: PostgresArchive, database: str
) -> None:
    await archive.create(header_of(A), DEAL)
    await result_after_losses(database, partial(archive.append, A, Seq(1), entry_of(1)))
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]


async def test_a_retried_write_that_finds_its_entry_does_not_claim_taken(
    archive: PostgresArchive, database: str
) -> None:
    """The table reads the log: its own entry may have been written, and the response lost."""
    await archive.create(header_of(A), DEAL)
    request = partial(archive.append, A, Seq(1), entry_of(1))
    async with losing_the_connection(database, request) as (holder, writing):
        await holder.execute("INSERT INTO log VALUES ($1, 1, 0, 'null', '[]')", A)
    with pytest.raises(Unavailable, match="reconnects by itself") as raised:
        await writing
    assert not isinstance(raised.value, Taken)


async def test_a_postgres_that_stays_down_is_reported(
    archive: PostgresArchive, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_pool, "CONNECT_TIMEOUT_S", 0.0)
    await archive.create(header_of(A), DEAL)
    await asyncio.to_thread(postgres.stop)
    try:
        with pytest.raises(Unavailable, match="check that it runs"):
            await archive.append(A, Seq(1), entry_of(1))
    finally:
        await asyncio.to_thread(postgres.start)
    monkeypatch.undo()
    await archive.append(A, Seq(1), entry_of(1))
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]


class UnreachablePool:
    """A pool that cannot connect."""

    def __init__(self) -> None:
        self.attempts = 0

    async def acquire(self, **_options: float) -> None:
        self.attempts += 1
        raise OSError("no route")


async def test_all_requests_share_one_deadline_for_an_unreachable_postgres(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres_pool, "CONNECT_TIMEOUT_S", 0.3)
    monkeypatch.setattr(postgres_pool, "RECONNECT_DELAY_S", 0.1)
    pool = UnreachablePool()
    archive = PostgresArchive(postgres_pool.PostgresPool(pool, "nowhere"))
    for _ in range(3):  # the first waits until the deadline; after it, each request tries once
        before = pool.attempts
        with pytest.raises(Unavailable, match="check that it runs"):
            await archive.append(A, Seq(1), entry_of(1))
    assert (before > 1, pool.attempts - before) == (True, 1)


def terminate_unnoticed(database: str, backend: int) -> None:
    """Terminate a connection before this event loop can notice it."""

    async def terminate() -> None:
        connection = await asyncpg.connect(database)
        await connection.execute(TERMINATE, backend)
        while await connection.fetch(IS_RUNNING, backend):
            await asyncio.sleep(0.01)
        await connection.close()

    thread = Thread(target=lambda: asyncio.run(terminate()))
    thread.start()
    thread.join()


@pytest.mark.parametrize("iterations", range(5))
async def test_a_connection_lost_while_idle_is_replaced(
    archive: PostgresArchive, database: str, iterations: int
) -> None:
    ((backend,),) = await archive.fetch("SELECT pg_backend_pid()")
    terminate_unnoticed(database, backend)
    for _ in range(iterations):  # the last data is read before the closing is noticed
        await asyncio.sleep(0)
    assert await archive.fetch("SELECT 1") == [(1,)]


async def test_a_result_stands_when_the_connection_is_lost_after_it(
    archive: PostgresArchive, database: str
) -> None:
    async with archive.postgres.connection() as connection:
        backend = await connection.fetchval("SELECT pg_backend_pid()")
        terminate_unnoticed(database, backend)
    assert await archive.fetch("SELECT 1") == [(1,)]
