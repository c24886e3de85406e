"""Tables are opened on first use and leave memory when they are unreferenced."""

import asyncio
import gc
from collections.abc import Collection

import pytest

from cluehouse.core.errors import DiskFull, Illegal
from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat, Seq
from cluehouse.games import find
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.book import Bot, Opened, Person, SatDown, StoodUp, TableBook
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.ports import Header, LogEntry, TableId
from cluehouse.table.registry import NotDealt, TableRegistry
from tests.table import virtual_time
from tests.table.fakes import Mailbox, MemoryLog, ScriptedWorkers, allow, started_table

ID = TableId("table")
NO_BOTS = WorkerPool("", count=1)


def registry_on(log: MemoryLog) -> TableRegistry:
    return TableRegistry(find, log, log, NO_BOTS)


async def test_unfinished_table_is_reopened_on_first_use() -> None:
    log = MemoryLog()
    registry = registry_on(log)
    table = await started_table(registry)
    await table.play(Seat(0), Ask(Seat(1)), Seq(0), allow)
    again = await registry_on(log).table(ID)
    assert again.seq == 1
    assert await again.play(Seat(1), Ask(Seat(0)), Seq(1), allow) == 2


async def test_concurrent_callers_get_the_same_table() -> None:
    log = MemoryLog()
    registry = registry_on(log)
    await started_table(registry)
    fresh = registry_on(log)
    first, second = await asyncio.gather(fresh.table(ID), fresh.table(ID))
    assert first is second
    assert await fresh.table(ID) is first


async def test_two_processes_that_deal_concurrently_play_the_same_deal() -> None:
    log = MemoryLog()
    one = await started_table(registry_on(log))

    class StaleLog(MemoryLog):
        """Sees the table's log only after an attempt to create it."""

        tried = False

        async def create(self, header: Header, deal: LogEntry) -> None:
            self.tried = True
            await log.create(header, deal)

        async def header(self, table: TableId) -> Header:
            if not self.tried:
                raise KeyError(table)
            return await log.header(table)

    second_log = StaleLog()
    second_log.entries, second_log.notes = log.entries, log.notes
    other = await registry_on(second_log).table(ID)
    assert other.header == one.header


async def test_table_that_has_not_started_has_no_game() -> None:
    registry = registry_on(MemoryLog())
    await (await registry.book(ID)).write(
        Opened("keyhole", {"type": "Options"}, 3, False, "seen", Person("Ada"))
    )
    with pytest.raises(NotDealt):
        await registry.table(ID)


async def test_end_of_a_game_is_reported() -> None:
    ended: list[TableId] = []

    async def note(
        table: TableId, book: TableBook, outcome: Outcome, stand_ins: Collection[Seat]
    ) -> None:
        assert book.started
        assert not stand_ins
        assert sum(outcome.shares) <= 1
        ended.append(table)

    async def game() -> None:
        log = MemoryLog()
        workers = ScriptedWorkers(seconds=0.0)
        await play_out(TableRegistry(find, log, log, workers, pause=1.0, ended=note), "table")
        await asyncio.sleep(1)

    await asyncio.to_thread(virtual_time.run, game())
    assert ended == [ID]


async def test_report_of_an_end_is_repeated_until_it_succeeds() -> None:
    """Else the result would be missing until the table is opened again."""
    errors: list[Exception] = [DiskFull(), ZeroDivisionError(), DiskFull()]
    ended: list[TableId] = []

    async def note(
        table: TableId, book: TableBook, outcome: Outcome, _stand_ins: Collection[Seat]
    ) -> None:
        if errors:
            raise errors.pop()
        ended.append(table)

    async def game() -> None:
        log = MemoryLog()
        workers = ScriptedWorkers(seconds=0.0)
        await play_out(TableRegistry(find, log, log, workers, pause=1.0, ended=note), "table")
        await asyncio.sleep(10)

    await asyncio.to_thread(virtual_time.run, game())
    assert ended == [ID]


async def test_unknown_id_has_no_table() -> None:
    with pytest.raises(NotDealt):
        await registry_on(MemoryLog()).table(TableId("nowhere"))


async def play_out(registry: TableRegistry, id: str) -> None:
    book = await registry.book(TableId(id))
    for seat in range(3):
        await book.write(SatDown(Seat(seat), Bot("novice")))
    table = await started_table(registry, id)
    box = Mailbox()
    await table.attach(Seat(0), box)
    while table.outcome is None:
        await asyncio.sleep(1)
    table.detach(Seat(0), box)


def test_finished_tables_leave_memory() -> None:
    async def many() -> tuple[int, int]:
        registry = TableRegistry(find, log, log, ScriptedWorkers(seconds=0.0), pause=1.0)
        await asyncio.gather(*(play_out(registry, f"table {n}") for n in range(30)))
        await asyncio.sleep(1)
        gc.collect()
        return len(registry), len(log.headers)

    log = MemoryLog()
    assert virtual_time.run(many()) == (0, 30)


async def test_idle_table_leaves_memory_and_is_reopened_with_its_bots() -> None:
    log = MemoryLog()
    registry = registry_on(log)
    book = await registry.book(ID)
    await book.write(SatDown(Seat(0), Person("Ada")))
    await book.write(SatDown(Seat(1), Bot("novice")))
    await book.write(SatDown(Seat(2), Bot("novice")))
    await started_table(registry)
    del book
    await asyncio.sleep(0)
    gc.collect()
    assert len(registry) == 0
    table = await registry.table(ID)
    assert table.book.sitters[Seat(1)] == Bot("novice")


async def test_book_stores_who_sits_where() -> None:
    log = MemoryLog()
    book = await registry_on(log).book(ID)
    await book.write(SatDown(Seat(0), Person("Ada")))
    await book.write(SatDown(Seat(1), Bot("detective")))
    await book.write(StoodUp(Seat(0)))
    await book.write(SatDown(Seat(0), Person("Émile")))
    again = await registry_on(log).book(ID)
    assert again.sitters == {Seat(0): Person("Émile"), Seat(1): Bot("detective")}


async def test_page_is_written_though_the_caller_was_cancelled() -> None:
    log = MemoryLog()
    book = await registry_on(log).book(ID)
    asking = asyncio.create_task(book.write(SatDown(Seat(0), Person("Ada"))))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await book.write(SatDown(Seat(1), Person("Blaise")))
    assert book.sitters == {Seat(0): Person("Ada"), Seat(1): Person("Blaise")}
    assert len(log.notes[ID]) == 2


async def test_concurrent_writers_in_one_process_each_decide_on_the_current_state() -> None:
    log = MemoryLog()
    book = await registry_on(log).book(ID)

    def sit_if_free(name: str) -> SatDown:
        if Seat(0) in book.sitters:
            raise Illegal("taken")
        return SatDown(Seat(0), Person(name))

    answers = await asyncio.gather(
        *(book.decide(lambda name=name: sit_if_free(name)) for name in "abc"),  # type: ignore[misc]
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), Illegal, Illegal]
    assert len(log.notes[ID]) == 1


async def test_two_processes_that_write_to_one_book_keep_both_pages() -> None:
    log = MemoryLog()
    here, there = await registry_on(log).book(ID), await registry_on(log).book(ID)
    await here.write(SatDown(Seat(0), Person("Ada")))
    await there.write(SatDown(Seat(1), Person("Blaise")))
    assert there.sitters == {Seat(0): Person("Ada"), Seat(1): Person("Blaise")}
    assert len(log.notes[ID]) == 2
