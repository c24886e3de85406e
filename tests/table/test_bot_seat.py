"""Bots at a table: with real worker processes, and with scripted workers on a virtual clock."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from cluehouse.core.codec import codec
from cluehouse.core.errors import Closed, DiskFull
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Level, Seat, Seq
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.table.book.book import Bot, SatDown
from cluehouse.table.bots import seat as bot_seat
from cluehouse.table.bots.messages import (
    BeliefLost,
    Chosen,
    Failed,
    Question,
    Think,
    WorkerAnswer,
)
from cluehouse.table.bots.pool import MAX_QUEUED_QUESTIONS, Worker, WorkerPool
from cluehouse.table.bots.seat import BotSeat
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.table import Table
from tests.table import virtual_time
from tests.table.fakes import (
    KEY,
    Mailbox,
    MemoryLog,
    ScriptedWorker,
    ScriptedWorkers,
    started_table,
)
from tests.table.rogues import ROGUES, find

ID = TableId("table")


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    workers = WorkerPool("tests.table.rogues:find", count=1, timeout_s=60.0)
    yield workers
    await workers.close()


async def bot_table(
    log: MemoryLog,
    workers: WorkerPool,
    game: str = "keyhole",
    level: Level = "detective",
    pause: float = 0.02,
) -> tuple[Table, Mailbox]:
    """A table of three bots, and the mailbox of a spectator."""
    registry = TableRegistry(find, log, log, workers, pause=pause, new_key=lambda _: KEY)
    book = await registry.book(ID)
    for seat in range(3):
        await book.write(SatDown(Seat(seat), Bot(level)))
    rail = Mailbox()
    table = await started_table(registry, game=game)
    await table.attach(RAIL, rail)
    return table, rail


async def ended(table: Table) -> None:
    async with asyncio.timeout(60):
        while table.outcome is None:
            await asyncio.sleep(0.02)


async def test_three_bots_play_a_game_to_its_end(workers: WorkerPool) -> None:
    table, rail = await bot_table(MemoryLog(), workers)
    await ended(table)
    assert [update.seq for update in rail.updates] == sorted({u.seq for u in rail.updates})
    assert rail.last.outcome == table.outcome


@pytest.mark.parametrize("name", ROGUES)
async def test_misbehaving_bot_does_not_stop_a_table(name: str, workers: WorkerPool) -> None:
    table, _ = await bot_table(MemoryLog(), workers, game=name, pause=0.2)
    await ended(table)
    reasons = {fallback.why for fallback in table.book.fallbacks}
    if name == "chatters":
        assert not any("died" in why for why in reasons), "its output is not read as an answer"
    else:
        assert reasons


async def test_table_continues_while_its_workers_are_killed(workers: WorkerPool) -> None:
    worker = workers.of("table", 0)
    table, _ = await bot_table(MemoryLog(), workers, pause=0.1)
    killed: set[int] = set()
    async with asyncio.timeout(60):
        while table.outcome is None:
            if worker.pid is not None and worker.pid not in killed:
                os.kill(worker.pid, signal.SIGKILL)
                killed.add(worker.pid)
            await asyncio.sleep(0.05)
    assert killed


async def first_question(log: MemoryLog, workers: WorkerPool, game: str = "keyhole") -> Think:
    """The question of the first seat of a new table to its worker."""
    registry = TableRegistry(find, log, log, workers)
    table = await started_table(registry)
    return Think(
        table=ID,
        seat=Seat(0),
        game=game,
        options=bytes(table.header.options),
        seats=3,
        level="detective",
        key=b"luck",
        after=BEFORE_THE_DEAL,
        updates=(await table.recall(Seat(0)),),
    )


async def test_killed_worker_is_replaced_and_has_lost_its_beliefs(workers: WorkerPool) -> None:
    whole = await first_question(MemoryLog(), workers)
    going_on = replace(whole, after=Seq(0))
    worker = workers.of("table", 0)
    assert isinstance(await worker.ask(whole), Chosen)
    assert isinstance(await worker.ask(going_on), Chosen), "it has kept its belief"
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    answer = await worker.ask(going_on)
    if answer == Failed("the worker process died"):
        answer = await worker.ask(going_on)
    assert answer == BeliefLost()
    assert isinstance(await worker.ask(whole), Chosen)


async def test_worker_that_times_out_is_killed(workers: WorkerPool) -> None:
    worker = Worker("tests.table.rogues:find", timeout_s=0.1)
    question = await first_question(MemoryLog(), workers, game="oversleeps")
    assert await worker.ask(question) == Failed("no answer within 0.1 s")
    assert worker.pid is None


async def times_sent(workers: WorkerPool) -> list[float]:
    """When a spectator got each move of a game between three bots, in loop time."""
    clock = asyncio.get_running_loop()
    times: list[float] = []

    class Clocked(Mailbox):
        def send(self, update: bytes) -> None:
            super().send(update)
            times.append(clock.time())

    table, _ = await bot_table(MemoryLog(), workers, pause=2.0)
    await table.attach(RAIL, Clocked())
    while table.outcome is None:
        await asyncio.sleep(1)
    return times


def test_time_of_a_bot_move_does_not_depend_on_thinking_time() -> None:
    quick = virtual_time.run(times_sent(ScriptedWorkers(seconds=0.0)))
    slow = virtual_time.run(times_sent(ScriptedWorkers(seconds=0.3)))
    hopeless = virtual_time.run(times_sent(ScriptedWorkers(seconds=1000.0)))
    assert quick == slow == hopeless
    assert len({round(b - a, 6) for a, b in pairwise(quick)}) > 5


async def fallback_reasons(workers: ScriptedWorkers, pause: float = 2.0) -> set[str]:
    table, _ = await bot_table(MemoryLog(), workers, pause=pause)
    while table.outcome is None:
        await asyncio.sleep(1)
    return {fallback.why for fallback in table.book.fallbacks}


def test_late_bot_plays_a_novice_move_and_the_book_records_it() -> None:
    late = ScriptedWorkers(seconds=1000.0)
    assert virtual_time.run(fallback_reasons(late)) == {"late"}
    assert all(think.level == "novice" for think in late.fallback_worker.asked)
    assert len(late.fallback_worker.asked) == 15


def test_fallback_worker_is_not_asked_for_a_bot_in_time() -> None:
    quick = ScriptedWorkers(seconds=0.1)
    assert virtual_time.run(fallback_reasons(quick)) == set()
    assert quick.fallback_worker.asked == []


def test_table_continues_though_the_fallback_worker_is_late() -> None:
    assert virtual_time.run(fallback_reasons(ScriptedWorkers(1000.0, 1000.0))) == {"late"}


def test_bot_without_a_pause_moves_when_it_is_ready_however_long_it_thinks() -> None:
    async def game() -> tuple[list[str], list[Think]]:
        workers = ScriptedWorkers(seconds=7.0)
        workers.worker.queued = MAX_QUEUED_QUESTIONS + 1
        table, _ = await bot_table(MemoryLog(), workers, pause=0.0)
        while table.outcome is None:
            await asyncio.sleep(1)
        return [fallback.why for fallback in table.book.fallbacks], workers.fallback_worker.asked

    assert virtual_time.run(game()) == ([], [])


def test_bot_without_a_pause_that_fails_plays_a_novice_move() -> None:
    async def game() -> tuple[set[str], int]:
        workers = ScriptedWorkers(seconds=0.0)
        workers.worker.failure = Failed("cannot decide")
        table, _ = await bot_table(MemoryLog(), workers, pause=0.0)
        while table.outcome is None:
            await asyncio.sleep(1)
        reasons = {fallback.why for fallback in table.book.fallbacks}
        return reasons, len(workers.fallback_worker.asked)

    assert virtual_time.run(game()) == ({"cannot decide"}, 15)


def test_bot_whose_thought_is_cancelled_plays_a_novice_move() -> None:
    class Cancelling(ScriptedWorker):
        async def ask(self, question: Question) -> WorkerAnswer:
            raise asyncio.CancelledError

    async def game(pause: float) -> set[str]:
        workers = ScriptedWorkers(seconds=0.0)
        workers.worker = Cancelling(0.0)
        return await fallback_reasons(workers, pause)

    assert virtual_time.run(game(2.0)) == {"cancelled"}
    assert virtual_time.run(game(0.0)) == {"cancelled"}


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_bot_makes_no_move_once_the_workers_are_closed(pause: float) -> None:
    class ClosedWorker(ScriptedWorker):
        async def ask(self, question: Question) -> WorkerAnswer:
            raise Closed("the bot workers are shut down")

    async def game() -> int:
        workers = ScriptedWorkers(seconds=0.0)
        workers.worker = workers.fallback_worker = ClosedWorker(0.0)
        table, _ = await bot_table(MemoryLog(), workers, pause=pause)
        await asyncio.sleep(60)
        return table.seq

    assert virtual_time.run(game()) == 0


def test_bots_of_a_busy_worker_are_degraded_and_recover() -> None:
    async def game() -> tuple[set[Seat], set[Seat], int, int]:
        workers = ScriptedWorkers(seconds=0.0)
        workers.worker.queued = MAX_QUEUED_QUESTIONS + 1
        table, _ = await bot_table(MemoryLog(), workers, pause=2.0)
        while table.seq < 4:
            await asyncio.sleep(1)
        degraded = set(table.book.degraded)
        workers.worker.queued = 0
        while table.outcome is None:
            await asyncio.sleep(1)
        fallbacks = len(workers.fallback_worker.asked)
        return degraded, table.book.degraded, fallbacks, workers.fallbacks

    degraded, at_the_end, novice_moves, counted = virtual_time.run(game())
    assert degraded == {0, 1, 2}
    assert at_the_end == set()
    assert 4 <= novice_moves < 15
    assert counted == novice_moves


def test_bot_whose_move_could_not_be_written_keeps_its_level() -> None:
    async def game() -> list[str]:
        log = MemoryLog()
        table, _ = await bot_table(log, ScriptedWorkers(seconds=0.0), pause=2.0)
        log.error = DiskFull("no room")
        while table.outcome is None:
            await asyncio.sleep(1)
        return [fallback.why for fallback in table.book.fallbacks]

    assert virtual_time.run(game()) == []


def test_bot_whose_backlog_overflows_misses_no_update() -> None:
    async def game() -> list[Think]:
        workers = ScriptedWorkers(seconds=7.0)  # other seats move several times meanwhile
        await fallback_reasons(workers)
        return workers.worker.asked

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bot_seat, "MAX_BACKLOG_UPDATES", 1)
        asked = virtual_time.run(game())
    decode = codec(KEYHOLE).update.decode
    for think in asked:
        if think.after != BEFORE_THE_DEAL:
            seqs = [decode(update).seq for update in think.updates]
            assert seqs == list(range(think.after + 1, seqs[-1] + 1))


def test_bot_gets_each_update_once_and_in_order() -> None:
    async def game() -> list[Think]:
        workers = ScriptedWorkers(seconds=0.0)
        await fallback_reasons(workers)
        return [think for think in workers.worker.asked if think.seat == 0]

    decode = codec(KEYHOLE).update.decode
    known_seq = -1
    for think in virtual_time.run(game()):
        assert think.after == known_seq
        seqs = [decode(update).seq for update in think.updates]
        assert seqs == list(range(known_seq + 1, seqs[-1] + 1))
        known_seq = seqs[-1]


async def test_bot_detaches_when_the_game_is_over(workers: WorkerPool) -> None:
    table, _ = await bot_table(MemoryLog(), workers)
    await ended(table)
    subscribers = [box for boxes in table._subscribers.values() for box in boxes]
    assert not any(isinstance(box, BotSeat) for box in subscribers)
