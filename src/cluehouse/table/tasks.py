"""Work under way that somebody must hold: a task that nobody refers to may vanish half done."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from cluehouse.core.errors import Closed, Unavailable

T = TypeVar("T")


class Errands:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def drop(self) -> None:
        """Nobody needs it done any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Whoever waits may vanish: it is done all the same."""
        return await asyncio.shield(self.start(work))


RETRY: Final = 1.0
"""Seconds until what the house could not do is tried again; after a bug, at first."""

LONGEST_RETRY: Final = 60.0

_log = logging.getLogger(__name__)


class Pauses:
    """Those between the tries of one thing."""

    def __init__(self) -> None:
        self._after_bug = RETRY

    def after(self, trouble: Exception) -> float:
        """Seconds until the next try."""
        if isinstance(trouble, Unavailable):
            return RETRY
        _log.error("a bug: it is tried again", exc_info=trouble)
        pause, self._after_bug = self._after_bug, min(2 * self._after_bug, LONGEST_RETRY)
        return pause


async def insist(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Until it is done, or the house closes."""
    pauses = Pauses()
    while True:
        try:
            return await work()
        except Closed:
            return None
        except Exception as trouble:
            await asyncio.sleep(pauses.after(trouble))
