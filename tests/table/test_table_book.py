"""Reading long, old and damaged books."""

import asyncio

import pytest

from cluehouse.core.errors import Damaged
from cluehouse.core.ids import Seat
from cluehouse.core.wire import encode
from cluehouse.table.book.book import PAGES_PER_TICK, Opened, Person, SatDown, TableBook
from cluehouse.table.book.marks import Marked, MarkUndone
from cluehouse.table.ports import TableId
from cluehouse.table.time_control import Relaxed
from tests.table.fakes import MemoryLog

ID = TableId("table")
ADA = Person("Ada", "ada")
FIRST = (Opened("keyhole", {}, 3, False, "seen", ADA), SatDown(Seat(0), ADA))
SLICES = 5


def a_long_book() -> MemoryLog:
    log = MemoryLog()
    marks = [encode(Marked(Seat(0), "twin", "no"))] * (SLICES * PAGES_PER_TICK)
    log.notes[ID] = [*map(encode, FIRST), *marks]
    return log


class TickCounter:
    """A task that counts how often it runs."""

    def __init__(self) -> None:
        self.count = 0
        self._waiting = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.count += 1

    def stop(self) -> None:
        self._waiting.cancel()


async def test_other_tasks_run_while_a_long_book_is_read() -> None:
    log, ticks = a_long_book(), TickCounter()
    book = await TableBook.open(log, ID)
    assert book.pages == len(log.notes[ID])
    assert ticks.count >= SLICES - 1
    before = ticks.count
    await book.reload()
    assert ticks.count >= before + SLICES - 1
    ticks.stop()


async def test_undone_marks_still_count_as_made() -> None:
    book = await TableBook.open(MemoryLog(), ID)
    for _ in range(3):
        await book.write(Marked(Seat(0), "twin", "no"))
        await book.write(MarkUndone(Seat(0)))
    assert book.notebooks.marks[Seat(0)] == []
    assert book.notebooks.made[Seat(0)] == 3


async def test_book_from_before_clocks_can_be_read() -> None:
    log = MemoryLog()
    page = (
        b'{"type":"Opened","game":"keyhole","options":{},"seats":3,"listed":false,"help":"seen",'
        b'"host":{"type":"Person","name":"Ada","guest":"ada"}}'
    )
    await log.write(ID, 0, page)
    book = await TableBook.open(log, ID)
    assert book.opened is not None
    assert (book.opened.pace, book.opened.grace) == (Relaxed(), 120)
    assert book.host == ADA


async def test_error_about_a_damaged_page_names_its_number_and_quotes_nothing() -> None:
    log = MemoryLog()
    log.notes[ID] = [encode(FIRST[0]), b'{"type":"SatDown","seat":"Ada\'s"}']
    with pytest.raises(Damaged) as error:
        await TableBook.open(log, ID)
    assert error.value.detail == "page 1 of a table cannot be read"
    assert error.value.__cause__ is None
