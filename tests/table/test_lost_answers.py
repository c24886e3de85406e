"""A page of the house book whose answer got lost: perhaps it was written."""

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import Seat
from cluehouse.table.house import HouseBook, StoodUp, Wished
from cluehouse.table.ports import TableId
from tests.table.fakes import MemoryLog

ID = TableId("table")
OURS, THEIRS = Wished(Seat(0), "plum"), StoodUp(Seat(1))


class LosingAnswers(MemoryLog):
    """Nobody hears what becomes of a page: it is written, or not, or another's is."""

    rival: HouseBook | None = None
    written = False

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        if self.written:
            await super().write(table, page, note)
        if self.rival is not None:
            rival, self.rival = self.rival, None
            await rival.write(THEIRS)
        raise Unavailable("the line broke")


async def test_a_page_that_was_written_is_acknowledged() -> None:
    book = LosingAnswers()
    book.written = True
    house = await HouseBook.open(book, ID)
    await house.write(OURS)
    assert (house.pages, house.wishes) == (1, {Seat(0): "plum"})


async def test_a_page_that_was_not_is_refused() -> None:
    house = await HouseBook.open(LosingAnswers(), ID)
    with pytest.raises(Unavailable, match="the line broke"):
        await house.write(OURS)
    assert house.pages == 0


async def test_where_anothers_page_is_ours_is_refused_and_theirs_taken_up() -> None:
    book, quiet = LosingAnswers(), MemoryLog()
    quiet.notes = book.notes
    book.rival = await HouseBook.open(quiet, ID)
    house = await HouseBook.open(book, ID)
    with pytest.raises(Unavailable, match="the line broke"):
        await house.write(OURS)
    assert (house.pages, house.wishes) == (1, {})
