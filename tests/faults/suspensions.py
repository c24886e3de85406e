"""Every moment at which anything on an event loop waits, so that a test can break in there."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any


class Suspensions:
    """Counts the awaits that suspend, over all tasks that begin from now on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.set_task_factory(self._task)
        self._left = 0
        self._break_in: Callable[[], object] | None = None

    def at(self, number: int, break_in: Callable[[], object]) -> None:
        """Call this when anything waits for the so many-th time, counted from now."""
        self._left, self._break_in = number, break_in

    @property
    def reached(self) -> bool:
        return self._break_in is None

    def _task(self, loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
        return asyncio.Task(_Followed(work, self._notice), loop=loop, **more)

    def _notice(self) -> None:
        self._left -= 1
        if self._left == 0 and self._break_in is not None:
            break_in, self._break_in = self._break_in, None
            break_in()


class _Followed(Coroutine[Any, Any, Any]):
    """The same work, step by step."""

    def __init__(self, work: Coroutine[Any, Any, Any], notice: Callable[[], None]) -> None:
        self._work = work
        self._notice = notice

    def send(self, value: Any) -> Any:
        step = self._work.send(value)
        self._notice()
        return step

    def throw(self, *trouble: Any) -> Any:
        step = self._work.throw(*trouble)
        self._notice()
        return step

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._work.__await__()
