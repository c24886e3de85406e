"""One commit for everybody who waits, and each caller's own answer."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event, current_thread
from typing import Any

import pytest

from cluehouse.core.errors import DiskFull, Taken
from cluehouse.server.storage.batching import MAX_BATCH
from cluehouse.server.storage.group_commit import GroupCommit, Work
from cluehouse.server.storage.sqlite_connection import open_to_write

DONE = type(None)
MUCH = 1_000_000


class Desk:
    """A writer whose disk is busy until we say so: whoever asks meanwhile shares a commit."""

    def __init__(self, path: Path) -> None:
        self.db = open_to_write(path, busy_timeout=0.01)
        self.writer = GroupCommit(self.db, path.name)
        self.commits = 0
        self.db.set_trace_callback(self._count)

    async def serve(self, *crowd: Work) -> list[type]:
        """Each one's kind of answer. There is one commit before theirs."""
        busy, free = Event(), Event()

        def keep_busy(db: sqlite3.Connection) -> None:
            busy.set()
            free.wait()

        first = asyncio.create_task(self.writer.run(keep_busy))
        await asyncio.to_thread(busy.wait)
        callers = [asyncio.create_task(self.writer.run(work)) for work in crowd]
        await asyncio.sleep(0)  # all of them stand in the queue
        free.set()
        await first
        return [type(a) for a in await asyncio.gather(*callers, return_exceptions=True)]

    def pages(self) -> list[int]:
        """What is on disk; to be asked while nobody writes."""
        return [page for (page,) in self.db.execute("SELECT page FROM book ORDER BY page")]

    def _count(self, statement: str) -> None:
        self.commits += statement == "COMMIT"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    desk = Desk(tmp_path / "house.db")
    yield desk
    await desk.writer.close()
    desk.db.close()


def writes(page: int, *, size: int = 1) -> Work:
    return lambda db: db.execute("INSERT INTO book VALUES ('t', ?, zeroblob(?))", (page, size))


def forgets_a_word(db: sqlite3.Connection) -> None:
    db.execute("INSERT book")


def writes_and_stumbles(db: sqlite3.Connection) -> None:
    writes(8)(db)
    raise LookupError


async def test_whoever_waits_shares_one_commit(desk: Desk) -> None:
    answers = await desk.serve(*map(writes, range(50)))
    assert answers == [DONE] * 50
    assert desk.pages() == list(range(50))
    assert desk.commits == 1 + 1


async def test_a_batch_has_a_largest_size(desk: Desk) -> None:
    await desk.serve(*map(writes, range(MAX_BATCH + 1)))
    assert desk.commits == 1 + 2
    assert len(desk.pages()) == MAX_BATCH + 1


async def test_the_event_loop_is_woken_once_a_batch(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    call_soon = loop.call_soon_threadsafe
    wakers: list[str] = []

    def counted(*call: Any, **options: Any) -> asyncio.Handle:
        wakers.append(current_thread().name)
        return call_soon(*call, **options)

    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    await desk.serve(*map(writes, range(50)))
    assert wakers.count("cluehouse-writer") == 1 + 1


async def test_a_taken_number_fails_only_its_own_caller(desk: Desk) -> None:
    assert await desk.serve(writes(0), writes(0), writes(1)) == [DONE, Taken, DONE]
    assert desk.pages() == [0, 1]


@pytest.mark.parametrize(
    ("bug", "kind"),
    [(forgets_a_word, sqlite3.OperationalError), (writes_and_stumbles, LookupError)],
)
async def test_a_bug_is_loud_and_fails_only_its_own_caller(
    desk: Desk, bug: Work, kind: type[Exception]
) -> None:
    assert await desk.serve(writes(0), bug, writes(1)) == [DONE, kind, DONE]
    assert desk.pages() == [0, 1]


async def test_when_the_disk_fails_nobody_in_the_batch_is_told_otherwise(desk: Desk) -> None:
    (size,) = desk.db.execute("PRAGMA page_count").fetchone()
    desk.db.execute(f"PRAGMA max_page_count = {size}")
    answers = await desk.serve(writes(0), writes(0), writes(1, size=MUCH), writes(2))
    assert answers == [DiskFull] * 4
    assert desk.pages() == []
    assert await desk.serve(writes(0), writes(1)) == [DONE, DONE]
    assert desk.pages() == [0, 1]


async def test_a_caller_who_left_is_not_waited_for(desk: Desk) -> None:
    leaving = asyncio.create_task(desk.writer.run(writes(0)))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await desk.serve(writes(1)) == [DONE]
    assert 1 in desk.pages()
    assert leaving.cancelled()
