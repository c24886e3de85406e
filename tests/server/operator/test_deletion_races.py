"""Pages that are written while their table is deleted, by another process on the same Postgres: the
book has all its pages afterwards, or none."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from cluehouse.core.wire import encode
from cluehouse.games import GAMES
from cluehouse.server.app import FIND_GAME, OperatorServices, build_lobby, build_operator
from cluehouse.server.backend import open_backend
from cluehouse.server.errors import NoTable
from cluehouse.server.settings import Settings
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.table.book.chat import Said, Text
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.ports import SeatClaim, TableId
from tests.server.running_server import company
from tests.server_process import TEST_TIMEOUT_S

Write = Callable[[Archive, TableId, int], Awaitable[None]]

HELD = 0x7E57
"""The key of an advisory lock: a statement on which a trigger waits for it is under way."""

WAIT = f"""
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock({HELD}); RETURN NULL; END $$
"""
TRIGGER = "CREATE TRIGGER held AFTER {} FOR EACH ROW EXECUTE FUNCTION wait_for_test()"
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
OLD = "UPDATE listings SET state = $1, updated = $2, visited = $2"
DAY = 24 * 3600
PAGE = encode(Said(None, "Ben", "ben", 0.0, Text("hello")))


async def write(archive: Archive, table: TableId, page: int) -> None:
    await archive.write(table, page, PAGE)


async def write_with_claim(archive: Archive, table: TableId, page: int) -> None:
    await archive.write_with_claim(table, page, PAGE, SeatClaim(table, "ben"))


class Race:
    """An old table, a process that deletes it, and another one that writes to it."""

    def __init__(
        self,
        database: asyncpg.Connection,
        table: TableId,
        pages: int,
        delete: Callable[[], Awaitable[None]],
        writer: Archive,
    ) -> None:
        self._database = database
        self.table = table
        self.pages = pages
        self.delete = delete
        self.writer = writer

    async def hold(self, statement: str) -> None:
        """Hold transactions with this statement before they are committed."""
        await self._database.execute(TRIGGER.format(statement))
        await self._database.execute("SELECT pg_advisory_lock($1)", HELD)

    async def release(self) -> None:
        await self._database.execute("SELECT pg_advisory_unlock($1)", HELD)

    async def until_waiting(self, number: int, task: "asyncio.Task[None]") -> None:
        """Wait until so many transactions wait for a lock, or the task is done."""
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not task.done() and await self._database.fetchval(WAITING) < number:
                await asyncio.sleep(0.01)

    async def rows(self) -> dict[str, int]:
        names = ("book", "listings", "sittings", "deal_seats")
        count = "SELECT count(*) FROM {} WHERE table_id = $1"
        return {it: await self._database.fetchval(count.format(it), self.table) for it in names}


@asynccontextmanager
async def race(
    data: Path, database: str, state: str, sweep: Callable[[OperatorServices], Awaitable[None]]
) -> AsyncIterator[Race]:
    async with company(data, "Ada", database_url=database) as [ada]:
        table = TableId(await ada.open_table())
    settings = Settings(data=data, database_url=database, keep_finished=7)
    async with AsyncExitStack() as stack:
        connection = await asyncpg.connect(database)
        stack.push_async_callback(connection.close)
        writer = await PostgresArchive.open(database)
        stack.push_async_callback(writer.close)
        workers = WorkerPool(FIND_GAME, 1)
        stack.push_async_callback(workers.close)
        backend = await stack.enter_async_context(open_backend(settings))
        lobby = build_lobby(settings, GAMES, GAMES, backend, workers)
        operator = build_operator(settings, GAMES, backend, lobby)
        await connection.execute(WAIT)
        await connection.execute(OLD, state, int(time.time()) - 10 * DAY)
        pages = await connection.fetchval("SELECT count(*) FROM book")
        yield Race(connection, table, pages, lambda: sweep(operator), writer)


UNSTARTED = "open", lambda operator: operator.unstarted.sweep()
FINISHED = "abandoned", lambda operator: operator.retention.sweep()
EITHER_SWEEP = pytest.mark.parametrize(
    ("state", "sweep"), [UNSTARTED, FINISHED], ids=["unstarted", "finished"]
)
EITHER_WRITE = pytest.mark.parametrize("write", [write, write_with_claim])


async def start(work: Awaitable[None]) -> None:
    await work


@EITHER_SWEEP
@EITHER_WRITE
async def test_a_page_under_way_is_in_the_book_before_its_table_is_deleted(
    tmp_path: Path,
    database: str,
    state: str,
    sweep: Callable[[OperatorServices], Awaitable[None]],
    write: Write,
) -> None:
    async with race(tmp_path, database, state, sweep) as it:
        await it.hold("INSERT ON book")
        writing = asyncio.create_task(start(write(it.writer, it.table, it.pages)))
        await it.until_waiting(1, writing)
        deleting = asyncio.create_task(start(it.delete()))
        await it.until_waiting(2, deleting)
        await it.release()
        await asyncio.gather(writing, deleting)
        rows = await it.rows()
    if state == "open":
        assert rows["book"] == it.pages + 1, "a table that is in use is kept"
        assert rows["listings"] == rows["sittings"] == 1
    else:
        assert set(rows.values()) == {0}


@EITHER_SWEEP
@EITHER_WRITE
async def test_a_page_for_a_table_whose_deletion_is_under_way_is_refused(
    tmp_path: Path,
    database: str,
    state: str,
    sweep: Callable[[OperatorServices], Awaitable[None]],
    write: Write,
) -> None:
    async with race(tmp_path, database, state, sweep) as it:
        await it.hold("DELETE ON sittings")
        deleting = asyncio.create_task(start(it.delete()))
        await it.until_waiting(1, deleting)
        writing = asyncio.create_task(start(write(it.writer, it.table, it.pages)))
        await it.until_waiting(2, writing)
        await it.release()
        refusal, _ = await asyncio.gather(writing, deleting, return_exceptions=True)
        assert isinstance(refusal, NoTable)
        assert set((await it.rows()).values()) == {0}
