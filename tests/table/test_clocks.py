"""Banks and deadlines, on a virtual clock."""

import asyncio
import gc
from collections.abc import Sequence
from dataclasses import replace

import pytest

from cluehouse.core.errors import DiskFull
from cluehouse.core.ids import Seat, Seq
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.book.book import Person
from cluehouse.table.book.lifecycle import Paused, Resumed
from cluehouse.table.clocks import ClockReading
from cluehouse.table.ports import LogEntry, TableId
from cluehouse.table.time_control import HOUR_S, ByDay, Live
from tests.table.fakes import Mailbox, MemoryLog, allow
from tests.table.virtual_table import (
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    VirtualServer,
    clock,
    on_a_virtual_clock,
    until,
)


@on_a_virtual_clock
async def test_bank_runs_while_its_seat_is_asked_and_a_move_adds_an_increment() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=100, increment=10))
    assert server.clock_of(ZERO) == ClockReading(100, 0)
    assert server.clock_of(ONE) == ClockReading(100, None)
    await asyncio.sleep(30)
    assert server.clock_of(ZERO) == ClockReading(70, 0)
    broadcasts = server.attendance.broadcasts
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    assert server.clock_of(ZERO) == ClockReading(80, None)
    assert server.clock_of(ONE) == ClockReading(100, 0)
    assert server.attendance.broadcasts > broadcasts
    await asyncio.sleep(40)
    await table.play(ONE, Ask(ZERO), table.seq, allow)
    assert server.clock_of(ZERO) == ClockReading(80, None)
    assert server.clock_of(ONE) == ClockReading(70, None)


@on_a_virtual_clock
async def test_move_that_could_not_be_written_adds_no_increment() -> None:
    class SlowLog(MemoryLog):
        async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
            await asyncio.sleep(10)
            return await super().read(table, after)

    server = VirtualServer(SlowLog())
    table = await server.start(Live(bank=100, increment=10))
    server.log.error = DiskFull("no room")
    playing = asyncio.create_task(table.play(ZERO, Ask(ONE), table.seq, allow))
    await asyncio.sleep(5)
    server.registry.reconcile(ID)
    assert server.clock_of(ZERO) == ClockReading(95, 0), "while the log is read again"
    with pytest.raises(DiskFull):
        await playing
    server.registry.reconcile(ID)
    assert server.clock_of(ZERO) == ClockReading(100 - clock(), 0)


@on_a_virtual_clock
async def test_bot_plays_one_move_for_a_seat_that_runs_out_of_time() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=50, increment=7), grace=0)
    await until(lambda: table.seq == 1, timeout_s=50 + 2 * PAUSE)
    assert clock() > 50
    assert server.movers == [ZERO]
    assert table.book.lifecycle.standing_in == {}
    assert server.clock_of(ZERO) == ClockReading(7, None)
    await table.play(ONE, Ask(ZERO), table.seq, allow)
    await table.play(TWO, Ask(ZERO), table.seq, allow)
    await asyncio.sleep(6)
    await table.play(ZERO, Accuse("twin"), table.seq, allow)  # theirs again, with a second left
    assert server.movers == [ZERO, ONE, TWO, ZERO]


@on_a_virtual_clock
async def test_seats_that_choose_simultaneously_have_separate_clocks() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=100, increment=0))
    for asker in (ZERO, ONE, TWO):
        await table.play(asker, Ask(Seat((asker + 1) % 3)), table.seq, allow)
    await asyncio.sleep(20)
    await table.play(ONE, Accuse("twin"), table.seq, allow)
    await asyncio.sleep(20)
    assert [server.clock_of(seat).left for seat in (ZERO, ONE, TWO)] == [60, 80, 60]


@on_a_virtual_clock
async def test_clock_is_stopped_while_sounds_play() -> None:
    server = VirtualServer(game=replace(KEYHOLE, lasts=lambda _sight: 20.0))
    table = await server.start(Live(bank=100, increment=0))
    await table.attach(ZERO, Mailbox())
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    assert server.clock_of(ONE) == ClockReading(100, 20)
    await asyncio.sleep(30)
    assert server.clock_of(ONE) == ClockReading(90, 0)


@on_a_virtual_clock
async def test_sound_stops_clocks_that_are_running() -> None:
    server = VirtualServer(game=replace(KEYHOLE, lasts=lambda _sight: 20.0))
    table = await server.start(Live(bank=100, increment=0))
    for asker in (ZERO, ONE, TWO):
        await table.play(asker, Ask(Seat((asker + 1) % 3)), table.seq, allow)
    await table.attach(ZERO, Mailbox())
    await asyncio.sleep(10)
    await table.play(ONE, Accuse("twin"), table.seq, allow)
    await asyncio.sleep(30)
    assert server.clock_of(TWO) == ClockReading(80, 0)


@on_a_virtual_clock
async def test_clock_is_stopped_during_a_pause() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=100, increment=10))
    await asyncio.sleep(30)
    await table.book.write(Paused(MONDAY))
    await asyncio.sleep(HOUR_S)
    assert server.clock_of(ZERO) == ClockReading(70, None)
    await table.book.write(Resumed(MONDAY + HOUR_S))
    await asyncio.sleep(5)
    assert server.clock_of(ZERO) == ClockReading(65, 0)


@on_a_virtual_clock
async def test_clocks_are_stopped_without_present_players_and_for_seats_with_a_stand_in() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=1000, increment=0))
    server.disconnect(ONE)
    await until(lambda: ONE in table.book.lifecycle.standing_in)
    spent = clock()
    server.disconnect(ZERO, TWO)
    await asyncio.sleep(24 * HOUR_S)
    assert server.clock_of(ZERO).left == pytest.approx(1000 - spent, abs=0.1)
    server.connect(ZERO)
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    assert server.clock_of(ONE) == ClockReading(1000, None)


@on_a_virtual_clock
async def test_banks_survive_a_restart() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=100, increment=10))
    await asyncio.sleep(30)
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await asyncio.sleep(50)
    server.disconnect(ZERO, ONE, TWO)
    await asyncio.sleep(0)
    del table
    server.attendance.seats = {ONE}
    _table = await server.restart()
    assert server.clock_of(ZERO) == ClockReading(80, None)
    assert server.clock_of(ONE) == ClockReading(50, 0)


# --- by the day -------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_bot_plays_one_move_when_a_deadline_passes() -> None:
    server = VirtualServer()
    table = await server.start(ByDay(hours=24))
    await asyncio.sleep(24 * HOUR_S - 60)
    assert server.clock_of(ZERO).left == pytest.approx(60)
    assert table.seq == 0
    await asyncio.sleep(60 + 2 * PAUSE)
    assert server.movers == [ZERO]
    assert server.clock_of(ONE).left == pytest.approx(24 * HOUR_S, abs=2 * PAUSE)


@on_a_virtual_clock
async def test_by_day_absent_players_get_no_stand_in_and_keep_hosting_before_the_deadline() -> None:
    server = VirtualServer()
    table = await server.start(ByDay(hours=24))
    server.disconnect(ZERO, TWO)
    await asyncio.sleep(23 * HOUR_S)
    assert table.book.lifecycle.standing_in == {}
    assert table.book.host == Person("Ada", "Ada"), "a host by the day is away most of the time"


@on_a_virtual_clock
async def test_deadline_that_passed_while_the_server_was_stopped_is_checked_on_first_use() -> None:
    server = VirtualServer()
    await server.start(ByDay(hours=24))
    server.disconnect(ZERO, ONE, TWO)
    await asyncio.sleep(1)
    gc.collect()
    assert len(server.registry) == 0, "an idle table leaves memory"
    await asyncio.sleep(23 * HOUR_S)
    table = await server.restart()
    assert server.clock_of(ZERO).left == pytest.approx(HOUR_S, abs=2)
    del table
    await asyncio.sleep(2 * HOUR_S)
    table = await server.restart()
    await until(lambda: table.seq == 1, timeout_s=3 * PAUSE)
    assert server.movers == [ZERO]


@on_a_virtual_clock
async def test_pause_moves_deadlines_by_its_duration() -> None:
    server = VirtualServer()
    table = await server.start(ByDay(hours=24))
    await asyncio.sleep(4 * HOUR_S)
    await table.book.write(Paused(MONDAY + clock()))
    await asyncio.sleep(100 * HOUR_S)
    assert server.clock_of(ZERO) == ClockReading(20 * HOUR_S, None)
    assert table.seq == 0
    await table.book.write(Resumed(MONDAY + clock()))
    assert server.clock_of(ZERO) == ClockReading(20 * HOUR_S, 0)
    await asyncio.sleep(20 * HOUR_S + 2 * PAUSE)
    assert table.seq == 1
