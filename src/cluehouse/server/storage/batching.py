"""Batch concurrent writes to a remote database.

Jobs submitted while a batch is being written go into the next batch together: the same principle
as `group_commit`, without a thread.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

from cluehouse.core.errors import Unavailable
from cluehouse.table.tasks import log_failure

MAX_BATCH_JOBS: Final = 500
"""Limits the jobs in one batch."""

CallerResult = tuple["asyncio.Future[None]", Exception | None]
"""The future of a waiting caller, and its error: None when the job is on disk."""

J = TypeVar("J")
WriteBatch = Callable[[Sequence[J]], Awaitable[Sequence[Exception | None]]]
"""Writes jobs and returns one error for each: None when the job is on disk."""


class Batcher(Generic[J]):
    """Collects jobs while a batch is written, and writes them together in the next."""

    def __init__(self, write: WriteBatch[J]) -> None:
        self._write = write
        self._queue: deque[tuple[J, asyncio.Future[None]]] = deque()
        self._writing: asyncio.Task[None] | None = None

    async def submit(self, job: J) -> None:
        """Write a job, on disk on return. If the caller is cancelled, it may be written or not."""
        caller = asyncio.get_running_loop().create_future()
        self._queue.append((job, caller))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
            self._writing.add_done_callback(log_failure)
        await caller

    async def drain(self) -> None:
        """Return when every waiting caller has its result."""
        while self._writing is not None:
            await self._writing

    async def _write_all(self) -> None:
        try:
            while self._queue:
                count = min(len(self._queue), MAX_BATCH_JOBS)
                batch = [self._queue.popleft() for _ in range(count)]
                settle(await self._write_batch(batch))
        finally:
            self._writing = None

    async def _write_batch(
        self, batch: Sequence[tuple[J, "asyncio.Future[None]"]]
    ) -> Sequence[CallerResult]:
        callers = [caller for _, caller in batch]
        try:
            errors = await self._write([job for job, _ in batch])
            return list(zip(callers, errors, strict=True))
        except Exception as error:  # fails the whole batch; the next one may work
            return [(caller, error) for caller in callers]


def settle(results: Sequence[CallerResult]) -> None:
    """Resolve the futures of callers that were not cancelled meanwhile."""
    for caller, error in results:
        if caller.done():
            continue
        if error is None:
            caller.set_result(None)
        else:
            caller.set_exception(_copy_of(error))


def _copy_of(error: Exception) -> Exception:
    """Give each caller its own instance: raising it adds that caller's traceback."""
    return type(error)(error.detail) if isinstance(error, Unavailable) else error
