"""A long book, an old one, and a damaged one."""

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


class Bystander:
    """Counts how often it gets its turn."""

    def __init__(self) -> None:
        self.turns = 0
        self._waiting = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.turns += 1

    def go(self) -> None:
        self._waiting.cancel()


async def test_others_get_their_turn_while_a_long_book_is_read() -> None:
    log, bystander = a_long_book(), Bystander()
    book = await TableBook.open(log, ID)
    assert book.pages == len(log.notes[ID])
    assert bystander.turns >= SLICES - 1
    before = bystander.turns
    await book.reload()
    assert bystander.turns >= before + SLICES - 1
    bystander.go()


async def test_a_mark_that_was_taken_back_has_been_made() -> None:
    book = await TableBook.open(MemoryLog(), ID)
    for _ in range(3):
        await book.write(Marked(Seat(0), "twin", "no"))
        await book.write(MarkUndone(Seat(0)))
    assert book.notebooks.marks[Seat(0)] == []
    assert book.notebooks.made[Seat(0)] == 3


async def test_a_book_from_before_clocks_is_still_read() -> None:
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


async def test_a_damaged_page_is_told_by_its_number_and_nothing_that_stands_in_it() -> None:
    log = MemoryLog()
    log.notes[ID] = [encode(FIRST[0]), b'{"type":"SatDown","seat":"Ada\'s"}']
    with pytest.raises(Damaged) as trouble:
        await TableBook.open(log, ID)
    assert trouble.value.detail == "page 1 of a table cannot be read"
    assert trouble.value.__cause__ is None
