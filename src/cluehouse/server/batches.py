"""One question to a distant database for everybody who waits.

Whoever comes while a batch is under way goes into the next one together: the same bargain as in
`group_commit`, without a thread.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

LARGEST_BATCH: Final = 500

J = TypeVar("J")
Serve = Callable[[Sequence[J]], Awaitable[Sequence[Exception | None]]]
"""What became of each job: None when it is on disk."""


class Batches(Generic[J]):
    def __init__(self, serve: Serve[J]) -> None:
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
        while self._waiting:
            count = min(len(self._waiting), LARGEST_BATCH)
            batch = [self._waiting.popleft() for _ in range(count)]
            _settle(batch, await self._answers([job for job, _ in batch]))
        self._serving = None

    async def _answers(self, jobs: Sequence[J]) -> Sequence[Exception | None]:
        try:
            return await self._serve(jobs)
        except Exception as trouble:  # everybody hears of it, and the next batch may work
            return [trouble] * len(jobs)


def _settle(
    batch: Sequence[tuple[J, "asyncio.Future[None]"]], answers: Sequence[Exception | None]
) -> None:
    for (_, caller), answer in zip(batch, answers, strict=True):
        if caller.done():  # cancelled while it waited
            continue
        if answer is None:
            caller.set_result(None)
        else:
            caller.set_exception(answer)
