"""The process pool gives results in order, and reports its failures."""

import operator
import os
from functools import partial

import pytest

from cluehouse.arena.errors import WorkerLost
from cluehouse.arena.pool import batches_of, spread


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order(processes: int) -> None:
    assert list(spread(partial(operator.mul, 3), 50, processes)) == [3 * i for i in range(50)]


@pytest.mark.parametrize("processes", [1, 2])
def test_no_tasks_give_no_results(processes: int) -> None:
    assert list(spread(partial(operator.mul, 3), 0, processes)) == []


def test_an_exception_in_a_task_is_raised_in_the_parent() -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread(partial(operator.floordiv, 10), 20, processes=2))


def test_a_worker_that_dies_is_reported() -> None:
    with pytest.raises(WorkerLost, match="worker process died"):
        list(spread(os._exit, 20, processes=2))


@pytest.mark.parametrize(("count", "processes"), [(1, 4), (7, 2), (1000, 2), (100_000, 8)])
def test_batches_hold_every_task_once(count: int, processes: int) -> None:
    batches = batches_of(count, processes)
    assert [number for batch in batches for number in batch] == list(range(count))
    assert all(batches)
