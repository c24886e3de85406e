"""Households take turns, and whoever is inside goes first."""

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
    READS_PER_TICK,
    TIMER_RESOLUTION_S,
    AdmissionQueue,
    ReadScheduler,
    RoundRobin,
)

MANY = 100


def test_a_stranger_waits_behind_one_of_a_hundred_others_not_behind_all() -> None:
    ring, heard = RoundRobin(), list[str]()
    for _ in range(MANY):
        ring.add("full house", lambda: heard.append("one of many"))
    ring.add("quiet house", lambda: heard.append("the other one"))
    while ring:
        ring.next()()
    assert heard[:3] == ["one of many", "the other one", "one of many"]
    assert len(heard) == MANY + 1


def test_whoever_has_left_a_line_has_no_turn() -> None:
    ring, heard = RoundRobin(), list[str]()
    steps = [partial(heard.append, who) for who in "abc"]
    for step in steps:
        ring.add("house", step)
    ring.drop("house", steps[1])
    ring.drop("elsewhere", steps[0])
    while ring:
        ring.next()()
    assert heard == ["a", "c"]


async def test_nobody_waits_at_an_empty_turnstile() -> None:
    came_in = list[int]()
    AdmissionQueue().enter("house", lambda: came_in.append(1))
    assert came_in == [1]


async def test_between_two_newcomers_the_house_does_what_there_was_to_do() -> None:
    """Each newcomer makes work for several turns of the loop."""
    turns, waiting, order = 5, AdmissionQueue(), list[str]()

    def come_in(who: str) -> Callable[[], None]:
        return lambda: work(who, turns)

    def work(who: str, left: int) -> None:
        order.append(who)
        if left > 1:
            asyncio.get_running_loop().call_soon(work, who, left - 1)

    for who in "abc":
        waiting.enter("house", come_in(who))
    while len(order) < 3 * turns:
        await asyncio.sleep(0.001)
    assert "".join(order) == "aaaaabbbbbccccc"


async def test_the_more_work_a_newcomer_makes_the_later_comes_the_next_one() -> None:
    """Or whoever is inside would meet one after the other."""
    waiting, came_in, work = AdmissionQueue(), asyncio.Event(), 2 * MIN_IDLE_S
    begun, worked = monotonic(), thread_time()

    def make_work() -> None:
        while thread_time() - worked < work:
            pass

    waiting.enter("house", make_work)
    waiting.enter("house", came_in.set)
    await came_in.wait()
    assert monotonic() - begun >= (1 + IDLE_PER_CPU_SECOND) * work


async def test_however_busy_the_house_is_whoever_waits_comes_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It never rests, as far as it can tell."""
    monkeypatch.setattr(fair_queue, "thread_time", monotonic)
    waiting, came_in = AdmissionQueue(), asyncio.Event()
    waiting.enter("house", lambda: None)
    waiting.enter("house", came_in.set)
    await asyncio.wait_for(came_in.wait(), 60)


def test_looking_whether_the_house_rests_is_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never has quite, and the loop it runs in knows nothing shorter than a tick."""
    looks = list[float]()

    def look() -> float:
        looks.append(monotonic())
        return looks[-1]

    monkeypatch.setattr(fair_queue, "monotonic", look)
    monkeypatch.setattr(fair_queue, "thread_time", lambda: monotonic() - 0.9 * MIN_IDLE_S)
    monkeypatch.setattr(fair_queue, "MAX_ADMISSION_DELAY_S", 50 * TIMER_RESOLUTION_S)

    async def stand_in_line() -> None:
        waiting, came_in = AdmissionQueue(), asyncio.Event()
        waiting.enter("house", lambda: None)
        waiting._worked += 0.9 * MIN_IDLE_S
        waiting.enter("house", came_in.set)
        await asyncio.wait_for(came_in.wait(), 60)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(stand_in_line())
    assert len(looks) < 60


async def test_a_bug_of_one_keeps_nobody_else_out() -> None:
    def stumble() -> None:
        raise ZeroDivisionError

    waiting, came_in = AdmissionQueue(), asyncio.Event()
    with pytest.raises(ZeroDivisionError):
        waiting.enter("house", stumble)
    waiting.enter("house", came_in.set)
    await asyncio.wait_for(came_in.wait(), 60)


async def test_so_much_passes_a_hatch_at_a_turn_and_no_more() -> None:
    hatch, swallowed = ReadScheduler(), list[int]()
    for number in range(3 * READS_PER_TICK):
        hatch.pass_in("house", partial(swallowed.append, number))
    counts = []
    while len(swallowed) < 3 * READS_PER_TICK:
        await asyncio.sleep(0)
        counts.append(len(swallowed))
    assert counts == [READS_PER_TICK, 2 * READS_PER_TICK, 3 * READS_PER_TICK]
    hatch.pass_in("house", lambda: swallowed.append(-1))
    await asyncio.sleep(0)
    assert swallowed == [*range(3 * READS_PER_TICK), -1]
