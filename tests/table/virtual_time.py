"""An event loop whose clock jumps to the next timer: hours pass instantly and exactly."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        timers = self._scheduled  # type: ignore[attr-defined]
        ahead = [timer.when() for timer in timers if not timer.cancelled()]
        if not self._ready and ahead:  # type: ignore[attr-defined]
            self._now = max(self._now, min(ahead))
        super()._run_once()  # type: ignore[misc]


def run(main: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
