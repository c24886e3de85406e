"""One question to a distant database for everybody who waits.

Whoever comes while a batch is under way goes into the next one together: the same bargain as in
`group_commit`, without a thread.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

from cluehouse.core.errors import Unavailable

MAX_BATCH: Final = 500

Told = tuple["asyncio.Future[None]", Exception | None]
"""Whoever waits, and what they will hear: nothing when it is on disk."""

J = TypeVar("J")
WriteBatch = Callable[[Sequence[J]], Awaitable[Sequence[Exception | None]]]
"""What became of each job: None when it is on disk."""


class Batcher(Generic[J]):
    def __init__(self, serve: WriteBatch[J]) -> None:
        self._serve = serve
        self._waiting: deque[tuple[J, asyncio.Future[None]]] = deque()
        self._serving: asyncio.Task[None] | None = None

    async def ask(self, job: J) -> None:
        """On disk when this returns; if the caller is cancelled meanwhile, perhaps."""
        caller = asyncio.get_running_loop().create_future()
        self._waiting.append((job, caller))
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve_all())
        await caller

    async def finish(self) -> None:
        """Returns when everybody who waits has an answer."""
        while self._serving is not None:
            await self._serving

    async def _serve_all(self) -> None:
        try:
            while self._waiting:
                count = min(len(self._waiting), MAX_BATCH)
                batch = [self._waiting.popleft() for _ in range(count)]
                settle(await self._answered(batch))
        finally:
            self._serving = None

    async def _answered(self, batch: Sequence[tuple[J, "asyncio.Future[None]"]]) -> Sequence[Told]:
        callers = [caller for _, caller in batch]
        try:
            answers = await self._serve([job for job, _ in batch])
            return list(zip(callers, answers, strict=True))
        except Exception as trouble:  # everybody hears of it, and the next batch may work
            return [(caller, trouble) for caller in callers]


def settle(told: Sequence[Told]) -> None:
    for caller, answer in told:
        if caller.done():  # cancelled while it waited
            continue
        if answer is None:
            caller.set_result(None)
        else:
            caller.set_exception(_of_ones_own(answer))


def _of_ones_own(answer: Exception) -> Exception:
    """Many may hear the same, and each carries along where they heard it."""
    return type(answer)(answer.detail) if isinstance(answer, Unavailable) else answer
