"""Two halls on one log, as two processes have them: one drives a table, the other watches."""

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
from tests.table.fakes import Mailbox, MemoryLog
from tests.table.virtual_table import (
    GRACE,
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    Place,
    notes_of,
    on_a_virtual_clock,
    until,
)


class Paper:
    """A lease that a test hands out."""

    def __init__(self, *, held: bool) -> None:
        self.held = held

    def holds(self, _table: TableId) -> bool:
        return self.held


class Process(Place):
    def __init__(self, log: MemoryLog, *, drives: bool) -> None:
        self.lease = Paper(held=drives)
        super().__init__(log)

    def hall_with(self, **settings: Any) -> TableRegistry:
        return super().hall_with(lease=self.lease, **settings)

    def hand(self, *, held: bool) -> None:
        self.lease.held = held
        self.registry.reconcile(ID)


def two_processes() -> tuple[Process, Process]:
    log = MemoryLog()
    return Process(log, drives=True), Process(log, drives=False)


@on_a_virtual_clock
async def test_only_the_driver_seats_bots_and_stands_in() -> None:
    driver, watcher = two_processes()
    await driver.start()
    table = await watcher.registry.table(ID)
    stood_in = notes_of(table.book, StoodIn)
    watcher.goes(ZERO)
    await asyncio.sleep(2 * GRACE)
    assert (driver.movers, stood_in) == ([], []), "whoever watches does nothing"
    driver.goes(ZERO)
    await until(lambda: driver.movers == [ZERO], patience=GRACE + 2 * PAUSE)
    await watcher.registry.catch_up(ID)
    assert len(stood_in) == 1


@on_a_virtual_clock
async def test_whoever_takes_over_seats_the_bots_and_whoever_has_lost_the_lease_lets_them_go() -> (
    None
):
    driver, watcher = two_processes()
    table = await driver.start()
    await table.book.write(SatDown(ZERO, Bot("novice")))
    second = await watcher.registry.table(ID)
    driver.hand(held=False)
    await asyncio.sleep(10)
    assert driver.movers == []
    watcher.hand(held=True)
    await until(lambda: second.seq == 1, patience=3 * PAUSE)
    assert table.seq == 0, "until it reads on"
    await driver.registry.catch_up(ID)
    assert table.seq == 1


@on_a_virtual_clock
async def test_two_who_drive_at_once_play_each_move_once() -> None:
    driver, other = two_processes()
    table = await driver.start()
    for seat in (ZERO, ONE):
        await table.book.write(SatDown(seat, Bot("novice")))
    second = await other.registry.table(ID)
    other.hand(held=True)
    await until(lambda: max(table.seq, second.seq) == 2, patience=20 * PAUSE)
    assert driver.movers == [ZERO, ONE]


@on_a_virtual_clock
async def test_whoever_watches_shows_the_clocks_and_heeds_those_of_the_driver() -> None:
    driver, watcher = two_processes()
    table = await driver.start(Live(bank=100, increment=10))
    await watcher.registry.table(ID)
    await asyncio.sleep(30)
    assert watcher.reads(ZERO) == ClockReading(70, 0)
    pages = table.book.pages
    await table.play(ZERO, Ask(ONE), table.seq)
    await asyncio.sleep(5)  # the news come late
    await watcher.registry.catch_up(ID)
    assert table.book.pages == pages + 1, "one clock was stopped, once"
    assert watcher.reads(ZERO) == ClockReading(80, None)
    assert watcher.reads(ONE).runs_in == 0


@on_a_virtual_clock
async def test_a_deadline_that_the_driver_left_unwritten_is_written_by_the_next() -> None:
    driver, watcher = two_processes()
    driver.lease.held = False
    table = await driver.start(ByDay(hours=24))
    second = await watcher.registry.table(ID)
    assert table.book.lifecycle.deadlines == {}
    written = notes_of(second.book, DeadlineSet)
    watcher.hand(held=True)
    await asyncio.sleep(0.1)
    assert [note.seat for note in written if isinstance(note, DeadlineSet)] == [ZERO]
    assert round(watcher.reads(ZERO).left, 3) == 24 * HOUR_S - 0.1


@on_a_virtual_clock
async def test_what_another_process_wrote_is_told_once_and_in_order() -> None:
    driver, watcher = two_processes()
    table = await driver.start()
    second = await watcher.registry.table(ID)
    mail = Mailbox()
    await second.attach(TWO, mail)
    await table.play(ZERO, Ask(ONE), table.seq)
    await table.play(ONE, Ask(TWO), table.seq)
    assert watcher.registry.standing(ID) == (table.book.pages, 0)
    await asyncio.gather(watcher.registry.catch_up(ID), watcher.registry.catch_up(ID))
    assert [update.seq for update in mail.updates] == [Seq(0), Seq(1), Seq(2)]


@on_a_virtual_clock
async def test_whoever_comes_before_that_was_read_is_not_told_it_twice() -> None:
    driver, watcher = two_processes()
    table = await driver.start()
    second = await watcher.registry.table(ID)
    await table.play(ZERO, Ask(ONE), table.seq)
    mail, whole = Mailbox(), Mailbox()
    await second.attach(TWO, mail)
    await second.catch_up()
    await table.attach(TWO, whole)
    assert [update.seq for update in mail.updates] == [Seq(0), Seq(1)]
    told = [sight for update in mail.updates for sight in update.sights]
    assert told == list(whole.last.sights)


@on_a_virtual_clock
async def test_nobody_moves_after_the_game_was_given_up_or_paused_elsewhere() -> None:
    driver, other = two_processes()
    table = await driver.start()
    second = await other.registry.table(ID)
    await table.book.write(Paused(MONDAY))
    with pytest.raises(OnHold):
        await second.play(ZERO, Ask(ONE), second.seq)
    await table.book.write(Resumed(MONDAY))
    await table.book.write(Abandoned("people"))
    with pytest.raises(GivenUp):
        await second.play(ZERO, Ask(ONE), second.seq)
    assert driver.movers == []


@on_a_virtual_clock
async def test_a_table_of_which_only_the_book_was_read_is_nobodys_to_drive() -> None:
    driver, reader = two_processes()
    table = await driver.start()
    book, unknown = await reader.registry.book(ID), await reader.registry.book(TableId("nowhere"))
    assert (driver.registry.in_play, reader.registry.in_play) == ([ID], [])
    assert reader.registry.in_memory == [ID], "what has no page is no table"
    assert (book.pages, unknown.pages) == (table.book.pages, 0)


@on_a_virtual_clock
async def test_whoever_was_forgotten_elsewhere_is_forgotten_here() -> None:
    driver, watcher = two_processes()
    table = await driver.start()
    second = await watcher.registry.table(ID)
    await table.book.forget("Ada")
    assert await watcher.registry.reload(ID) == {"Ada"}
    assert second.book.sitters == table.book.sitters
    assert second.book.guests == {"Blaise", "Cleo"}
    assert second.book.host == table.book.host
