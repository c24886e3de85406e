"""What the house does by itself, beside play: it reads the host's files again, and sweeps."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog

from cluehouse.core.errors import Closed

SECOND_S: Final = 1.0
DAY_S: Final = 24 * 3600.0

Job = Callable[[], Awaitable[None]]

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def run_periodically(*chores: tuple[float, Job]) -> AsyncIterator[None]:
    """Each at once, and again after so many seconds, as long as the block lasts."""
    async with run_alongside(*(_repeat(seconds, chore) for seconds, chore in chores)):
        yield


@asynccontextmanager
async def run_alongside(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """All of it beside the block, and no longer."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(seconds: float, chore: Job) -> None:
    while True:
        try:
            await chore()
        except Closed:
            return
        except Exception:  # a chore that failed is tried again; play goes on
            _log.exception("a chore failed")
        await asyncio.sleep(seconds)
