"""Call a function at a chosen suspension point of the event loop's tasks."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any


class Suspensions:
    """Counts the awaits that suspend, in all tasks created from now on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.set_task_factory(self._task)
        self._left = 0
        self._interrupt: Callable[[], object] | None = None

    def at(self, number: int, interrupt: Callable[[], object]) -> None:
        """Call `interrupt` at the suspension of this number, counted from now."""
        self._left, self._interrupt = number, interrupt

    @property
    def reached(self) -> bool:
        return self._interrupt is None

    def _task(self, loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
        return asyncio.Task(_Traced(work, self._notice), loop=loop, **more)

    def _notice(self) -> None:
        self._left -= 1
        if self._left == 0 and self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            interrupt()


class _Traced(Coroutine[Any, Any, Any]):
    """A coroutine that calls `notice` at each suspension."""

    def __init__(self, work: Coroutine[Any, Any, Any], notice: Callable[[], None]) -> None:
        self._work = work
        self._notice = notice

    def send(self, value: Any) -> Any:
        step = self._work.send(value)
        self._notice()
        return step

    def throw(self, *error: Any) -> Any:
        step = self._work.throw(*error)
        self._notice()
        return step

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._work.__await__()
