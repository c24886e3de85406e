"""Client prefixes take turns, at admission and at expensive work; new clients wait until the loop
is idle."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic, thread_time

import pytest
import uvloop

from cluehouse.core.errors import Busy
from cluehouse.server.net import fair_queue
from cluehouse.server.net.fair_queue import (
    IDLE_PER_CPU_SECOND,
    MIN_IDLE_S,
    TIMER_RESOLUTION_S,
    AdmissionQueue,
    RoundRobin,
    WorkQueue,
)

MANY = 100


def test_prefixes_take_turns_however_many_steps_one_has() -> None:
    pending, ran = RoundRobin[Callable[[], None]](), list[str]()
    for _ in range(MANY):
        pending.add("busy prefix", lambda: ran.append("one of many"))
    pending.add("quiet prefix", lambda: ran.append("the other one"))
    while pending:
        pending.next()()
    assert ran[:3] == ["one of many", "the other one", "one of many"]
    assert len(ran) == MANY + 1


def test_discarded_step_is_not_run() -> None:
    pending, ran = RoundRobin[Callable[[], None]](), list[str]()
    steps = [partial(ran.append, who) for who in "abc"]
    for step in steps:
        pending.add("prefix", step)
    pending.discard("prefix", steps[1])
    pending.discard("other prefix", steps[0])
    while pending:
        pending.next()()
    assert ran == ["a", "c"]


async def test_first_client_is_admitted_at_once() -> None:
    admitted = list[int]()
    AdmissionQueue().enter("prefix", lambda: admitted.append(1))
    assert admitted == [1]


async def test_next_client_is_admitted_when_the_work_of_the_last_is_done() -> None:
    """Each client makes work for several loop iterations."""
    turns, queue, order = 5, AdmissionQueue(), list[str]()

    def admit(who: str) -> Callable[[], None]:
        return lambda: work(who, turns)

    def work(who: str, left: int) -> None:
        order.append(who)
        if left > 1:
            asyncio.get_running_loop().call_soon(work, who, left - 1)

    for who in "abc":
        queue.enter("prefix", admit(who))
    while len(order) < 3 * turns:
        await asyncio.sleep(0.001)
    assert "".join(order) == "aaaaabbbbbccccc"


async def test_cpu_time_of_an_admission_delays_the_next() -> None:
    queue, admitted, work = AdmissionQueue(), asyncio.Event(), 2 * MIN_IDLE_S
    begun, worked = monotonic(), thread_time()

    def make_work() -> None:
        while thread_time() - worked < work:
            pass

    queue.enter("prefix", make_work)
    queue.enter("prefix", admitted.set)
    await admitted.wait()
    assert monotonic() - begun >= (1 + IDLE_PER_CPU_SECOND) * work


async def test_clients_are_admitted_even_when_the_loop_is_never_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_queue, "thread_time", monotonic)
    queue, admitted = AdmissionQueue(), asyncio.Event()
    queue.enter("prefix", lambda: None)
    queue.enter("prefix", admitted.set)
    await asyncio.wait_for(admitted.wait(), 60)


def test_idle_checks_do_not_busy_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is never quite idle long enough, and its timers have a resolution."""
    looks = list[float]()

    def look() -> float:
        looks.append(monotonic())
        return looks[-1]

    monkeypatch.setattr(fair_queue, "monotonic", look)
    monkeypatch.setattr(fair_queue, "thread_time", lambda: monotonic() - 0.9 * MIN_IDLE_S)
    monkeypatch.setattr(fair_queue, "MAX_ADMISSION_DELAY_S", 50 * TIMER_RESOLUTION_S)

    async def wait_in_queue() -> None:
        queue, admitted = AdmissionQueue(), asyncio.Event()
        queue.enter("prefix", lambda: None)
        queue._cpu_at_admission += 0.9 * MIN_IDLE_S
        queue.enter("prefix", admitted.set)
        await asyncio.wait_for(admitted.wait(), 60)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(wait_in_queue())
    assert len(looks) < 60


async def test_failing_step_does_not_block_the_queue() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    queue, admitted = AdmissionQueue(), asyncio.Event()
    with pytest.raises(ZeroDivisionError):
        queue.enter("prefix", fail)
    queue.enter("prefix", admitted.set)
    await asyncio.wait_for(admitted.wait(), 60)


class Workplace:
    """Work on a queue that ends when it is told to."""

    def __init__(self, queue: WorkQueue) -> None:
        self._queue = queue
        self._ends = list[asyncio.Event]()
        self.begun = list[str]()

    async def start(self, prefix: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self._work(prefix))
        await settled()
        return task

    async def end_one(self) -> None:
        self._ends.pop(0).set()
        await settled()

    async def _work(self, prefix: str) -> None:
        async with self._queue.turn(prefix):
            self.begun.append(prefix)
            self._ends.append(end := asyncio.Event())
            await end.wait()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def cancel(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_prefix_with_much_work_does_not_starve_the_others() -> None:
    work = Workplace(WorkQueue(max_waiting=8))
    tasks = [await work.start(prefix) for prefix in "aaaaabc"]
    for _ in range(4):
        await work.end_one()
    assert "".join(work.begun) == "aabca"
    await cancel(*tasks)


async def test_full_queue_drops_the_newest_of_the_prefix_with_most_work() -> None:
    work = Workplace(WorkQueue(max_waiting=4))
    crowd = [await work.start("a") for _ in range(5)]
    other = await work.start("b")
    with pytest.raises(Busy):
        await crowd[-1]
    assert not any(it.done() for it in (*crowd[:-1], other))
    await work.end_one()
    await work.end_one()
    assert "".join(work.begun) == "aab"
    await cancel(*crowd, other)


async def test_full_queue_refuses_a_prefix_that_has_its_share() -> None:
    work = Workplace(WorkQueue(max_waiting=2))
    tasks = [await work.start(prefix) for prefix in "aab"]
    for prefix in "abc":
        with pytest.raises(Busy):
            await (await work.start(prefix))
    assert not any(it.done() for it in tasks)
    await cancel(*tasks)


@pytest.mark.parametrize("slots", [1, 3])
async def test_as_many_work_at_once_as_there_are_slots(slots: int) -> None:
    queue = WorkQueue(slots, max_waiting=8)
    work = Workplace(queue)
    tasks = [await work.start(prefix) for prefix in "abcde"]
    assert (len(work.begun), queue.waiting) == (slots, 5 - slots)
    await work.end_one()
    assert (len(work.begun), queue.waiting) == (slots + 1, 4 - slots)
    await cancel(*tasks)


async def test_cancelled_and_failed_work_gives_its_turn_to_the_next() -> None:
    queue = WorkQueue(max_waiting=8)
    work = Workplace(queue)
    first, second, third = [await work.start(prefix) for prefix in "abc"]
    await cancel(second, first)
    await settled()
    assert (work.begun, queue.waiting) == (["a", "c"], 0)
    await cancel(third)
    with pytest.raises(ZeroDivisionError):
        async with queue.turn("a"):
            raise ZeroDivisionError
    last = await work.start("d")
    assert work.begun[-1] == "d"
    await cancel(last)


async def test_turn_that_comes_while_its_task_is_cancelled_is_passed_on() -> None:
    queue = WorkQueue(max_waiting=8)
    work = Workplace(queue)
    first, second, third = [await work.start(prefix) for prefix in "abc"]
    work._ends[0].set()
    await asyncio.sleep(0)  # the first ends, and the turn goes to the second
    await cancel(second)
    await settled()
    assert work.begun == ["a", "c"]
    await cancel(first, third)
