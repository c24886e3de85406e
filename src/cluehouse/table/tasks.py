"""Task sets and retries: hold running asyncio tasks, run work shielded from cancellation, retry
failed work with backoff."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from cluehouse.core.errors import Closed, Unavailable

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
        """Start a task and hold it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def run_shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the work. Cancelling the caller does not cancel the work."""
        return await asyncio.shield(self.spawn(work))

    def cancel(self) -> None:
        """Cancel all tasks without waiting for them."""
        for task in self._tasks:
            task.cancel()

    async def cancel_all(self) -> None:
        """Cancel all tasks and wait until they are done."""
        self.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


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
