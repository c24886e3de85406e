"""Banks and deadlines, on a virtual clock."""

import asyncio
import gc
from collections.abc import Sequence
from dataclasses import replace

import pytest

from cluehouse.core.errors import DiskFull
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.book.book import Person
from cluehouse.table.book.lifecycle import Paused, Resumed
from cluehouse.table.clocks import ClockReading
from cluehouse.table.ports import TableId
from cluehouse.table.time_control import HOUR_S, ByDay, Live
from tests.table.fakes import Mailbox, MemoryLog
from tests.table.virtual_table import (
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    Place,
    clock,
    on_a_virtual_clock,
    until,
)


@on_a_virtual_clock
async def test_a_bank_runs_while_its_seat_is_asked_and_a_move_brings_an_increment() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=10))
    assert place.reads(ZERO) == ClockReading(100, 0)
    assert place.reads(ONE) == ClockReading(100, None)
    await asyncio.sleep(30)
    assert place.reads(ZERO) == ClockReading(70, 0)
    told = place.roll.told
    await table.play(ZERO, Ask(ONE), table.seq)
    assert place.reads(ZERO) == ClockReading(80, None)
    assert place.reads(ONE) == ClockReading(100, 0)
    assert place.roll.told > told
    await asyncio.sleep(40)
    await table.play(ONE, Ask(ZERO), table.seq)
    assert place.reads(ZERO) == ClockReading(80, None)
    assert place.reads(ONE) == ClockReading(70, None)


@on_a_virtual_clock
async def test_a_move_that_could_not_be_written_brings_no_increment() -> None:
    class SlowLog(MemoryLog):
        async def read(self, table: TableId, after: Seq) -> Sequence[Entry]:
            await asyncio.sleep(10)
            return await super().read(table, after)

    place = Place(SlowLog())
    table = await place.start(Live(bank=100, increment=10))
    place.log.trouble = DiskFull("no room")
    playing = asyncio.create_task(table.play(ZERO, Ask(ONE), table.seq))
    await asyncio.sleep(5)
    place.registry.reconcile(ID)
    assert place.reads(ZERO) == ClockReading(95, 0), "while the log is read again"
    with pytest.raises(DiskFull):
        await playing
    place.registry.reconcile(ID)
    assert place.reads(ZERO) == ClockReading(100 - clock(), 0)


@on_a_virtual_clock
async def test_whoever_runs_out_of_time_has_that_one_move_played() -> None:
    place = Place()
    table = await place.start(Live(bank=50, increment=7), grace=0)
    await until(lambda: table.seq == 1, patience=50 + 2 * PAUSE)
    assert clock() > 50
    assert place.movers == [ZERO]
    assert table.book.lifecycle.standing_in == {}
    assert place.reads(ZERO) == ClockReading(7, None)
    await table.play(ONE, Ask(ZERO), table.seq)
    await table.play(TWO, Ask(ZERO), table.seq)
    await asyncio.sleep(6)
    await table.play(ZERO, Accuse("twin"), table.seq)  # again their own, with a second to spare
    assert place.movers == [ZERO, ONE, TWO, ZERO]


@on_a_virtual_clock
async def test_seats_that_choose_at_once_have_each_their_own_clock() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=0))
    for asker in (ZERO, ONE, TWO):
        await table.play(asker, Ask(Seat((asker + 1) % 3)), table.seq)
    await asyncio.sleep(20)
    await table.play(ONE, Accuse("twin"), table.seq)
    await asyncio.sleep(20)
    assert [place.reads(seat).left for seat in (ZERO, ONE, TWO)] == [60, 80, 60]


@on_a_virtual_clock
async def test_a_clock_stands_while_sounds_play() -> None:
    place = Place(game=replace(KEYHOLE, lasts=lambda _sight: 20.0))
    table = await place.start(Live(bank=100, increment=0))
    await table.attach(ZERO, Mailbox())
    await table.play(ZERO, Ask(ONE), table.seq)
    assert place.reads(ONE) == ClockReading(100, 20)
    await asyncio.sleep(30)
    assert place.reads(ONE) == ClockReading(90, 0)


@on_a_virtual_clock
async def test_a_sound_holds_clocks_that_run_already() -> None:
    place = Place(game=replace(KEYHOLE, lasts=lambda _sight: 20.0))
    table = await place.start(Live(bank=100, increment=0))
    for asker in (ZERO, ONE, TWO):
        await table.play(asker, Ask(Seat((asker + 1) % 3)), table.seq)
    await table.attach(ZERO, Mailbox())
    await asyncio.sleep(10)
    await table.play(ONE, Accuse("twin"), table.seq)
    await asyncio.sleep(30)
    assert place.reads(TWO) == ClockReading(80, 0)


@on_a_virtual_clock
async def test_a_clock_stands_in_a_pause() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=10))
    await asyncio.sleep(30)
    await table.book.write(Paused(MONDAY))
    await asyncio.sleep(HOUR_S)
    assert place.reads(ZERO) == ClockReading(70, None)
    await table.book.write(Resumed(MONDAY + HOUR_S))
    await asyncio.sleep(5)
    assert place.reads(ZERO) == ClockReading(65, 0)


@on_a_virtual_clock
async def test_clocks_stand_where_nobody_is_and_for_whom_a_bot_stands_in() -> None:
    place = Place()
    table = await place.start(Live(bank=1000, increment=0))
    place.goes(ONE)
    await until(lambda: ONE in table.book.lifecycle.standing_in)
    spent = clock()
    place.goes(ZERO, TWO)
    await asyncio.sleep(24 * HOUR_S)
    assert place.reads(ZERO).left == pytest.approx(1000 - spent, abs=0.1)
    place.comes(ZERO)
    await table.play(ZERO, Ask(ONE), table.seq)
    assert place.reads(ONE) == ClockReading(1000, None)


@on_a_virtual_clock
async def test_banks_survive_a_restart() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=10))
    await asyncio.sleep(30)
    await table.play(ZERO, Ask(ONE), table.seq)
    await asyncio.sleep(50)
    place.goes(ZERO, ONE, TWO)
    await asyncio.sleep(0)
    del table
    place.roll.seats = {ONE}
    _table = await place.restart()
    assert place.reads(ZERO) == ClockReading(80, None)
    assert place.reads(ONE) == ClockReading(50, 0)


# --- by the day -------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_a_deadline_passes_and_a_bot_plays_that_one_move() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    await asyncio.sleep(24 * HOUR_S - 60)
    assert place.reads(ZERO).left == pytest.approx(60)
    assert table.seq == 0
    await asyncio.sleep(60 + 2 * PAUSE)
    assert place.movers == [ZERO]
    assert place.reads(ONE).left == pytest.approx(24 * HOUR_S, abs=2 * PAUSE)


@on_a_virtual_clock
async def test_by_the_day_nobody_needs_to_be_there() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    place.goes(ZERO, TWO)
    await asyncio.sleep(23 * HOUR_S)
    assert table.book.lifecycle.standing_in == {}
    assert table.book.host == Person("Ada", "Ada"), "a host by the day is away most of the time"


@on_a_virtual_clock
async def test_a_deadline_that_passed_while_the_house_was_closed_is_judged_on_first_touch() -> None:
    place = Place()
    await place.start(ByDay(hours=24))
    place.goes(ZERO, ONE, TWO)
    await asyncio.sleep(1)
    gc.collect()
    assert len(place.registry) == 0, "a table that sleeps leaves memory"
    await asyncio.sleep(23 * HOUR_S)
    table = await place.restart()
    assert place.reads(ZERO).left == pytest.approx(HOUR_S, abs=2)
    del table
    await asyncio.sleep(2 * HOUR_S)
    table = await place.restart()
    await until(lambda: table.seq == 1, patience=3 * PAUSE)
    assert place.movers == [ZERO]


@on_a_virtual_clock
async def test_a_pause_moves_deadlines_by_as_long_as_it_lasts() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    await asyncio.sleep(4 * HOUR_S)
    await table.book.write(Paused(MONDAY + clock()))
    await asyncio.sleep(100 * HOUR_S)
    assert place.reads(ZERO) == ClockReading(20 * HOUR_S, None)
    assert table.seq == 0
    await table.book.write(Resumed(MONDAY + clock()))
    assert place.reads(ZERO) == ClockReading(20 * HOUR_S, 0)
    await asyncio.sleep(20 * HOUR_S + 2 * PAUSE)
    assert table.seq == 1
