"""What nobody foresaw is told to the host, and leaves nobody stuck."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import pairwise

import pytest

from cluehouse.core.ids import RAIL, Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.book import Bot, SatDown
from cluehouse.table.book.chat import RailRules, RailSet
from cluehouse.table.book.lifecycle import ClockStood
from cluehouse.table.host_succession import HOST_ABSENCE_S
from cluehouse.table.ports import TableId
from cluehouse.table.tasks import MAX_RETRY_DELAY_S
from cluehouse.table.time_control import Live
from tests.table import virtual_time
from tests.table.fakes import Mailbox, MemoryLog
from tests.table.test_host_succession import hosted_by, waiting
from tests.table.virtual_table import (
    GRACE,
    ID,
    ONE,
    PAUSE,
    ZERO,
    Place,
    clock,
    notes_of,
    on_a_virtual_clock,
    until,
)


class BuggyLog(MemoryLog):
    """Stumbles over what nobody thought of, as often as it is told, and notes when."""

    def __init__(self) -> None:
        super().__init__()
        self.bugs = 0
        self.fallbacks: list[float] = []

    def stumble(self) -> None:
        if self.bugs:
            self.bugs -= 1
            self.fallbacks.append(clock())
            raise RuntimeError("nobody thought of this")

    async def append(self, table: TableId, seq: Seq, entry: Entry) -> None:
        self.stumble()
        await super().append(table, seq, entry)

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        self.stumble()
        await super().write(table, page, note)


@on_a_virtual_clock
async def test_a_bot_moves_though_its_move_met_a_bug() -> None:
    log = BuggyLog()
    table = await Place(log).start()
    await table.book.write(SatDown(ZERO, Bot("novice")))
    log.bugs = 1
    await until(lambda: table.seq == 1, patience=10 * PAUSE)
    assert len(log.fallbacks) == 1


def test_a_bug_that_stays_is_met_ever_more_seldom_and_told_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def an_hour() -> list[float]:
        log = BuggyLog()
        table = await Place(log).start()
        await table.book.write(SatDown(ZERO, Bot("novice")))
        log.bugs = 1_000_000
        await asyncio.sleep(3600)
        log.bugs = 0
        await until(lambda: table.seq == 1, patience=2 * MAX_RETRY_DELAY_S)
        return log.fallbacks

    stumbles = virtual_time.run(an_hour())
    gaps = [later - before for before, later in pairwise(stumbles)]
    assert gaps[0] < 5
    assert min(gaps[8:]) >= MAX_RETRY_DELAY_S
    errors = [it for it in caplog.records if it.levelno == logging.ERROR]
    assert len(errors) == len(stumbles)


@on_a_virtual_clock
async def test_somebody_is_stood_in_for_though_the_note_met_a_bug() -> None:
    log = BuggyLog()
    place = Place(log)
    table = await place.start()
    place.goes(ZERO)
    log.bugs = 3
    await until(lambda: ZERO in table.book.lifecycle.standing_in, patience=2 * GRACE)
    assert log.bugs == 0


@on_a_virtual_clock
async def test_a_note_that_was_written_before_the_bug_is_not_written_again() -> None:
    class WritesAndStumbles(BuggyLog):
        append = MemoryLog.append

        async def write(self, table: TableId, page: int, note: bytes) -> None:
            await MemoryLog.write(self, table, page, note)
            self.stumble()

    log = WritesAndStumbles()
    place = Place(log)
    table = await place.start(Live(bank=600, increment=0))
    stood = notes_of(table.book, ClockStood)
    await asyncio.sleep(10)
    log.bugs = 1
    await table.play(ZERO, Ask(ONE), Seq(0))
    await asyncio.sleep(10)
    assert log.bugs == 0
    assert [note.seat for note in stood if isinstance(note, ClockStood)] == [ZERO]


@on_a_virtual_clock
async def test_hosting_passes_on_though_the_note_met_a_bug() -> None:
    log = BuggyLog()
    place = Place(log)
    book = await waiting(place)
    place.goes(ZERO)
    log.bugs = 2
    await until(lambda: hosted_by(book, "Blaise"), patience=HOST_ABSENCE_S + 10)
    assert log.bugs == 0


@on_a_virtual_clock
async def test_a_late_public_is_told_though_a_bug_came_between() -> None:
    class Misread(BuggyLog):
        async def read(self, table: TableId, after: Seq) -> Sequence[Entry]:
            self.stumble()
            return await super().read(table, after)

    log = Misread()
    place = Place(log)
    table = await place.start()
    await table.book.write(RailSet(RailRules(delay=60)))
    rail, box = await place.registry.rail(ID), Mailbox()
    await rail.attach(box)
    await table.play(Seat(0), Ask(ONE), Seq(0))
    log.bugs = 2
    await until(lambda: [it.seq for it in box.updates] == [0, 1], patience=2 * 60 + 10)
    assert log.bugs == 0


@on_a_virtual_clock
async def test_a_move_that_was_written_before_the_bug_counts() -> None:
    log = MemoryLog()
    table = await Place(log).start()
    box = Mailbox()
    await table.attach(RAIL, box)
    log.trouble, log.written_all_the_same = RuntimeError("nobody thought of this"), True
    assert await table.play(ZERO, Ask(ONE), Seq(0)) == 1
    assert [update.seq for update in box.updates] == [0, 1]
