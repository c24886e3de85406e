"""Background tasks: periodic jobs, and coroutines that run as long as a block."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog

from cluehouse.core.errors import Closed
from cluehouse.table.tasks import log_failure

SECOND_S: Final = 1.0
DAY_S: Final = 24 * 3600.0

PeriodicJob = Callable[[], Awaitable[None]]

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def run_periodically(*jobs: tuple[float, PeriodicJob]) -> AsyncIterator[None]:
    """Run each job at once and then every so many seconds, for the duration of the block."""
    async with run_alongside(*(_repeat(seconds, job) for seconds, job in jobs)):
        yield


@asynccontextmanager
async def run_alongside(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run coroutines concurrently with the block; cancel them when it ends."""
    tasks = [asyncio.create_task(each) for each in work]
    for task in tasks:
        task.add_done_callback(log_failure)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(seconds: float, job: PeriodicJob) -> None:
    while True:
        try:
            await job()
        except Closed:
            return
        except Exception:  # the job is tried again; the server goes on
            _log.exception("a periodic job failed and is tried again")
        await asyncio.sleep(seconds)
