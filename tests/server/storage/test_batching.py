"""Everybody who waits is served together, and each has an answer of their own."""

import asyncio
from collections.abc import Sequence

from cluehouse.core.errors import DiskFull
from cluehouse.server.storage.batching import Batcher

DONE = None


async def test_the_same_trouble_is_told_to_each_in_words_of_their_own() -> None:
    async def fail(jobs: Sequence[int]) -> list[Exception | None]:
        raise DiskFull("no room")

    batches = Batcher(fail)
    first, second = await asyncio.gather(*map(batches.ask, (1, 2)), return_exceptions=True)
    assert isinstance(first, DiskFull)
    assert isinstance(second, DiskFull)
    assert first.detail == second.detail == "no room"
    assert first is not second


async def test_a_batch_that_is_answered_in_part_is_everybodys_trouble_and_no_later_ones() -> None:
    wrong: list[list[Exception | None]] = [[DONE]]

    async def forgetful(jobs: Sequence[int]) -> list[Exception | None]:
        return wrong.pop() if wrong else [DONE for _ in jobs]

    batches = Batcher(forgetful)
    async with asyncio.timeout(20):
        answers = await asyncio.gather(*map(batches.ask, (1, 2)), return_exceptions=True)
        assert [type(answer) for answer in answers] == [ValueError, ValueError]
        await batches.ask(3)
