"""Unexpected exceptions are logged and retried; no table gets stuck."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import pairwise

import pytest

from cluehouse.core.ids import RAIL, Seat, Seq
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.book import Bot, SatDown
from cluehouse.table.book.chat import RailRules, RailSet
from cluehouse.table.book.lifecycle import ClockStood
from cluehouse.table.host_succession import MAX_HOST_ABSENCE_S
from cluehouse.table.ports import LogEntry, TableId
from cluehouse.table.tasks import MAX_RETRY_DELAY_S
from cluehouse.table.time_control import Live
from tests.table import virtual_time
from tests.table.fakes import Mailbox, MemoryLog, allow
from tests.table.test_host_succession import hosted_by, unstarted_table
from tests.table.virtual_table import (
    GRACE,
    ID,
    ONE,
    PAUSE,
    ZERO,
    VirtualServer,
    clock,
    notes_of,
    on_a_virtual_clock,
    until,
)


class BuggyLog(MemoryLog):
    """Raises an unexpected exception `bugs` times and records when."""

    def __init__(self) -> None:
        super().__init__()
        self.bugs = 0
        self.failed_at: list[float] = []

    def fail_if_due(self) -> None:
        if self.bugs:
            self.bugs -= 1
            self.failed_at.append(clock())
            raise RuntimeError("unexpected")

    async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
        self.fail_if_due()
        await super().append(table, seq, entry)

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        self.fail_if_due()
        await super().write(table, page, note)


@on_a_virtual_clock
async def test_bot_retries_a_move_after_a_bug() -> None:
    log = BuggyLog()
    table = await VirtualServer(log).start()
    await table.book.write(SatDown(ZERO, Bot("novice")))
    log.bugs = 1
    await until(lambda: table.seq == 1, timeout_s=10 * PAUSE)
    assert len(log.failed_at) == 1


def test_permanent_bug_is_retried_with_backoff_and_logged_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def one_hour() -> list[float]:
        log = BuggyLog()
        table = await VirtualServer(log).start()
        await table.book.write(SatDown(ZERO, Bot("novice")))
        log.bugs = 1_000_000
        await asyncio.sleep(3600)
        log.bugs = 0
        await until(lambda: table.seq == 1, timeout_s=2 * MAX_RETRY_DELAY_S)
        return log.failed_at

    failures = virtual_time.run(one_hour())
    gaps = [later - before for before, later in pairwise(failures)]
    assert gaps[0] < 5
    assert min(gaps[8:]) >= MAX_RETRY_DELAY_S
    errors = [it for it in caplog.records if it.levelno == logging.ERROR]
    assert len(errors) == len(failures)


@on_a_virtual_clock
async def test_stand_in_note_is_retried_after_a_bug() -> None:
    log = BuggyLog()
    server = VirtualServer(log)
    table = await server.start()
    server.disconnect(ZERO)
    log.bugs = 3
    await until(lambda: ZERO in table.book.lifecycle.standing_in, timeout_s=2 * GRACE)
    assert log.bugs == 0


@on_a_virtual_clock
async def test_note_that_was_written_before_the_bug_is_not_written_again() -> None:
    class WritesAndFails(BuggyLog):
        append = MemoryLog.append

        async def write(self, table: TableId, page: int, note: bytes) -> None:
            await MemoryLog.write(self, table, page, note)
            self.fail_if_due()

    log = WritesAndFails()
    server = VirtualServer(log)
    table = await server.start(Live(bank=600, increment=0))
    stood = notes_of(table.book, ClockStood)
    await asyncio.sleep(10)
    log.bugs = 1
    await table.play(ZERO, Ask(ONE), Seq(0), allow)
    await asyncio.sleep(10)
    assert log.bugs == 0
    assert [note.seat for note in stood if isinstance(note, ClockStood)] == [ZERO]


@on_a_virtual_clock
async def test_host_succession_is_retried_after_a_bug() -> None:
    log = BuggyLog()
    server = VirtualServer(log)
    book = await unstarted_table(server)
    server.disconnect(ZERO)
    log.bugs = 2
    await until(lambda: hosted_by(book, "Blaise"), timeout_s=MAX_HOST_ABSENCE_S + 10)
    assert log.bugs == 0


@on_a_virtual_clock
async def test_delayed_spectators_are_served_after_a_bug() -> None:
    class FailsToRead(BuggyLog):
        async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
            self.fail_if_due()
            return await super().read(table, after)

    log = FailsToRead()
    server = VirtualServer(log)
    table = await server.start()
    await table.book.write(RailSet(RailRules(delay=60)))
    rail, box = await server.registry.rail(ID), Mailbox()
    await rail.attach(box)
    await table.play(Seat(0), Ask(ONE), Seq(0), allow)
    log.bugs = 2
    await until(lambda: [it.seq for it in box.updates] == [0, 1], timeout_s=2 * 60 + 10)
    assert log.bugs == 0


@on_a_virtual_clock
async def test_move_that_was_written_before_the_bug_counts() -> None:
    log = MemoryLog()
    table = await VirtualServer(log).start()
    box = Mailbox()
    await table.attach(RAIL, box)
    log.error, log.fails_after_write = RuntimeError("unexpected"), True
    assert await table.play(ZERO, Ask(ONE), Seq(0), allow) == 1
    assert [update.seq for update in box.updates] == [0, 1]
