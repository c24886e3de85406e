"""Work spread over processes. Results come in order, and nothing is left running afterwards."""

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

_LARGEST = 32
"""Tasks in a batch."""
_ROUNDS = 8
"""Batches for each process, if there are enough tasks: small enough to share out evenly."""
_AHEAD = 4
"""Batches handed out for each process before the oldest must be back."""


def spread(task: Callable[[int], T], count: int, processes: int) -> Iterator[T]:
    """task(0), task(1) … task(count - 1), in this order; here and now if one process is enough."""
    batches = batches_of(count, processes)
    if min(processes, len(batches)) <= 1:
        yield from map(task, range(count))
        return
    answers: deque[Future[list[T]]] = deque()
    with _workers(min(processes, len(batches))) as pool:
        for batch in batches:
            answers.append(_submit(pool, task, batch))
            if len(answers) > processes * _AHEAD:
                yield from answers.popleft().result()
        for answer in answers:
            yield from answer.result()


def batches_of(count: int, processes: int) -> list[range]:
    """
    >>> batches_of(5, processes=2)
    [range(0, 1), range(1, 2), range(2, 3), range(3, 4), range(4, 5)]
    """
    size = max(1, min(_LARGEST, count // (processes * _ROUNDS)))
    return [range(first, min(first + size, count)) for first in range(0, count, size)]


def _submit(pool: ProcessPoolExecutor, task: Callable[[int], T], batch: range) -> "Future[list[T]]":
    """A process started here never hears Ctrl-C: that is for us, and we end it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_run, task, batch)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(task: Callable[[int], T], batch: range) -> list[T]:
    return [task(number) for number in batch]


@contextmanager
def _workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """Fresh processes, the same on every system; ended at once if the work is broken off."""
    strangers = set(active_children())
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise WorkerLost("a worker process died; is the machine out of memory?") from error
    except BaseException:
        for worker in set(active_children()) - strangers:
            worker.terminate()
        raise
    finally:
        pool.shutdown()
