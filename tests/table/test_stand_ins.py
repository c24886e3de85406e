"""Bots that stand in for absent players, on a virtual clock."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.ids import Level, Seq
from cluehouse.core.mind import not_final
from cluehouse.games.clue import GAME as CLUE
from cluehouse.games.clue.moves import Accuse as ClueAccuse
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.book.book import Bot, Person, SatDown, TableBook
from cluehouse.table.book.lifecycle import CameBack, Paused, Resumed, SteppedOut, StoodIn
from cluehouse.table.ports import LogEntry, TableId
from cluehouse.table.time_control import HOUR_S, ByDay, Relaxed
from tests.table import virtual_time
from tests.table.fakes import Mailbox, MemoryLog, ScriptedWorkers, allow
from tests.table.virtual_table import (
    GRACE,
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    FullBook,
    VirtualServer,
    notes_of,
    on_a_virtual_clock,
    until,
)


@on_a_virtual_clock
async def test_bot_stands_in_after_the_grace_time_and_the_player_keeps_the_seat() -> None:
    server = VirtualServer()
    table = await server.start()
    server.disconnect(ZERO)
    await asyncio.sleep(GRACE - 1)
    assert table.seq == 0
    assert table.book.lifecycle.standing_in == {}
    await until(lambda: table.seq == 1, timeout_s=1 + 2 * PAUSE)
    assert server.movers == [ZERO]
    assert table.book.lifecycle.standing_in == {ZERO: "detective"}
    assert table.book.sitters[ZERO] == Person("Ada", "Ada")


@on_a_virtual_clock
async def test_no_bot_stands_in_for_a_player_who_is_back_in_time() -> None:
    server = VirtualServer()
    table = await server.start()
    for _ in range(5):
        server.disconnect(ZERO)
        await asyncio.sleep(GRACE - 1)
        server.connect(ZERO)
        await asyncio.sleep(1)
    assert table.seq == 0


@on_a_virtual_clock
async def test_no_bot_stands_in_without_a_grace_time() -> None:
    server = VirtualServer()
    table = await server.start(grace=0)
    server.disconnect(ZERO)
    await asyncio.sleep(24 * HOUR_S)
    assert table.seq == 0


@on_a_virtual_clock
async def test_bot_leaves_when_the_player_returns() -> None:
    server = VirtualServer()
    table = await server.start()
    came_back = notes_of(table.book, CameBack)
    server.disconnect(ZERO)
    await until(lambda: ZERO in table.book.lifecycle.standing_in)
    server.connect(ZERO)  # the bot is thinking; its choice is discarded
    await asyncio.sleep(10 * PAUSE)
    assert came_back == [CameBack(ZERO)]
    assert table.seq == 0
    assert await table.play(ZERO, Ask(ONE), table.seq, allow) == 1
    await asyncio.sleep(10 * PAUSE)
    assert table.seq == 1


@on_a_virtual_clock
async def test_stand_in_move_not_yet_written_is_dropped_when_the_player_returns() -> None:
    writing = asyncio.Event()

    class SlowLog(MemoryLog):
        async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
            writing.set()
            await asyncio.sleep(1)
            await super().append(table, seq, entry)

    server = VirtualServer(SlowLog())
    table = await server.start()
    server.disconnect(ZERO)
    await writing.wait()
    server.connect(ZERO)
    await asyncio.sleep(1)
    assert server.movers == []
    assert await table.play(ZERO, Ask(ONE), Seq(0), allow) == 1


@on_a_virtual_clock
async def test_stand_in_gets_only_the_updates_of_its_seat() -> None:
    server = VirtualServer()
    table = await server.start()
    server.disconnect(ONE, TWO)
    box = Mailbox()
    await table.attach(ONE, box)
    await table.play(ZERO, Ask(ONE), Seq(0), allow)
    await until(lambda: len(server.movers) >= 3)
    decode = codec(KEYHOLE).update.decode
    theirs = [
        decode(raw)
        for think in server.workers.worker.asked
        for raw in think.updates
        if think.seat == ONE
    ]
    assert {update.view.seat for update in theirs} == {ONE}
    sent = [sight for update in theirs for sight in update.sights]
    assert sent == [sight for update in box.updates for sight in update.sights][: len(sent)]


def accusing(belief: Any, view: Any, moves: Sequence[Any], chance: Chance, level: Level) -> Any:
    """A bot that accuses whenever it may."""
    accusations = [move for move in moves if isinstance(move, ClueAccuse)]
    return chance.choice(accusations or moves)


def insisting(belief: Any, view: Any, moves: Sequence[Any], chance: Chance, level: Level) -> Any:
    """A bot that accuses though it may not."""
    return ClueAccuse("plum", "rope", "hall")


@pytest.mark.parametrize("choose", [accusing, insisting])
@pytest.mark.parametrize("busy", [False, True])
def test_stand_in_never_accuses_and_plays_on(choose: Any, busy: bool) -> None:
    async def play() -> None:
        game = replace(CLUE, choose=choose)
        server = VirtualServer(game=game)
        server.workers = ScriptedWorkers(seconds=1e6 if busy else 0.0, find=lambda _: game)
        server.registry = server.make_registry()
        table = await server.start()
        (here,) = table.asked
        box = Mailbox(CLUE)
        await table.attach(here, box)
        server.disconnect(*{ZERO, ONE, TWO} - {here})
        while table.seq < 60:
            if moves := not_final(codec(CLUE).moves(box.last), CLUE.final):
                await table.play(here, moves[0], table.seq, allow)
            await asyncio.sleep(1)
        theirs = [
            entry.move for entry, _ in server.log.entries[ID] if entry.seat not in (here, None)
        ]
        assert len(theirs) > 20
        assert not any(isinstance(codec(CLUE).move.decode(move), ClueAccuse) for move in theirs)

    virtual_time.run(play())


@on_a_virtual_clock
async def test_stand_in_without_another_move_waits_for_its_player() -> None:
    server = VirtualServer(game=replace(KEYHOLE, final=(Ask,)))
    table = await server.start()
    server.disconnect(ZERO)
    await until(lambda: ZERO in table.book.lifecycle.standing_in)
    await asyncio.sleep(HOUR_S)
    assert table.seq == 0
    server.connect(ZERO)
    assert await table.play(ZERO, Ask(ONE), table.seq, allow) == 1


@on_a_virtual_clock
async def test_bot_that_replaces_a_player_for_good_may_make_final_moves() -> None:
    server = VirtualServer(game=replace(KEYHOLE, final=(Ask,)))
    table = await server.start()
    server.disconnect(ZERO)
    await until(lambda: ZERO in table.book.lifecycle.standing_in)
    await table.book.write(SatDown(ZERO, Bot("detective")))
    await until(lambda: table.seq == 1, timeout_s=3 * PAUSE)


@on_a_virtual_clock
async def test_stand_ins_get_ready_for_the_next_deal() -> None:
    server = VirtualServer()
    table = await server.start()
    server.disconnect(ONE, TWO)
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await until(lambda: ZERO in table.asked)
    await table.play(ZERO, Accuse("twin"), table.seq, allow)
    await until(lambda: list(table.asked) == [ZERO])
    assert server.movers[-2:] in ([ONE, TWO], [TWO, ONE])


@on_a_virtual_clock
async def test_table_without_players_is_idle_and_continues_with_the_first_to_return() -> None:
    server = VirtualServer()
    table = await server.start()
    server.disconnect(ZERO)
    await until(lambda: ZERO in table.book.lifecycle.standing_in)
    server.disconnect(ONE, TWO)
    await asyncio.sleep(24 * HOUR_S)
    assert table.seq == 0
    assert list(table.book.lifecycle.standing_in) == [ZERO]
    server.connect(TWO)
    await until(lambda: table.seq == 1, timeout_s=3 * PAUSE)
    assert list(table.book.lifecycle.standing_in) == [ZERO], "the grace time starts again"
    await until(lambda: table.seq == 2, timeout_s=GRACE + 3 * PAUSE)
    assert server.movers == [ZERO, ONE]


@on_a_virtual_clock
async def test_stand_in_continues_after_a_restart_and_still_hands_the_seat_back() -> None:
    server = VirtualServer()
    table = await server.start()
    server.disconnect(ONE)
    await until(lambda: ONE in table.book.lifecycle.standing_in)
    again = await server.restart()
    await again.play(ZERO, Ask(ONE), Seq(0), allow)
    await until(lambda: again.seq == 2, timeout_s=3 * PAUSE)
    assert server.movers == [ZERO, ONE]
    server.connect(ONE)
    await until(lambda: again.book.lifecycle.standing_in == {}, timeout_s=1)


@on_a_virtual_clock
async def test_player_is_replaced_by_a_bot_for_good() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(SatDown(ZERO, Bot("novice")))
    await until(lambda: table.seq == 1, timeout_s=3 * PAUSE)
    assert {think.level for think in server.workers.worker.asked} == {"novice"}


@on_a_virtual_clock
async def test_stand_in_is_seated_once_the_disk_is_writable_again() -> None:
    log = FullBook()
    server = VirtualServer(log)
    table = await server.start()
    log.full = True
    server.disconnect(ZERO)
    await asyncio.sleep(10 * GRACE)
    assert table.seq == 0, "no bot plays before its stand-in is recorded"
    log.full = False
    await until(lambda: table.seq == 1, timeout_s=5 * PAUSE)


async def test_one_return_ends_a_stand_in_that_was_recorded_twice() -> None:
    book = await TableBook.open(MemoryLog(), ID)
    for note in (StoodIn(ZERO, "detective"), StoodIn(ZERO, "detective"), CameBack(ZERO)):
        await book.write(note)
    assert book.lifecycle.standing_in == {}


# --- players who let a bot play --------------------------------------------------------------


@on_a_virtual_clock
async def test_bot_plays_at_once_for_a_player_who_steps_out_and_watches() -> None:
    server = VirtualServer()
    table = await server.start()
    came_back = notes_of(table.book, CameBack)
    await table.book.write(SteppedOut(ZERO, "detective"))
    await until(lambda: table.seq == 1, timeout_s=3 * PAUSE)
    assert server.movers == [ZERO]
    assert table.stand_in_moves.seats == {1: ZERO}
    assert table.book.sitters[ZERO] == Person("Ada", "Ada")
    await asyncio.sleep(HOUR_S)
    assert came_back == [], "being connected is not a return"


@on_a_virtual_clock
async def test_player_who_stepped_out_takes_the_seat_back_by_saying_so() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(SteppedOut(ZERO, "detective"))
    await table.book.write(CameBack(ZERO))  # the bot is thinking; its choice is discarded
    await asyncio.sleep(HOUR_S)
    assert table.seq == 0
    assert await table.play(ZERO, Ask(ONE), table.seq, allow) == 1
    assert table.stand_in_moves.seats == {}


@pytest.mark.parametrize("others", [(), (ONE, TWO)])
def test_player_who_stepped_out_and_left_takes_the_seat_back_by_connecting(others: Any) -> None:
    async def play() -> None:
        server = VirtualServer()
        table = await server.start()
        server.disconnect(*others)
        stood_in = notes_of(table.book, StoodIn)
        await table.book.write(SteppedOut(ZERO, "plain"))
        server.disconnect(ZERO)
        await until(lambda: StoodIn(ZERO, "plain") in stood_in)
        server.connect(ZERO)
        await until(lambda: ZERO not in table.book.lifecycle.standing_in, timeout_s=1)
        assert table.book.lifecycle.stepped_out == set()

    virtual_time.run(play())


@on_a_virtual_clock
async def test_player_who_stepped_out_and_reloads_the_page_takes_the_seat_back() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(SteppedOut(ZERO, "detective"))
    server.disconnect(ZERO)
    server.connect(ZERO)  # before a page could be written
    await until(lambda: ZERO not in table.book.lifecycle.standing_in, timeout_s=1)


@on_a_virtual_clock
async def test_player_who_steps_out_before_their_connection_is_known_has_not_returned() -> None:
    server = VirtualServer(game=replace(KEYHOLE, final=(Ask,)))
    server.attendance.seats = {ONE, TWO}
    table = await server.start()
    came_back = notes_of(table.book, CameBack)
    await table.book.write(SteppedOut(ZERO, "detective"))
    await asyncio.sleep(1)
    server.connect(ZERO)
    await asyncio.sleep(GRACE)
    assert came_back == []
    assert table.book.lifecycle.stepped_out == {ZERO}


@pytest.mark.parametrize("others", [(), (ONE, TWO)])
def test_player_who_steps_out_and_is_never_seen_returns_by_connecting(others: Any) -> None:
    async def play() -> None:
        server = VirtualServer(game=replace(KEYHOLE, final=(Ask,)))
        server.attendance.seats = {ONE, TWO}
        table = await server.start()
        await table.book.write(SteppedOut(ZERO, "detective"))
        server.disconnect(*others)
        await asyncio.sleep(GRACE)
        server.connect(ZERO)
        await until(lambda: ZERO not in table.book.lifecycle.standing_in, timeout_s=1)
        assert table.book.lifecycle.stepped_out == set()

    virtual_time.run(play())


@on_a_virtual_clock
async def test_stepping_out_is_kept_over_a_restart() -> None:
    server = VirtualServer(game=replace(KEYHOLE, final=(Ask,)))
    table = await server.start()
    await table.book.write(SteppedOut(ZERO, "detective"))
    again = await server.restart()
    await asyncio.sleep(GRACE)
    assert again.seq == 0, "a stand-in makes no final move"
    assert again.book.lifecycle.stepped_out == {ZERO}


@on_a_virtual_clock
async def test_bot_that_replaces_a_player_who_stepped_out_is_no_stand_in() -> None:
    server = VirtualServer()
    table = await server.start()
    stood_in = notes_of(table.book, StoodIn)
    await table.book.write(Paused(MONDAY))
    await table.book.write(SteppedOut(ZERO, "detective"))
    await table.book.write(SatDown(ZERO, Bot("novice")))
    server.disconnect(ZERO)
    await table.book.write(Resumed(MONDAY))
    await until(lambda: table.seq == 1)
    assert (stood_in, table.stand_in_moves.seats) == ([], {})


# --- when a bot will stand in ----------------------------------------------------------------


@on_a_virtual_clock
async def test_time_until_a_bot_stands_in_is_known_while_a_player_is_absent() -> None:
    server = VirtualServer()
    await server.start()
    supervisor = server.registry.supervisor(ID)
    assert supervisor is not None
    assert supervisor.stands_in_after(ZERO) is None
    server.disconnect(ZERO)
    assert supervisor.stands_in_after(ZERO) == GRACE
    await asyncio.sleep(GRACE / 4)
    assert supervisor.stands_in_after(ZERO) == pytest.approx(GRACE * 3 / 4)
    assert supervisor.stands_in_after(ONE) is None
    server.connect(ZERO)
    assert supervisor.stands_in_after(ZERO) is None


@on_a_virtual_clock
async def test_no_time_is_known_where_no_bot_will_stand_in() -> None:
    for grace, pace in ((0, Relaxed()), (GRACE, ByDay(hours=24))):
        server = VirtualServer()
        await server.start(pace, grace)
        supervisor = server.registry.supervisor(ID)
        assert supervisor is not None
        server.disconnect(ZERO)
        assert supervisor.stands_in_after(ZERO) is None


@on_a_virtual_clock
async def test_no_time_is_known_in_a_pause_nor_once_the_bot_plays() -> None:
    server = VirtualServer()
    table = await server.start()
    supervisor = server.registry.supervisor(ID)
    assert supervisor is not None
    server.disconnect(ZERO)
    await table.book.write(Paused(MONDAY))
    assert supervisor.stands_in_after(ZERO) is None
    await table.book.write(Resumed(MONDAY))
    await until(lambda: ZERO in table.book.lifecycle.standing_in)
    assert supervisor.stands_in_after(ZERO) is None
