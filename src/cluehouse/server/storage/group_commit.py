"""Group commit: one thread writes to SQLite and commits once for all waiting callers.

A commit costs one wait for the disk, however many jobs it contains. Jobs that arrive while the disk
is busy go into the next batch together, so throughput rises under load. A caller gets its result
only after the commit.
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
from cluehouse.server.storage.batching import MAX_BATCH_JOBS, settle
from cluehouse.server.storage.db_errors import translate_error

CHECKPOINT_TIMEOUT_MS = 50
"""Milliseconds that a checkpoint of the write-ahead log may delay all writers."""

CHECKPOINT_RETRY_S = 1.0
"""Seconds until a checkpoint is retried that a reader blocked: a backup may take minutes."""

Work = Callable[[sqlite3.Connection], object]
"""Statements that are committed together or, if one raises, not at all."""


class _Job(NamedTuple):
    work: Work
    caller: "asyncio.Future[None]"


class GroupCommit:
    """The only writer on this connection, until closed. Its owner closes the connection.

    A job that fails by itself (a key that is taken, a bug) fails alone. When the disk or the
    database fails, the whole batch is rolled back and fails; the next batch may work.
    """

    def __init__(self, db: sqlite3.Connection, file: str) -> None:
        self.closed = False
        self._db = db
        self._file = file
        self._checkpoint_at: float | None = 0.0
        """When a checkpoint is due: at start, in case the last run ended before its own."""
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="cluehouse-writer", daemon=True)
        self._thread.start()

    async def run(self, work: Work) -> None:
        """Do the work, on disk on return. If the caller is cancelled, it may be done or not."""
        if self.closed:
            raise Closed("the server is shutting down")
        caller = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(work, caller))
        await caller

    async def checkpoint(self) -> None:
        """Empty the write-ahead log: overwritten data is gone from it on return or, if another
        connection is reading the file, soon after that read ends."""
        await self.run(self._schedule_checkpoint)

    async def close(self) -> None:
        """Close when everything in the queue is on disk."""
        self.closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while (first := self._next_job()) is not None:
            batch = [first, *self._queued_jobs()]
            errors = self._commit(batch)
            self._checkpoint_if_due()
            _settle_batch(batch, errors)

    def _next_job(self) -> _Job | None:
        """Wait for the next job. A pending checkpoint is done while there is none."""
        while self._checkpoint_at is not None:
            with suppress(Empty):
                return self._queue.get(timeout=max(0.0, self._checkpoint_at - monotonic()))
            self._checkpoint_if_due()
        return self._queue.get()

    def _queued_jobs(self) -> Iterator[_Job]:
        """Yield the jobs that are in the queue by now, up to a full batch."""
        with suppress(Empty):
            for _ in range(MAX_BATCH_JOBS - 1):
                job = self._queue.get_nowait()
                if job is None:
                    self._queue.put(None)  # no job follows the end marker: it is still the last
                    return
                yield job

    def _commit(self, batch: Sequence[_Job]) -> list[Exception | None]:
        """Commit a batch and return the error of each job: None when it is on disk."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            errors = [self._attempt(job) for job in batch]
            self._db.execute("COMMIT")
        except Exception as error:
            self._roll_back()
            return [translate_error(error, self._file) for _ in batch]
        return errors

    def _attempt(self, job: _Job) -> Exception | None:
        """Do one job in a savepoint. Return its own error; raise one that fails the batch."""
        translated = None
        self._db.execute("SAVEPOINT job")
        try:
            job.work(self._db)
        except Exception as error:
            translated = translate_error(error, self._file)
            if isinstance(translated, Unavailable) and not isinstance(translated, Taken):
                raise
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")
        return translated

    def _schedule_checkpoint(self, _db: sqlite3.Connection) -> None:
        self._checkpoint_at = 0.0

    def _checkpoint_if_due(self) -> None:
        """Called between two batches: a checkpoint is not possible within a transaction."""
        if self._checkpoint_at is not None and self._checkpoint_at <= monotonic():
            self._checkpoint_at = None if self._checkpoint() else monotonic() + CHECKPOINT_RETRY_S

    def _checkpoint(self) -> bool:
        """Return False if a reader kept the write-ahead log from being emptied."""
        (usual,) = self._db.execute("PRAGMA busy_timeout").fetchone()
        self._db.execute(f"PRAGMA busy_timeout = {CHECKPOINT_TIMEOUT_MS}")
        try:
            busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:  # a disk that is full or broken: the next write reports it
            return False
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {usual}")
        return not busy

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _settle_batch(batch: Sequence[_Job], errors: Sequence[Exception | None]) -> None:
    """Wake each event loop once, not once per caller."""
    results = zip((job.caller for job in batch), errors, strict=True)
    for loop, group in groupby(results, key=lambda result: result[0].get_loop()):
        with suppress(RuntimeError):  # that loop is closed: no caller waits there any more
            loop.call_soon_threadsafe(settle, list(group))
