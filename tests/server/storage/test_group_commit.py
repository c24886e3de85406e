"""One commit for all waiting callers, and a result of its own for each."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event, current_thread
from typing import Any

import pytest

from cluehouse.core.errors import DiskFull, Taken
from cluehouse.server.storage.batching import MAX_BATCH_JOBS
from cluehouse.server.storage.group_commit import GroupCommit, Work
from cluehouse.server.storage.sqlite_connection import open_to_write

OK = type(None)
TOO_MUCH_BYTES = 1_000_000


class BusyWriter:
    """A writer that is kept busy while callers queue up, so that they share a commit."""

    def __init__(self, path: Path) -> None:
        self.db = open_to_write(path, busy_timeout=0.01)
        self.writer = GroupCommit(self.db, path.name)
        self.commits = 0
        self.db.set_trace_callback(self._count)

    async def run_together(self, *works: Work) -> list[type]:
        """Return the type of each result. One more commit comes before theirs."""
        started, released = Event(), Event()

        def keep_busy(db: sqlite3.Connection) -> None:
            started.set()
            released.wait()

        first = asyncio.create_task(self.writer.run(keep_busy))
        await asyncio.to_thread(started.wait)
        callers = [asyncio.create_task(self.writer.run(work)) for work in works]
        await asyncio.sleep(0)  # all of them are in the queue
        released.set()
        await first
        return [type(a) for a in await asyncio.gather(*callers, return_exceptions=True)]

    def pages(self) -> list[int]:
        """Return the stored pages; call it while no write is running."""
        return [page for (page,) in self.db.execute("SELECT page FROM book ORDER BY page")]

    def _count(self, statement: str) -> None:
        self.commits += statement == "COMMIT"


@pytest.fixture
async def busy(tmp_path: Path) -> AsyncIterator[BusyWriter]:
    busy = BusyWriter(tmp_path / "house.db")
    yield busy
    await busy.writer.close()
    busy.db.close()


def writes(page: int, *, size: int = 1) -> Work:
    return lambda db: db.execute("INSERT INTO book VALUES ('t', ?, zeroblob(?))", (page, size))


def has_a_syntax_error(db: sqlite3.Connection) -> None:
    db.execute("INSERT book")


def writes_and_raises(db: sqlite3.Connection) -> None:
    writes(8)(db)
    raise LookupError


async def test_waiting_callers_share_one_commit(busy: BusyWriter) -> None:
    results = await busy.run_together(*map(writes, range(50)))
    assert results == [OK] * 50
    assert busy.pages() == list(range(50))
    assert busy.commits == 1 + 1


async def test_a_batch_has_a_maximum_size(busy: BusyWriter) -> None:
    await busy.run_together(*map(writes, range(MAX_BATCH_JOBS + 1)))
    assert busy.commits == 1 + 2
    assert len(busy.pages()) == MAX_BATCH_JOBS + 1


async def test_the_event_loop_is_woken_once_per_batch(
    busy: BusyWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    call_soon = loop.call_soon_threadsafe
    wakers: list[str] = []

    def counted(*call: Any, **options: Any) -> asyncio.Handle:
        wakers.append(current_thread().name)
        return call_soon(*call, **options)

    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    await busy.run_together(*map(writes, range(50)))
    assert wakers.count("cluehouse-writer") == 1 + 1


async def test_a_taken_number_fails_only_its_own_caller(busy: BusyWriter) -> None:
    assert await busy.run_together(writes(0), writes(0), writes(1)) == [OK, Taken, OK]
    assert busy.pages() == [0, 1]


@pytest.mark.parametrize(
    ("bug", "kind"),
    [(has_a_syntax_error, sqlite3.OperationalError), (writes_and_raises, LookupError)],
)
async def test_a_bug_is_raised_and_fails_only_its_own_caller(
    busy: BusyWriter, bug: Work, kind: type[Exception]
) -> None:
    assert await busy.run_together(writes(0), bug, writes(1)) == [OK, kind, OK]
    assert busy.pages() == [0, 1]


async def test_a_failing_disk_fails_every_caller_of_the_batch(busy: BusyWriter) -> None:
    (size,) = busy.db.execute("PRAGMA page_count").fetchone()
    busy.db.execute(f"PRAGMA max_page_count = {size}")
    results = await busy.run_together(
        writes(0), writes(0), writes(1, size=TOO_MUCH_BYTES), writes(2)
    )
    assert results == [DiskFull] * 4
    assert busy.pages() == []
    assert await busy.run_together(writes(0), writes(1)) == [OK, OK]
    assert busy.pages() == [0, 1]


async def test_a_cancelled_caller_does_not_block_others(busy: BusyWriter) -> None:
    task = asyncio.create_task(busy.writer.run(writes(0)))
    await asyncio.sleep(0)
    task.cancel()
    assert await busy.run_together(writes(1)) == [OK]
    assert 1 in busy.pages()
    assert task.cancelled()
