"""Client prefixes take turns, and new clients wait until the loop is idle."""

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic, thread_time

import pytest
import uvloop

from cluehouse.server.net import fair_queue
from cluehouse.server.net.fair_queue import (
    IDLE_PER_CPU_SECOND,
    MIN_IDLE_S,
    TIMER_RESOLUTION_S,
    AdmissionQueue,
    RoundRobin,
)

MANY = 100


def test_prefixes_take_turns_however_many_steps_one_has() -> None:
    pending, ran = RoundRobin(), list[str]()
    for _ in range(MANY):
        pending.add("busy prefix", lambda: ran.append("one of many"))
    pending.add("quiet prefix", lambda: ran.append("the other one"))
    while pending:
        pending.next()()
    assert ran[:3] == ["one of many", "the other one", "one of many"]
    assert len(ran) == MANY + 1


def test_discarded_step_is_not_run() -> None:
    pending, ran = RoundRobin(), list[str]()
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
