"""A process pool whose results come in order. No process is left running afterwards."""

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

from cluehouse.arena.errors import WorkerLost

T = TypeVar("T")

_MAX_BATCH = 32
"""Most tasks in a batch."""
_BATCHES_PER_PROCESS = 8
"""Batches for each process, if there are enough tasks, so that the load is even."""
_QUEUED_PER_PROCESS = 4
"""Batches submitted for each process before the oldest is waited for."""


def spread(task: Callable[[int], T], count: int, processes: int) -> Iterator[T]:
    """task(0), task(1) … task(count - 1), in this order; in this process if one is enough."""
    batches = batches_of(count, processes)
    if min(processes, len(batches)) <= 1:
        yield from map(task, range(count))
        return
    answers: deque[Future[list[T]]] = deque()
    with _workers(min(processes, len(batches))) as pool:
        for batch in batches:
            answers.append(_submit(pool, task, batch))
            if len(answers) > processes * _QUEUED_PER_PROCESS:
                yield from answers.popleft().result()
        for answer in answers:
            yield from answer.result()


def batches_of(count: int, processes: int) -> list[range]:
    """
    >>> batches_of(5, processes=2)
    [range(0, 1), range(1, 2), range(2, 3), range(3, 4), range(4, 5)]
    """
    size = max(1, min(_MAX_BATCH, count // (processes * _BATCHES_PER_PROCESS)))
    return [range(first, min(first + size, count)) for first in range(0, count, size)]


def _submit(pool: ProcessPoolExecutor, task: Callable[[int], T], batch: range) -> "Future[list[T]]":
    """Workers inherit a blocked SIGINT: on Ctrl-C the parent process terminates them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_run, task, batch)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(task: Callable[[int], T], batch: range) -> list[T]:
    return [task(number) for number in batch]


@contextmanager
def _workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Spawned processes, the same on every system; terminated at once if the work is aborted."""
    others = set(active_children())
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise WorkerLost("a worker process died; is the machine out of memory?") from error
    except BaseException:
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown()
