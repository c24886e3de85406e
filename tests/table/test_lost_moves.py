"""The log ends before what was told (an older copy of the database took its place): what the log
has counts, and all are shown that."""

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import Seq
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.book import Bot, SatDown
from cluehouse.table.book.marks import Marked
from cluehouse.table.table import Table
from tests.table.fakes import Mailbox, MemoryLog
from tests.table.virtual_table import ID, ONE, TWO, ZERO, Place, on_a_virtual_clock, until


async def lose_a_move(log: MemoryLog, table: Table) -> None:
    """Two are told; then somebody finds that the second is not there."""
    await table.play(ZERO, Ask(ONE), Seq(0))
    await table.play(ONE, Ask(TWO), Seq(1))
    del log.entries[ID][2:]
    log.trouble = LookupError("a hole in the log")
    with pytest.raises(Unavailable):
        await table.play(TWO, Ask(ZERO), Seq(2))


@on_a_virtual_clock
async def test_everybody_is_called_back_to_what_the_log_has_and_plays_on() -> None:
    log, box = MemoryLog(), Mailbox()
    place = Place(log)
    await lose_a_move(log, await place.start())
    await until(lambda: place.roll.recalled == 1)
    table = await place.registry.table(ID)
    await table.attach(ONE, box, since=Seq(2))
    await table.play(ONE, Ask(ZERO), Seq(1))
    assert [update.seq for update in box.updates] == [1, 2]
    assert place.movers == [ZERO, ONE]


@on_a_virtual_clock
async def test_the_book_is_read_again_too() -> None:
    log = MemoryLog()
    place = Place(log)
    lost = await place.start()
    await lost.book.write(Marked(ONE, "twin", "no"))
    del log.notes[ID][-1]
    await lose_a_move(log, lost)
    await until(lambda: place.roll.recalled == 1)
    book = await place.registry.book(ID)
    assert book.notebooks.marks[ONE] == []
    assert book is not lost.book
    assert book.pages == len(log.notes[ID])


@on_a_virtual_clock
async def test_bots_go_on_from_what_the_log_has() -> None:
    log = MemoryLog()
    place = Place(log)
    lost = await place.start()
    await lost.book.write(SatDown(TWO, Bot("novice")))
    await lose_a_move(log, lost)
    await until(lambda: place.roll.recalled == 1)
    table = await place.registry.table(ID)
    await table.play(ONE, Ask(ZERO), Seq(1))
    await until(lambda: table.seq == 3)
    assert place.movers == [ZERO, ONE, TWO]
    assert lost.seq == 2, "nobody plays there any more"
