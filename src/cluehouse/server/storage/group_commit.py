"""One thread writes, and commits once for everybody who waits.

A commit costs one wait for the disk, however much is in it. Whoever comes while the disk is busy
goes into the next batch together, so the house gets faster under load and nobody is told early.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import NamedTuple

from cluehouse.core.errors import Closed, Taken, Unavailable
from cluehouse.server.storage.batching import MAX_BATCH, settle
from cluehouse.server.storage.db_errors import answer_to

CHECKPOINT_TIMEOUT_MS = 50
"""Milliseconds that all writers wait at most while the write-ahead log is being emptied."""

CHECKPOINT_RETRY_S = 1.0
"""Seconds until that is tried again, where somebody read meanwhile: a backup may take minutes."""

Work = Callable[[sqlite3.Connection], object]
"""Statements that go to disk together or, if one raises, not at all."""


class _Job(NamedTuple):
    work: Work
    caller: "asyncio.Future[None]"


class GroupCommit:
    """The only one who writes on this connection, until closed. The connection stays its owner's.

    A job that fails by itself (a key that is taken, a bug) fails alone. When the disk or the
    database fails, the whole batch is undone and everybody in it hears why; the next one may work.
    """

    def __init__(self, db: sqlite3.Connection, file: str) -> None:
        self.closed = False
        self._db = db
        self._file = file
        self._empty_at: float | None = 0.0
        """When the log is to be emptied: at first, in case the house broke off before it could."""
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._serve, name="cluehouse-writer", daemon=True)
        self._thread.start()

    async def run(self, work: Work) -> None:
        """On disk when this returns; if the caller is cancelled meanwhile, perhaps."""
        if self.closed:
            raise Closed("the house is shutting down")
        caller = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(work, caller))
        await caller

    async def empty_log(self) -> None:
        """What was overwritten is not in the write-ahead log any more when this returns, or, if
        somebody else is reading the file, soon after they have ended."""
        await self.run(self._plan_emptying)

    async def close(self) -> None:
        """Returns when everything in the queue is on disk."""
        self.closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        while (first := self._next()) is not None:
            batch = [first, *self._others()]
            answers = self._commit(batch)
            self._empty_log_if_due()
            _tell(batch, answers)

    def _next(self) -> _Job | None:
        """Whoever comes first. While there is a log to be emptied, nobody need come for that."""
        while self._empty_at is not None:
            with suppress(Empty):
                return self._queue.get(timeout=max(0.0, self._empty_at - monotonic()))
            self._empty_log_if_due()
        return self._queue.get()

    def _others(self) -> Iterator[_Job]:
        """Whoever else stands in the queue by now, up to a full batch."""
        with suppress(Empty):
            for _ in range(MAX_BATCH - 1):
                job = self._queue.get_nowait()
                if job is None:
                    self._queue.put(None)  # nobody comes after the end: it is still the last
                    return
                yield job

    def _commit(self, batch: Sequence[_Job]) -> list[Exception | None]:
        """What became of each job: None when it is on disk."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            answers = [self._attempt(job) for job in batch]
            self._db.execute("COMMIT")
        except Exception as error:
            self._undo()
            return [answer_to(error, self._file) for _ in batch]
        return answers

    def _attempt(self, job: _Job) -> Exception | None:
        answer = None
        self._db.execute("SAVEPOINT job")
        try:
            job.work(self._db)
        except Exception as error:
            answer = answer_to(error, self._file)
            if isinstance(answer, Unavailable) and not isinstance(answer, Taken):
                raise
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")
        return answer

    def _plan_emptying(self, _db: sqlite3.Connection) -> None:
        self._empty_at = 0.0

    def _empty_log_if_due(self) -> None:
        """Between two batches: it cannot be done within one."""
        if self._empty_at is not None and self._empty_at <= monotonic():
            self._empty_at = None if self._empty_log() else monotonic() + CHECKPOINT_RETRY_S

    def _empty_log(self) -> bool:
        """False: there is something in it still, as somebody reads it."""
        (usual,) = self._db.execute("PRAGMA busy_timeout").fetchone()
        self._db.execute(f"PRAGMA busy_timeout = {CHECKPOINT_TIMEOUT_MS}")
        try:
            busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:  # a disk that is full or broken: whoever writes next hears of it
            return False
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {usual}")
        return not busy

    def _undo(self) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _tell(batch: Sequence[_Job], answers: Sequence[Exception | None]) -> None:
    """Wakes each event loop once, not once for every caller."""
    told = zip((job.caller for job in batch), answers, strict=True)
    for loop, group in groupby(told, key=lambda pair: pair[0].get_loop()):
        with suppress(RuntimeError):  # that loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(settle, list(group))
