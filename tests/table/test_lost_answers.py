"""Book pages whose write reply was lost: they may be written or not."""

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import Seat
from cluehouse.table.book.book import StoodUp, TableBook, Wished
from cluehouse.table.ports import TableId
from tests.table.fakes import MemoryLog

ID = TableId("table")
OURS, THEIRS = Wished(Seat(0), "plum"), StoodUp(Seat(1))


class LosingReplies(MemoryLog):
    """Every write raises: the page is written, or not, or another writer's is."""

    rival: TableBook | None = None
    written = False

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        if self.written:
            await super().write(table, page, note)
        if self.rival is not None:
            rival, self.rival = self.rival, None
            await rival.write(THEIRS)
        raise Unavailable("connection lost")


async def test_page_that_was_written_is_acknowledged() -> None:
    store = LosingReplies()
    store.written = True
    book = await TableBook.open(store, ID)
    await book.write(OURS)
    assert (book.pages, book.wishes) == (1, {Seat(0): "plum"})


async def test_page_that_was_not_written_raises() -> None:
    book = await TableBook.open(LosingReplies(), ID)
    with pytest.raises(Unavailable, match="connection lost"):
        await book.write(OURS)
    assert book.pages == 0


async def test_page_of_another_writer_is_applied_and_ours_raises() -> None:
    store, quiet = LosingReplies(), MemoryLog()
    quiet.notes = store.notes
    store.rival = await TableBook.open(quiet, ID)
    book = await TableBook.open(store, ID)
    with pytest.raises(Unavailable, match="connection lost"):
        await book.write(OURS)
    assert (book.pages, book.wishes) == (1, {})
