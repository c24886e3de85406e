"""The log ends before moves that were sent (an older copy of the database was restored): the stored
log counts, and all clients are sent it."""

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import Seq
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.book import Bot, SatDown
from cluehouse.table.book.marks import Marked
from cluehouse.table.table import Table
from tests.table.fakes import Mailbox, MemoryLog, allow
from tests.table.virtual_table import ID, ONE, TWO, ZERO, VirtualServer, on_a_virtual_clock, until


async def lose_a_move(log: MemoryLog, table: Table) -> None:
    """Play two moves, delete the second, and let a third find it missing."""
    await table.play(ZERO, Ask(ONE), Seq(0), allow)
    await table.play(ONE, Ask(TWO), Seq(1), allow)
    del log.entries[ID][2:]
    log.error = LookupError("a hole in the log")
    with pytest.raises(Unavailable):
        await table.play(TWO, Ask(ZERO), Seq(2), allow)


@on_a_virtual_clock
async def test_clients_reconnect_to_the_stored_game_and_continue() -> None:
    log, box = MemoryLog(), Mailbox()
    server = VirtualServer(log)
    await lose_a_move(log, await server.start())
    await until(lambda: server.attendance.reconnects == 1)
    table = await server.registry.table(ID)
    await table.attach(ONE, box, since=Seq(2))
    await table.play(ONE, Ask(ZERO), Seq(1), allow)
    assert [update.seq for update in box.updates] == [1, 2]
    assert server.movers == [ZERO, ONE]


@on_a_virtual_clock
async def test_book_is_reloaded_too() -> None:
    log = MemoryLog()
    server = VirtualServer(log)
    lost = await server.start()
    await lost.book.write(Marked(ONE, "twin", "no"))
    del log.notes[ID][-1]
    await lose_a_move(log, lost)
    await until(lambda: server.attendance.reconnects == 1)
    book = await server.registry.book(ID)
    assert book.notebooks.marks[ONE] == []
    assert book is not lost.book
    assert book.pages == len(log.notes[ID])


@on_a_virtual_clock
async def test_bots_continue_from_the_stored_game() -> None:
    log = MemoryLog()
    server = VirtualServer(log)
    lost = await server.start()
    await lost.book.write(SatDown(TWO, Bot("novice")))
    await lose_a_move(log, lost)
    await until(lambda: server.attendance.reconnects == 1)
    table = await server.registry.table(ID)
    await table.play(ONE, Ask(ZERO), Seq(1), allow)
    await until(lambda: table.seq == 3)
    assert server.movers == [ZERO, ONE, TWO]
    assert lost.seq == 2, "the lost table is not played on"
