"""Moves, the log, and updates to viewers."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec import Raw

from cluehouse.core.errors import Damaged, DiskFull, Illegal, Locked, Malformed, Stale, Unavailable
from cluehouse.core.ids import RAIL, Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask, Ready
from cluehouse.games.keyhole.view import HasAccused
from cluehouse.table.book.book import TableBook
from cluehouse.table.ports import LogEntry, TableId
from cluehouse.table.table import Table
from tests.table.fakes import Mailbox, MemoryLog, allow, keyhole_header
from tests.table.virtual_time import run

S0, S1, S2 = Seat(0), Seat(1), Seat(2)
ID = TableId("table")


async def new_table(log: MemoryLog) -> Table:
    book = await TableBook.open(log, ID)
    return await Table.create(KEYHOLE, keyhole_header(), log, book)


async def reopened(log: MemoryLog) -> Table:
    return await Table.open(KEYHOLE, keyhole_header(), log, await TableBook.open(log, ID))


async def all_seats_ask(table: Table) -> None:
    for asker, whom in ((S0, S1), (S1, S2), (S2, S0)):
        await table.play(asker, Ask(whom), table.seq, allow)


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog()


@pytest.mark.parametrize(("shared", "reads_per_move"), [(False, 0), (True, 1)])
async def test_move_reads_the_book_from_storage_only_if_it_is_shared(
    shared: bool, reads_per_move: int
) -> None:
    """A single process is the book's only writer: what it has in memory is the latest."""

    class CountingLog(MemoryLog):
        reads = 0

        async def pages(self, table: TableId, after: int) -> Sequence[bytes]:
            self.reads += 1
            return await super().pages(table, after)

    log = CountingLog()
    book = await TableBook.open(log, ID, shared=shared)
    table = await Table.create(KEYHOLE, keyhole_header(), log, book)
    before = log.reads
    await all_seats_ask(table)
    assert log.reads - before == 3 * reads_per_move


async def test_accepted_move_is_logged_and_sent_to_every_viewer(log: MemoryLog) -> None:
    table = await new_table(log)
    boxes = {viewer: Mailbox() for viewer in (S0, S1, S2, RAIL)}
    for viewer, box in boxes.items():
        await table.attach(viewer, box)
    assert await table.play(S0, Ask(S1), Seq(0), allow) == 1
    assert len(log.entries[ID]) == 2
    for viewer, box in boxes.items():
        first, second = box.updates
        assert (first.seq, second.seq) == (0, 1)
        assert second.asked == (1,)
        assert bool(second.moves) == (viewer == S1)
        shown = type(second.sights[0]).__name__
        assert shown == ("CardShown" if viewer in (S0, S1) else "SomeCardShown")


async def test_move_is_sent_only_after_it_is_written(log: MemoryLog) -> None:
    class Watching(MemoryLog):
        async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
            sent_while_writing.append(len(box.raw))
            await super().append(table, seq, entry)
            sent_while_writing.append(len(box.raw))

    sent_while_writing: list[int] = []
    box = Mailbox()
    table = await new_table(Watching())
    await table.attach(S0, box)
    await table.play(S0, Ask(S1), Seq(0), allow)
    assert sent_while_writing == [1, 1]
    assert len(box.raw) == 2


async def test_refusal_reaches_only_the_asker_and_changes_nothing(log: MemoryLog) -> None:
    table = await new_table(log)
    box = Mailbox()
    await table.attach(RAIL, box)
    with pytest.raises(Illegal, match="KEY-3"):
        await table.play(S0, Ask(S0), Seq(0), allow)
    assert (len(box.raw), len(log.entries[ID]), table.seq) == (1, 1, 0)


async def test_move_out_of_turn_is_refused_by_the_rule_of_the_game(log: MemoryLog) -> None:
    table = await new_table(log)
    with pytest.raises(Illegal, match="KEY-4"):
        await table.play(S1, Ask(S0), Seq(0), allow)


@pytest.mark.parametrize(("seat", "move"), [(S0, Ask(Seat(7))), (Seat(7), Ask(S0)), (S0, Mailbox)])
async def test_value_that_is_no_move_of_the_game_is_malformed(
    log: MemoryLog, seat: Seat, move: Ask
) -> None:
    table = await new_table(log)
    with pytest.raises(Malformed):
        await table.play(seat, move, Seq(0), allow)
    assert table.seq == 0


async def test_repeated_frame_is_stale(log: MemoryLog) -> None:
    table = await new_table(log)
    await table.play(S0, Ask(S1), Seq(0), allow)
    with pytest.raises(Stale):
        await table.play(S0, Ask(S1), Seq(0), allow)
    assert table.seq == 1


async def test_concurrent_repeated_frame_is_played_once(log: MemoryLog) -> None:
    table = await new_table(log)
    both = await asyncio.gather(
        *(table.play(S0, Ask(S1), Seq(0), allow) for _ in range(2)), return_exceptions=True
    )
    assert both[0] == 1
    assert isinstance(both[1], Stale)


async def test_simultaneous_choice_is_not_stale_because_others_were_faster(
    log: MemoryLog,
) -> None:
    table = await new_table(log)
    await all_seats_ask(table)
    seen = table.seq
    for seat in (S2, S0):
        await table.play(seat, Accuse("twin"), seen, allow)
    assert await table.play(S1, Accuse("widow"), seen, allow) == seen + 3


async def test_choice_opened_after_seen_is_stale(log: MemoryLog) -> None:
    table = await new_table(log)
    await all_seats_ask(table)
    with pytest.raises(Stale):
        await table.play(S1, Accuse("twin"), Seq(table.seq - 1), allow)


async def test_seq_beyond_the_table_is_stale(log: MemoryLog) -> None:
    table = await new_table(log)
    with pytest.raises(Stale):
        await table.play(S0, Ask(S1), Seq(99), allow)


async def test_staleness_is_the_same_after_a_restart(log: MemoryLog) -> None:
    table = await new_table(log)
    await all_seats_ask(table)
    seen = table.seq
    await table.play(S2, Accuse("twin"), seen, allow)
    again = await reopened(log)
    with pytest.raises(Stale):
        await again.play(S2, Accuse("twin"), seen, allow)
    assert await again.play(S0, Accuse("twin"), seen, allow) == seen + 2


async def test_reconnecting_sends_the_missed_sights_and_the_current_view(log: MemoryLog) -> None:
    table = await new_table(log)
    live, reconnected = Mailbox(), Mailbox()
    await table.attach(S2, live)
    await all_seats_ask(table)
    await table.play(S0, Accuse("twin"), table.seq, allow)
    await table.attach(S2, reconnected, since=Seq(1))
    assert reconnected.last.seq == table.seq
    assert reconnected.last.view == live.last.view
    assert reconnected.last.moves == live.last.moves
    sent_live = [sight for update in live.updates[2:] for sight in update.sights]
    assert list(reconnected.last.sights) == sent_live
    assert HasAccused(S0) in reconnected.last.sights


async def test_viewer_ahead_of_the_log_gets_the_whole_story(log: MemoryLog) -> None:
    table = await new_table(log)
    ahead, fresh = Mailbox(), Mailbox()
    await table.attach(S0, ahead, since=Seq(50))
    await table.attach(S0, fresh)
    assert ahead.raw == fresh.raw


async def test_two_devices_on_one_seat_get_the_same_bytes(log: MemoryLog) -> None:
    table = await new_table(log)
    phone, laptop = Mailbox(), Mailbox()
    await table.attach(S0, phone)
    await table.attach(S0, laptop)
    await table.play(S0, Ask(S1), Seq(0), allow)
    assert phone.raw == laptop.raw
    table.detach(S0, phone)
    await table.play(S1, Ask(S2), Seq(1), allow)
    assert len(laptop.raw) == len(phone.raw) + 1


async def test_move_is_played_though_the_caller_was_cancelled(log: MemoryLog) -> None:
    table = await new_table(log)
    asking = asyncio.create_task(table.play(S0, Ask(S1), Seq(0), allow))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await table.recall(S0)
    assert table.seq == 1


async def test_move_that_could_not_be_written_changes_nothing(log: MemoryLog) -> None:
    table = await new_table(log)
    box = Mailbox()
    await table.attach(S0, box)
    log.error = DiskFull("no space left")
    with pytest.raises(DiskFull):
        await table.play(S0, Ask(S1), Seq(0), allow)
    assert (table.seq, len(box.raw)) == (0, 1)
    assert await table.play(S0, Ask(S2), Seq(0), allow) == 1, "the table continues"
    assert [update.seq for update in box.updates] == [0, 1]


async def test_move_that_was_written_though_the_reply_was_lost_counts(log: MemoryLog) -> None:
    table = await new_table(log)
    box = Mailbox()
    await table.attach(S0, box)
    log.error, log.fails_after_write = Unavailable("connection lost"), True
    assert await table.play(S0, Ask(S1), Seq(0), allow) == 1
    assert [update.seq for update in box.updates] == [0, 1]
    assert await table.play(S1, Ask(S0), Seq(1), allow) == 2


async def test_error_about_a_damaged_entry_names_its_number_and_quotes_nothing(
    log: MemoryLog,
) -> None:
    await all_seats_ask(await new_table(log))
    entry, _ = log.entries[ID][2]
    spoilt = bytes(entry.events).replace(b'"card":"', b'"card":"no ')
    log.entries[ID][2] = LogEntry(Entry(entry.seat, entry.move, Raw(spoilt)), 0)
    with pytest.raises(Damaged) as error:
        await reopened(log)
    assert error.value.detail == "entry 2 of a table cannot be read"
    assert error.value.__cause__ is None


async def test_table_whose_log_lost_sent_moves_rejects_moves(log: MemoryLog) -> None:
    table = await new_table(log)
    await all_seats_ask(table)
    sent = len(log.entries[ID])
    del log.entries[ID][2:]
    log.error = LookupError("a hole in the log")
    for _ in range(2):
        with pytest.raises(Unavailable, match=f"ends before entry {sent - 1}, which was sent"):
            await table.play(S0, Accuse("twin"), table.seq, allow)
    assert table.lost.done()
    assert len(log.entries[ID]) == 2
    assert (await reopened(log)).seq == 1


async def test_table_raises_while_the_log_is_unreadable_and_recovers_afterwards(
    log: MemoryLog,
) -> None:
    table = await new_table(log)
    box = Mailbox()
    await table.attach(S1, box)
    log.error, log.fails_after_write = Unavailable("connection lost"), True
    log.unreadable = Locked("database is locked")
    for _ in range(2):
        with pytest.raises(Locked):
            await table.play(S0, Ask(S1), Seq(0), allow)
    log.unreadable = None
    assert await table.play(S1, Ask(S0), Seq(1), allow) == 2
    assert [update.seq for update in box.updates] == [0, 1, 2], "each sent once, in order"


async def test_of_two_tables_on_one_log_only_one_gets_its_move_in(log: MemoryLog) -> None:
    here = await new_table(log)
    there = await reopened(log)
    box = Mailbox()
    await here.attach(S2, box)
    assert await there.play(S0, Ask(S1), Seq(0), allow) == 1
    with pytest.raises(Stale):
        await here.play(S0, Ask(S2), Seq(0), allow)
    assert box.last.seq == 1, "the losing table has sent the winning move"
    assert await here.play(S1, Ask(S2), Seq(1), allow) == 2


async def test_simultaneous_choice_is_decided_again_after_another_process_moved(
    log: MemoryLog,
) -> None:
    here = await new_table(log)
    await all_seats_ask(here)
    there = await reopened(log)
    seen = here.seq
    await there.play(S0, Accuse("twin"), seen, allow)
    assert await here.play(S1, Accuse("widow"), seen, allow) == seen + 2


async def test_reopened_table_is_the_same_table(log: MemoryLog) -> None:
    table = await new_table(log)
    await all_seats_ask(table)
    await table.play(S0, Accuse("twin"), table.seq, allow)
    again = await reopened(log)
    for viewer in (S0, S1, S2, RAIL):
        assert await again.recall(viewer) == await table.recall(viewer)


async def test_last_update_of_a_game_has_its_outcome(log: MemoryLog) -> None:
    table = await new_table(log)
    box = Mailbox()
    await table.attach(RAIL, box)
    while table.outcome is None:
        seat = Seat(box.last.asked[0])
        view = box.last.view
        move = {"asking": Ask(Seat((seat + 1) % 3)), "accusing": Accuse("twin")}
        await table.play(seat, move.get(view.phase, Ready()), table.seq, allow)
    assert box.last.outcome == table.outcome
    assert box.last.asked == ()
    with pytest.raises(Illegal, match="KEY-6"):
        await table.play(S0, Accuse("twin"), table.seq, allow)


def test_move_is_delayed_to_the_minimum_interval() -> None:
    """An immediate move and one after a second are sent at the same time."""
    assert {run(_sent_after(thinking)) for thinking in (0.0, 1.0)} == {3.0}
    assert run(_sent_after(5.0)) == 5.0


def test_refusal_is_not_delayed() -> None:
    assert run(_refused_after()) == 0.0


async def _sent_after(thinking: float) -> float:
    table = await _table_with_min_interval()
    await asyncio.sleep(thinking)
    await table.play(S0, Ask(S1), Seq(0), allow)
    return asyncio.get_running_loop().time()


async def _refused_after() -> float:
    table = await _table_with_min_interval()
    with pytest.raises(Illegal):
        await table.play(S1, Ask(S0), Seq(0), allow)
    return asyncio.get_running_loop().time()


async def _table_with_min_interval() -> Table:
    game = replace(KEYHOLE, interval=lambda _view: 2.0)
    log = MemoryLog()
    book = await TableBook.open(log, ID)
    return await Table.create(game, keyhole_header(), log, book, pause=1.5)
