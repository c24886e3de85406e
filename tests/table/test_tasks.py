"""No exception of a task is lost: it reaches its caller or the log, never asyncio's own message."""

import asyncio
import gc

import pytest

from cluehouse.core.errors import Closed, CluehouseError, DiskFull, Illegal
from cluehouse.table.registry import WeakCache
from cluehouse.table.tasks import TaskSet
from tests.conftest import LOST_EXCEPTIONS

Logged = list[tuple[str, str]]


async def fail(error: Exception) -> None:
    await asyncio.sleep(0)
    raise error


async def until_done(tasks: TaskSet) -> None:
    while len(tasks):
        await asyncio.sleep(0)


def logged(caplog: pytest.LogCaptureFixture) -> Logged:
    gc.collect()
    assert LOST_EXCEPTIONS.found == []
    return [(it.levelname, it.getMessage()) for it in caplog.records if it.name != "asyncio"]


async def test_exception_of_a_spawned_task_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    tasks = TaskSet()
    tasks.spawn(fail(ZeroDivisionError()))
    await until_done(tasks)
    ((level, message),) = logged(caplog)
    assert (level, message) == ("ERROR", "a background task failed")
    assert caplog.records[0].exc_info


async def test_failure_of_a_spawned_task_is_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    tasks = TaskSet()
    tasks.spawn(fail(DiskFull()))
    await until_done(tasks)
    assert logged(caplog) == [("WARNING", "a background task failed: HOUSE-DISK-FULL")]


async def test_shutdown_and_cancellation_of_a_spawned_task_are_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tasks = TaskSet()
    tasks.spawn(fail(Closed()))
    tasks.spawn(asyncio.sleep(60)).cancel()
    await until_done(tasks)
    assert logged(caplog) == []


@pytest.mark.parametrize("error", [Illegal("KEY-3"), DiskFull(), ZeroDivisionError()])
async def test_exception_of_shielded_work_reaches_its_caller_alone(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(type(error)):
        await TaskSet().run_shielded(fail(error))
    assert logged(caplog) == []


@pytest.mark.parametrize(
    ("error", "level"),
    [(Illegal("KEY-3"), None), (DiskFull(), "WARNING"), (ZeroDivisionError(), "ERROR")],
)
async def test_exception_of_shielded_work_whose_caller_has_left_is_logged_unless_it_is_an_answer(
    error: Exception, level: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    tasks = TaskSet()
    caller = asyncio.create_task(tasks.run_shielded(fail(error)))
    await asyncio.sleep(0)
    caller.cancel()
    await until_done(tasks)
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert [it for it, _ in logged(caplog)] == ([level] if level else [])


async def test_cache_that_cannot_open_a_value_tells_all_callers_that_are_left(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def open_value(key: str) -> CluehouseError:
        await fail(DiskFull(key))
        return DiskFull()

    cache = WeakCache(open_value)
    first, second = (asyncio.create_task(cache.get("a")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(DiskFull):
        await second
    alone = asyncio.create_task(cache.get("b"))
    await asyncio.sleep(0)
    alone.cancel()
    for _ in range(5):
        await asyncio.sleep(0)
    assert logged(caplog) == []


def test_lost_exception_is_found() -> None:
    """The check itself works."""

    async def lose() -> None:
        task = asyncio.create_task(fail(ZeroDivisionError()))
        await asyncio.wait({task})

    asyncio.run(lose())
    gc.collect()
    found, LOST_EXCEPTIONS.found = LOST_EXCEPTIONS.found, []
    assert ["never retrieved" in it for it in found] == [True]
