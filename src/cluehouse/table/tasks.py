"""Task sets and retries: hold running asyncio tasks, run work shielded from cancellation, retry
failed work with backoff."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from cluehouse.core.errors import Closed, CluehouseError, Rejected, Unavailable

T = TypeVar("T")

RETRY_DELAY_S: Final = 1.0
"""Delay before a retry while storage is unavailable; after a bug, the first delay."""

MAX_RETRY_DELAY_S: Final = 60.0
"""Upper limit of the delay between retries after a bug."""

_log = logging.getLogger(__name__)


class TaskSet:
    """Hold strong references to running tasks: asyncio alone keeps weak ones, so an unreferenced
    task may be garbage-collected before it is done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task and hold it until it is done. Its exception is logged."""
        task = self._start(work)
        task.add_done_callback(log_failure)
        return task

    async def run_shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the work. Cancelling the caller does not cancel the work; its exception is then
        logged, unless it is a refusal for the caller."""
        task = self._start(work)
        try:
            return await wait_shielded(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure_without_caller)
            raise

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def cancel(self) -> None:
        """Cancel all tasks without waiting for them."""
        for task in self._tasks:
            task.cancel()

    async def cancel_all(self) -> None:
        """Cancel all tasks and wait until they are done."""
        self.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def wait_shielded(task: asyncio.Task[T]) -> T:
    """Wait for a task. Cancelling the caller does not cancel it. `asyncio.shield` would log its
    exception in that case, in some versions of Python."""
    await asyncio.wait({task})
    return task.result()


def log_failure(task: asyncio.Task[Any]) -> None:
    """Done callback of a task that no code awaits. asyncio itself would log its exception only when
    the task is freed, as one that was never retrieved."""
    error = None if task.cancelled() else task.exception()
    if error is None or isinstance(error, Closed):
        return
    if isinstance(error, CluehouseError):
        _log.warning("a background task failed: %s", error.id)
    else:
        _log.error("a background task failed", exc_info=error)


def _log_failure_without_caller(task: asyncio.Task[Any]) -> None:
    if task.cancelled() or not isinstance(task.exception(), Rejected):
        log_failure(task)


class Backoff:
    """Delays between the attempts at one piece of work: constant while storage is unavailable,
    doubling after each bug."""

    def __init__(self) -> None:
        self._after_bug = RETRY_DELAY_S

    def delay_after(self, error: Exception) -> float:
        """Seconds until the next attempt. Logs the error if it is a bug."""
        if isinstance(error, Unavailable):
            return RETRY_DELAY_S
        _log.error("unexpected exception, retrying", exc_info=error)
        delay, self._after_bug = self._after_bug, min(2 * self._after_bug, MAX_RETRY_DELAY_S)
        return delay


async def retry_forever(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Retry until the work succeeds: every RETRY_DELAY_S while storage is unavailable, with
    exponential backoff after a bug. Stops on Closed."""
    backoff = Backoff()
    while True:
        try:
            return await work()
        except Closed:
            return None
        except Exception as error:
            await asyncio.sleep(backoff.delay_after(error))
