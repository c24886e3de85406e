"""Waiting jobs are written in one batch, and each caller gets its own result."""

import asyncio
from collections.abc import Sequence

from cluehouse.core.errors import DiskFull
from cluehouse.server.storage.batching import Batcher

OK = None


async def test_each_caller_of_a_failed_batch_gets_its_own_exception_instance() -> None:
    async def fail(jobs: Sequence[int]) -> list[Exception | None]:
        raise DiskFull("no room")

    batcher = Batcher(fail)
    first, second = await asyncio.gather(*map(batcher.submit, (1, 2)), return_exceptions=True)
    assert isinstance(first, DiskFull)
    assert isinstance(second, DiskFull)
    assert first.detail == second.detail == "no room"
    assert first is not second


async def test_a_batch_with_missing_results_fails_as_a_whole_and_the_next_works() -> None:
    incomplete: list[list[Exception | None]] = [[OK]]

    async def write(jobs: Sequence[int]) -> list[Exception | None]:
        return incomplete.pop() if incomplete else [OK for _ in jobs]

    batcher = Batcher(write)
    async with asyncio.timeout(20):
        results = await asyncio.gather(*map(batcher.submit, (1, 2)), return_exceptions=True)
        assert [type(result) for result in results] == [ValueError, ValueError]
        await batcher.submit(3)
