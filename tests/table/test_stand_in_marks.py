"""Moves that stand-ins make are marked as such: live, after a reload and in the record."""

from cluehouse.core.codec import StandInMark, codec
from cluehouse.core.ids import RAIL, Seat, Seq
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.study.replay import watch
from cluehouse.table.book.book import Bot, SatDown, TableBook
from cluehouse.table.book.lifecycle import CameBack, StoodIn, TimeRanOut
from cluehouse.table.ports import LogEntry
from cluehouse.table.table import Table
from cluehouse.table.time_control import ByDay, Live
from tests.table.fakes import Mailbox, MemoryLog, allow
from tests.table.virtual_table import (
    ID,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    VirtualServer,
    on_a_virtual_clock,
    until,
)


async def stand_in_asks(server: VirtualServer) -> tuple[Table, Mailbox, Mailbox]:
    """A stand-in for Ada asks, then Blaise asks. With what Blaise and a spectator were sent."""
    table = await server.start()
    blaise, rail = Mailbox(), Mailbox()
    await table.attach(ONE, blaise)
    await table.attach(RAIL, rail)
    server.disconnect(ZERO)
    await until(lambda: table.seq == 1)
    await table.play(ONE, Ask(TWO), table.seq, allow)
    return table, blaise, rail


@on_a_virtual_clock
async def test_move_of_a_stand_in_is_marked_for_every_viewer_and_others_are_not() -> None:
    table, *boxes = await stand_in_asks(VirtualServer())
    for box in boxes:
        deal, by_bot, by_blaise = box.updates
        assert by_bot.stand_ins == (StandInMark(0, ZERO),)
        assert deal.stand_ins == by_blaise.stand_ins == ()
    assert table.seq == 2


@on_a_virtual_clock
async def test_mark_is_on_the_first_sight_of_the_move_after_a_reload_and_a_restart() -> None:
    server = VirtualServer()
    table, blaise, _ = await stand_in_asks(server)
    dealt = len(blaise.updates[0].sights)
    for opened in (table, await server.restart()):
        again = Mailbox()
        await opened.attach(ONE, again)
        assert again.last.stand_ins == (StandInMark(dealt, ZERO),)
        later = Mailbox()
        await opened.attach(ONE, later, Seq(1))
        assert later.last.stand_ins == ()


@on_a_virtual_clock
async def test_move_of_a_player_who_came_back_is_not_marked() -> None:
    server = VirtualServer()
    table, blaise, _ = await stand_in_asks(server)
    server.connect(ZERO)
    await until(lambda: not table.book.lifecycle.standing_in)
    await table.play(TWO, Ask(ZERO), table.seq, allow)
    await table.play(ZERO, Accuse("twin"), table.seq, allow)
    assert blaise.last.stand_ins == ()


@on_a_virtual_clock
async def test_move_made_because_time_ran_out_is_marked_and_the_next_is_not() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=50, increment=7), grace=0)
    box = Mailbox()
    await table.attach(ONE, box)
    await until(lambda: table.seq == 1, timeout_s=50 + 2 * PAUSE)
    assert box.last.stand_ins == (StandInMark(0, ZERO),)
    await table.play(ONE, Ask(ZERO), table.seq, allow)
    await table.play(TWO, Ask(ZERO), table.seq, allow)
    await table.play(ZERO, Accuse("twin"), table.seq, allow)
    assert [update.stand_ins for update in box.updates[2:]] == [(), (), ()]


@on_a_virtual_clock
async def test_time_that_ran_out_for_a_choice_that_lapsed_marks_no_later_move() -> None:
    """A choice may end without a move of its seat: others made it pointless."""
    table = await VirtualServer().start()
    box = Mailbox()
    await table.attach(ONE, box)
    await table.book.write(TimeRanOut(ONE, Seq(0)))
    await table.play(ZERO, Ask(TWO), table.seq, allow)
    assert table.asked == {ONE: 1}
    await table.play(ONE, Ask(TWO), table.seq, allow)
    assert box.last.stand_ins == ()


@on_a_virtual_clock
async def test_bot_still_makes_a_choice_that_ran_out_of_time_after_a_restart() -> None:
    server = VirtualServer()
    table = await server.start(Live(bank=50, increment=7), grace=0)
    await until(lambda: ZERO in table.book.lifecycle.out_of_time)
    assert table.seq == 0
    again = await server.restart()
    await until(lambda: again.seq == 1, timeout_s=3 * PAUSE)
    assert again.stand_in_moves.seats == {1: ZERO}


@on_a_virtual_clock
async def test_move_for_a_player_who_returns_after_the_deadline_is_marked() -> None:
    server = VirtualServer()
    table = await server.start(ByDay(hours=24))
    box = Mailbox()
    await table.attach(ONE, box)
    server.disconnect(ZERO)
    await until(lambda: ZERO in table.book.lifecycle.missed)
    server.connect(ZERO)
    await until(lambda: table.seq == 1, timeout_s=5 * PAUSE)
    assert table.book.lifecycle.missed == set()
    assert box.last.stand_ins == (StandInMark(0, ZERO),)


async def play_on(table: Table, seat: Seat) -> None:
    """Play for one seat until the game is over."""
    box = Mailbox()
    await table.attach(seat, box)
    while table.outcome is None:
        await until(lambda: table.outcome is not None or seat in table.asked)
        if table.outcome is None:
            move, *_ = codec(KEYHOLE).moves(box.last)
            await table.play(seat, move, table.seq, allow)


@on_a_virtual_clock
async def test_end_tells_for_whom_a_stand_in_made_the_last_move() -> None:
    server = VirtualServer()
    table = await server.start()
    box = Mailbox()
    await table.attach(RAIL, box)
    server.disconnect(ZERO, ONE)
    await play_on(table, TWO)
    assert box.last.ended_by_stand_in == (ZERO, ONE)
    assert all(update.ended_by_stand_in == () for update in box.updates[:-1])


@on_a_virtual_clock
async def test_record_names_the_moves_of_stand_ins_and_its_replay_marks_them() -> None:
    server = VirtualServer()
    table = await server.start()
    box = Mailbox()
    await table.attach(TWO, box)
    server.disconnect(ZERO)
    await until(lambda: table.seq == 1)
    await table.play(ONE, Ask(TWO), table.seq, allow)
    server.disconnect(ONE)
    await play_on(table, TWO)
    record = await server.registry.record(ID, cluehouse="", machine="")
    entries = enumerate(record.entries)
    by_bots = {number for number, entry in entries if entry.seat in (ZERO, ONE)} - {2}
    assert set(record.stand_ins) == by_bots
    replayed = list(watch(record, TWO))
    assert [update.stand_ins for update in replayed] == [u.stand_ins for u in box.updates]
    assert replayed[-1].ended_by_stand_in == box.last.ended_by_stand_in == (ZERO, ONE)


async def test_nothing_is_said_of_moves_whose_pages_were_not_recorded() -> None:
    book = await TableBook.open(MemoryLog(), ID)
    for note in (SatDown(ZERO, Bot("novice")), StoodIn(ZERO, "detective")):
        await book.write(note)
    assert not book.stand_ins.stood_in(ZERO, 0, Seq(0))
    assert book.stand_ins.stood_in(ZERO, 2, Seq(0))


async def test_stand_in_ends_with_a_return_and_with_a_new_player() -> None:
    book = await TableBook.open(MemoryLog(), ID)
    for note in (
        StoodIn(ZERO, "detective"),
        CameBack(ZERO),
        TimeRanOut(ZERO, Seq(4)),
        SatDown(ZERO, Bot("detective")),
    ):
        await book.write(note)
    played = [book.stand_ins.stood_in(ZERO, pages, Seq(4)) for pages in range(5)]
    assert played == [False, True, False, True, False]
    assert not any(book.stand_ins.stood_in(ZERO, 3, Seq(asked)) for asked in (3, 5)), "another one"


@on_a_virtual_clock
async def test_entries_stored_before_their_pages_were_recorded_still_open() -> None:
    server = VirtualServer()
    table, *_ = await stand_in_asks(server)
    server.log.entries[ID] = [LogEntry(entry, 0) for entry, _ in server.log.entries[ID]]
    again = await server.restart()
    assert again.seq == table.seq
    assert again.stand_in_moves.seats == {}
