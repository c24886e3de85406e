"""Work under way that somebody must hold: a task that nobody refers to may vanish half done."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from cluehouse.core.errors import Closed, Unavailable

T = TypeVar("T")


class TaskSet:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def cancel(self) -> None:
        """Cancel every task without waiting for it."""
        for task in self._tasks:
            task.cancel()

    async def cancel_all(self) -> None:
        """Cancel every task and wait until it has ended."""
        self.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def run_shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Whoever waits may vanish: it is done all the same."""
        return await asyncio.shield(self.spawn(work))


RETRY_DELAY_S: Final = 1.0
"""Seconds until what the house could not do is tried again; after a bug, at first."""

MAX_RETRY_DELAY_S: Final = 60.0

_log = logging.getLogger(__name__)


class Backoff:
    """Those between the tries of one thing."""

    def __init__(self) -> None:
        self._after_bug = RETRY_DELAY_S

    def delay_after(self, trouble: Exception) -> float:
        """Seconds until the next try."""
        if isinstance(trouble, Unavailable):
            return RETRY_DELAY_S
        _log.error("a bug: it is tried again", exc_info=trouble)
        pause, self._after_bug = self._after_bug, min(2 * self._after_bug, MAX_RETRY_DELAY_S)
        return pause


async def retry_forever(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Until it is done, or the house closes."""
    backoff = Backoff()
    while True:
        try:
            return await work()
        except Closed:
            return None
        except Exception as trouble:
            await asyncio.sleep(backoff.delay_after(trouble))
