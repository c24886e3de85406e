"""Who plays for a seat is decided with the write of the move, also where other processes write."""

from dataclasses import replace
from typing import Any

import pytest

from cluehouse.core.errors import Rejected
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.wire import encode
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.book import Bot, Note, Person, SatDown, TableBook
from cluehouse.table.book.chat import Said, Text
from cluehouse.table.ports import LogEntry, TableId
from cluehouse.table.table import Table
from tests.table.fakes import Mailbox, MemoryLog, allow, keyhole_header

S0, S1, S2 = Seat(0), Seat(1), Seat(2)
ID = TableId("table")
ADA = SatDown(S0, Person("Ada", "ada"))
BOT_FOR_ADA = SatDown(S0, Bot("novice"))
CHAT = Said(S1, "Ben", "ben", 0.0, Text("hello"))


class NotAda(Rejected):
    id = "TEST-NOT-ADA"


class LogOfRival(MemoryLog):
    """A log to whose book another process writes a note just before the next move."""

    rival_note: Note | None = None

    async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
        if (note := self.rival_note) is not None:
            self.rival_note = None
            await self.write(table, len(self.notes[table]), encode(note))
        await super().append(table, seq, entry)


async def table_of_ada(log: MemoryLog, game: AnyGame = KEYHOLE) -> Table:
    book = await TableBook.open(log, ID)
    await book.write(ADA)
    return await Table.create(game, keyhole_header(), log, book)


async def ada_asks(table: Table) -> Seq:
    def only_ada() -> None:
        if S0 not in table.book.seats_of("ada"):
            raise NotAda

    return await table.play(S0, Ask(S1), table.seq, only_ada)


async def test_player_who_lost_the_seat_just_before_the_write_is_refused() -> None:
    log = LogOfRival()
    table = await table_of_ada(log)
    log.rival_note = BOT_FOR_ADA
    with pytest.raises(NotAda):
        await ada_asks(table)
    assert table.seq == 0
    assert len(log.entries[ID]) == 1


async def test_page_that_changes_no_seat_delays_a_move_and_refuses_none() -> None:
    log = LogOfRival()
    table = await table_of_ada(log)
    log.rival_note = CHAT
    assert await ada_asks(table) == 1
    assert [stored.pages for stored in log.entries[ID]] == [1, 2]


async def test_viewer_is_not_sent_a_move_decided_after_the_page_that_ended_the_seat() -> None:
    log = MemoryLog()
    here = await table_of_ada(log)
    there = await Table.open(KEYHOLE, here.header, log, await TableBook.open(log, ID))
    adas = Mailbox()
    await here.attach(S0, adas)
    here.book.listeners.append(lambda _: here.detach(S0, adas))

    await there.play(S0, Ask(S1), there.seq, allow)
    await there.book.write(BOT_FOR_ADA)
    await there.play(S1, Ask(S2), there.seq, allow)
    await here.catch_up()
    assert here.seq == 2
    assert [update.seq for update in adas.updates] == [0, 1]


async def test_log_does_not_run_ahead_of_the_book_and_the_book_not_of_the_log() -> None:
    """A note about a move follows the move: only the pages it was decided on come first."""
    log = MemoryLog()
    here = await table_of_ada(log)
    there = await Table.open(KEYHOLE, here.header, log, await TableBook.open(log, ID))
    await there.book.write(BOT_FOR_ADA)
    await there.play(S0, Ask(S1), there.seq, allow)
    await there.book.write(CHAT)
    await here.catch_up()
    assert here.book.pages == 2


async def test_heavy_move_is_decided_once_however_many_pages_are_written_meanwhile() -> None:
    """A player who scribbles into a notebook could otherwise hold up the moves of all others."""
    decided = 0

    def decide(*question: Any) -> Any:
        nonlocal decided
        decided += 1
        return KEYHOLE.decide(*question)

    log = LogOfRival()
    heavy = replace(KEYHOLE, heavy=(Ask,), decide=decide)
    table = await table_of_ada(log, heavy)
    log.rival_note = CHAT
    assert await ada_asks(table) == 1
    assert decided == 1
    assert [stored.pages for stored in log.entries[ID]] == [1, 2]
