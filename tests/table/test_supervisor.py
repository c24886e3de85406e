"""Pauses, host succession and votes to abandon a game, on a virtual clock."""

import asyncio

import pytest

from cluehouse.core.errors import GivenUp, OnHold
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.abandon_vote import missing_voters, voters, voting_seat_of
from cluehouse.table.book.book import Bot, Person, SatDown
from cluehouse.table.book.lifecycle import Abandoned, GaveUp, Paused, Resumed
from cluehouse.table.table import has_ended
from cluehouse.table.time_control import DEFAULT_GRACE_S as TWO_MINUTES
from cluehouse.table.time_control import HOUR_S, ByDay
from tests.table.fakes import allow
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
    on_a_virtual_clock,
    until,
)

# --- pauses ----------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_no_seat_moves_during_a_pause_and_all_may_move_after_it() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(SatDown(ONE, Bot("detective")))
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await table.book.write(Paused(server.registry._now()))  # while the bot thinks
    with pytest.raises(OnHold):
        await table.play(ONE, Ask(ZERO), table.seq, allow)
    await asyncio.sleep(HOUR_S)
    assert table.seq == 1
    await table.book.write(Resumed(server.registry._now()))
    await until(lambda: table.seq == 2, timeout_s=3 * PAUSE)
    assert await table.play(TWO, Ask(ZERO), table.seq, allow) == 3


@on_a_virtual_clock
async def test_no_bot_stands_in_during_a_pause() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(Paused(MONDAY))
    server.disconnect(ZERO)
    await asyncio.sleep(HOUR_S)
    assert table.book.lifecycle.standing_in == {}
    await table.book.write(Resumed(MONDAY + HOUR_S))
    await until(lambda: table.seq == 1, timeout_s=3 * PAUSE)


@on_a_virtual_clock
async def test_table_is_still_paused_after_a_restart() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(SatDown(ZERO, Bot("detective")))
    await table.book.write(Paused(MONDAY))
    del table
    again = await server.restart()
    await asyncio.sleep(HOUR_S)
    assert again.seq == 0
    await again.book.write(Resumed(MONDAY + HOUR_S))
    await until(lambda: again.seq == 1, timeout_s=3 * PAUSE)


# --- the host --------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_first_present_player_becomes_host_after_the_grace_time() -> None:
    server = VirtualServer()
    table = await server.start()
    server.disconnect(ZERO, ONE)
    await asyncio.sleep(GRACE - 1)
    assert table.book.host == Person("Ada", "Ada")
    await asyncio.sleep(2)
    assert table.book.host == Person("Cleo", "Cleo")
    server.connect(ZERO)
    await asyncio.sleep(HOUR_S)
    assert table.book.host == Person("Cleo", "Cleo")
    again = await server.restart()
    assert again.book.host == Person("Cleo", "Cleo")


@on_a_virtual_clock
async def test_note_due_while_the_disk_was_full_is_rechecked_before_it_is_written() -> None:
    log = FullBook()
    server = VirtualServer(log)
    table = await server.start()
    server.disconnect(ZERO)
    log.full = True
    await asyncio.sleep(2 * GRACE)
    server.connect(ZERO)
    log.full = False
    await asyncio.sleep(GRACE)
    assert table.book.host == Person("Ada", "Ada")
    assert table.book.lifecycle.standing_in == {}
    server.disconnect(ZERO)
    await asyncio.sleep(GRACE + 1)
    assert table.book.host == Person("Blaise", "Blaise"), "when it is due again, it is written"


@on_a_virtual_clock
async def test_host_without_a_seat_stays_host_while_connected() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(SatDown(ZERO, Bot("detective")))
    server.attendance.seats -= {ZERO}
    server.registry.reconcile(ID)
    await asyncio.sleep(HOUR_S)
    assert table.book.host == Person("Ada", "Ada")


@on_a_virtual_clock
async def test_host_who_pauses_and_disconnects_is_replaced() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(Paused(MONDAY))
    server.disconnect(ZERO)
    await asyncio.sleep(GRACE + 1)
    assert table.book.host == Person("Blaise", "Blaise")


@on_a_virtual_clock
async def test_by_day_host_who_paused_and_left_is_replaced_after_the_time_of_one_choice() -> None:
    server = VirtualServer()
    table = await server.start(ByDay(hours=24))
    await table.book.write(Paused(MONDAY))
    server.disconnect(ZERO)
    await asyncio.sleep(24 * HOUR_S - 1)
    assert table.book.host == Person("Ada", "Ada")
    await asyncio.sleep(2)
    assert table.book.host == Person("Blaise", "Blaise")


# --- abandoning -------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_absent_players_do_not_vote_and_absence_alone_does_not_abandon_a_game() -> None:
    server = VirtualServer()
    book = (await server.start()).book
    for seat in (ZERO, ONE):
        await book.write(GaveUp(seat))
    assert missing_voters(book) == {TWO}
    server.disconnect(TWO)
    await asyncio.sleep(GRACE - 1)
    assert missing_voters(book) == {TWO}
    await asyncio.sleep(HOUR_S)
    assert missing_voters(book) == set()
    assert not book.lifecycle.abandoned
    server.connect(TWO)
    await until(lambda: missing_voters(book) == {TWO}, timeout_s=1)


@on_a_virtual_clock
async def test_without_stand_ins_a_player_absent_for_long_does_not_vote() -> None:
    server = VirtualServer()
    book = (await server.start(grace=0)).book
    server.disconnect(TWO)
    await asyncio.sleep(TWO_MINUTES - 1)
    assert list(voters(book)) == [ZERO, ONE, TWO]
    await asyncio.sleep(2)
    assert list(voters(book)) == [ZERO, ONE]
    again = (await server.restart()).book
    assert list(voters(again)) == [ZERO, ONE]
    server.connect(TWO)
    await until(lambda: TWO in voters(again), timeout_s=1)
    assert server.movers == []


@on_a_virtual_clock
async def test_by_day_a_player_who_misses_a_deadline_loses_vote_and_hosting() -> None:
    server = VirtualServer()
    book = (await server.start(ByDay(hours=24))).book
    server.disconnect(ZERO, TWO)
    await asyncio.sleep(24 * HOUR_S - 1)
    assert list(voters(book)) == [ZERO, ONE, TWO]
    assert book.host == Person("Ada", "Ada")
    await asyncio.sleep(120)
    assert list(voters(book)) == [ONE, TWO], "Cleo was not asked to move"
    assert book.host == Person("Blaise", "Blaise")
    server.connect(ZERO)
    await until(lambda: ZERO in voters(book), timeout_s=1)


@on_a_virtual_clock
async def test_replaced_player_keeps_their_vote_unless_they_were_gone() -> None:
    server = VirtualServer()
    book = (await server.start()).book
    server.disconnect(TWO)
    await asyncio.sleep(GRACE + 1)
    for seat in (ONE, TWO):
        await book.write(SatDown(seat, Bot("novice")))
    assert voters(book) == {ZERO: "Ada", ONE: "Blaise"}
    assert (voting_seat_of(book, "Blaise"), voting_seat_of(book, "Cleo")) == (ONE, None)
    await book.erase_guest("Blaise")
    assert voters(book) == {ZERO: "Ada"}


@on_a_virtual_clock
async def test_no_bot_plays_an_abandoned_game() -> None:
    server = VirtualServer()
    table = await server.start()
    server.disconnect(ZERO)
    await until(lambda: bool(server.movers))
    await table.book.write(Abandoned("people"))
    with pytest.raises(GivenUp):
        await table.play(ONE, Ask(ZERO), table.seq, allow)
    moves = len(server.movers)
    await asyncio.sleep(GRACE * 10)
    assert len(server.movers) == moves
    assert has_ended(await server.restart())
    await asyncio.sleep(GRACE * 10)
    assert len(server.movers) == moves
