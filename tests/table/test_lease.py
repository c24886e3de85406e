"""Two registries on one log, as in two processes: one drives a table, the other watches."""

import asyncio
from typing import Any

import pytest

from cluehouse.core.errors import GivenUp, OnHold
from cluehouse.core.ids import Seq
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.book import Bot, SatDown
from cluehouse.table.book.lifecycle import Abandoned, DeadlineSet, Paused, Resumed, StoodIn
from cluehouse.table.clocks import ClockReading
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.time_control import HOUR_S, ByDay, Live
from tests.table.fakes import Mailbox, MemoryLog, allow
from tests.table.virtual_table import (
    GRACE,
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    VirtualServer,
    notes_of,
    on_a_virtual_clock,
    until,
)


class FakeLease:
    """A Lease that tests control."""

    def __init__(self, *, held: bool) -> None:
        self.held = held

    def holds(self, _table: TableId) -> bool:
        return self.held


class Process(VirtualServer):
    def __init__(self, log: MemoryLog, *, drives: bool) -> None:
        self.lease = FakeLease(held=drives)
        super().__init__(log)

    def make_registry(self, **settings: Any) -> TableRegistry:
        return super().make_registry(lease=self.lease, **settings)

    def set_lease(self, *, held: bool) -> None:
        self.lease.held = held
        self.registry.reconcile(ID)


def two_processes() -> tuple[Process, Process]:
    log = MemoryLog()
    return Process(log, drives=True), Process(log, drives=False)


@on_a_virtual_clock
async def test_only_the_driver_seats_bots_and_stand_ins() -> None:
    driver, watcher = two_processes()
    await driver.start()
    table = await watcher.registry.table(ID)
    stood_in = notes_of(table.book, StoodIn)
    watcher.disconnect(ZERO)
    await asyncio.sleep(2 * GRACE)
    assert (driver.movers, stood_in) == ([], []), "the watching process does nothing"
    driver.disconnect(ZERO)
    await until(lambda: driver.movers == [ZERO], timeout_s=GRACE + 2 * PAUSE)
    await watcher.registry.catch_up(ID)
    assert len(stood_in) == 1


@on_a_virtual_clock
async def test_new_leaseholder_seats_the_bots_and_the_previous_one_stops_them() -> None:
    driver, watcher = two_processes()
    table = await driver.start()
    await table.book.write(SatDown(ZERO, Bot("novice")))
    second = await watcher.registry.table(ID)
    driver.set_lease(held=False)
    await asyncio.sleep(10)
    assert driver.movers == []
    watcher.set_lease(held=True)
    await until(lambda: second.seq == 1, timeout_s=3 * PAUSE)
    assert table.seq == 0, "until it catches up"
    await driver.registry.catch_up(ID)
    assert table.seq == 1


@on_a_virtual_clock
async def test_two_simultaneous_drivers_play_each_move_once() -> None:
    driver, other = two_processes()
    table = await driver.start()
    for seat in (ZERO, ONE):
        await table.book.write(SatDown(seat, Bot("novice")))
    second = await other.registry.table(ID)
    other.set_lease(held=True)
    await until(lambda: max(table.seq, second.seq) == 2, timeout_s=20 * PAUSE)
    assert driver.movers == [ZERO, ONE]


@on_a_virtual_clock
async def test_watching_process_shows_the_clocks_of_the_driver() -> None:
    driver, watcher = two_processes()
    table = await driver.start(Live(bank=100, increment=10))
    await watcher.registry.table(ID)
    await asyncio.sleep(30)
    assert watcher.clock_of(ZERO) == ClockReading(70, 0)
    pages = table.book.pages
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await asyncio.sleep(5)  # the watching process catches up late
    await watcher.registry.catch_up(ID)
    assert table.book.pages == pages + 1, "one clock was stopped, once"
    assert watcher.clock_of(ZERO) == ClockReading(80, None)
    assert watcher.clock_of(ONE).runs_in == 0


@on_a_virtual_clock
async def test_deadline_missing_from_the_book_is_written_by_the_next_driver() -> None:
    driver, watcher = two_processes()
    driver.lease.held = False
    table = await driver.start(ByDay(hours=24))
    second = await watcher.registry.table(ID)
    assert table.book.lifecycle.deadlines == {}
    written = notes_of(second.book, DeadlineSet)
    watcher.set_lease(held=True)
    await asyncio.sleep(0.1)
    assert [note.seat for note in written if isinstance(note, DeadlineSet)] == [ZERO]
    assert round(watcher.clock_of(ZERO).left, 3) == 24 * HOUR_S - 0.1


@on_a_virtual_clock
async def test_entries_of_another_process_are_sent_once_and_in_order() -> None:
    driver, watcher = two_processes()
    table = await driver.start()
    second = await watcher.registry.table(ID)
    mail = Mailbox()
    await second.attach(TWO, mail)
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await table.play(ONE, Ask(TWO), table.seq, allow)
    assert watcher.registry.position(ID) == (table.book.pages, 0)
    await asyncio.gather(watcher.registry.catch_up(ID), watcher.registry.catch_up(ID))
    assert [update.seq for update in mail.updates] == [Seq(0), Seq(1), Seq(2)]


@on_a_virtual_clock
async def test_viewer_who_attaches_before_catch_up_gets_no_sight_twice() -> None:
    driver, watcher = two_processes()
    table = await driver.start()
    second = await watcher.registry.table(ID)
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    mail, whole = Mailbox(), Mailbox()
    await second.attach(TWO, mail)
    await second.catch_up()
    await table.attach(TWO, whole)
    assert [update.seq for update in mail.updates] == [Seq(0), Seq(1)]
    sent = [sight for update in mail.updates for sight in update.sights]
    assert sent == list(whole.last.sights)


@on_a_virtual_clock
async def test_moves_are_rejected_after_another_process_paused_or_abandoned_the_game() -> None:
    driver, other = two_processes()
    table = await driver.start()
    second = await other.registry.table(ID)
    await table.book.write(Paused(MONDAY))
    with pytest.raises(OnHold):
        await second.play(ZERO, Ask(ONE), second.seq, allow)
    await table.book.write(Resumed(MONDAY))
    await table.book.write(Abandoned("people"))
    with pytest.raises(GivenUp):
        await second.play(ZERO, Ask(ONE), second.seq, allow)
    assert driver.movers == []


@on_a_virtual_clock
async def test_process_with_only_the_book_in_memory_does_not_drive_the_table() -> None:
    driver, reader = two_processes()
    table = await driver.start()
    book, unknown = await reader.registry.book(ID), await reader.registry.book(TableId("nowhere"))
    assert (driver.registry.in_play, reader.registry.in_play) == ([ID], [])
    assert reader.registry.in_memory == [ID], "a book without pages belongs to no table"
    assert (book.pages, unknown.pages) == (table.book.pages, 0)


@on_a_virtual_clock
async def test_guest_erased_by_another_process_is_erased_here() -> None:
    driver, watcher = two_processes()
    table = await driver.start()
    second = await watcher.registry.table(ID)
    await table.book.erase_guest("Ada")
    assert await watcher.registry.reload(ID) == {"Ada"}
    assert second.book.sitters == table.book.sitters
    assert second.book.guests == {"Blaise", "Cleo"}
    assert second.book.host == table.book.host
