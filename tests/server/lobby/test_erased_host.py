"""A table whose host was erased has no host: no guest passes for one."""

import pytest

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import NotHost
from cluehouse.server.lobby.seating import check_host
from cluehouse.table.book.book import Opened, Person, TableBook
from cluehouse.table.ports import TableId
from tests.table.fakes import MemoryLog


@pytest.mark.parametrize("guest", [Guest(""), Guest("ben")])
async def test_guest_without_an_id_is_not_taken_for_an_erased_host(guest: Guest) -> None:
    book = TableBook(MemoryLog(), TableId("table"))
    await book.write(Opened("keyhole", {}, 2, False, "seen", Person("")))
    with pytest.raises(NotHost):
        check_host(book, guest)
