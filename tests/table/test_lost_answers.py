"""A page of the table's book whose answer got lost: perhaps it was written."""

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import Seat
from cluehouse.table.book.book import StoodUp, TableBook, Wished
from cluehouse.table.ports import TableId
from tests.table.fakes import MemoryLog

ID = TableId("table")
OURS, THEIRS = Wished(Seat(0), "plum"), StoodUp(Seat(1))


class LosingAnswers(MemoryLog):
    """Nobody hears what becomes of a page: it is written, or not, or another's is."""

    rival: TableBook | None = None
    written = False

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        if self.written:
            await super().write(table, page, note)
        if self.rival is not None:
            rival, self.rival = self.rival, None
            await rival.write(THEIRS)
        raise Unavailable("the line broke")


async def test_a_page_that_was_written_is_acknowledged() -> None:
    store = LosingAnswers()
    store.written = True
    book = await TableBook.open(store, ID)
    await book.write(OURS)
    assert (book.pages, book.wishes) == (1, {Seat(0): "plum"})


async def test_a_page_that_was_not_is_refused() -> None:
    book = await TableBook.open(LosingAnswers(), ID)
    with pytest.raises(Unavailable, match="the line broke"):
        await book.write(OURS)
    assert book.pages == 0


async def test_where_anothers_page_is_ours_is_refused_and_theirs_taken_up() -> None:
    store, quiet = LosingAnswers(), MemoryLog()
    quiet.notes = store.notes
    store.rival = await TableBook.open(quiet, ID)
    book = await TableBook.open(store, ID)
    with pytest.raises(Unavailable, match="the line broke"):
        await book.write(OURS)
    assert (book.pages, book.wishes) == (1, {})
