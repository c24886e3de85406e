"""Pauses, who hosts, and who is asked to give a game up, on a virtual clock."""

import asyncio

import pytest

from cluehouse.core.errors import GivenUp, OnHold
from cluehouse.games.keyhole.moves import Ask
from cluehouse.table.book.abandon_vote import missing_voices, voice_of, voices
from cluehouse.table.book.book import Bot, Person, SatDown
from cluehouse.table.book.lifecycle import Abandoned, GaveUp, Paused, Resumed
from cluehouse.table.table import has_ended
from cluehouse.table.time_control import DEFAULT_GRACE_S as TWO_MINUTES
from cluehouse.table.time_control import HOUR_S, ByDay
from tests.table.virtual_table import (
    GRACE,
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    FullBook,
    Place,
    on_a_virtual_clock,
    until,
)

# --- pauses ----------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_in_a_pause_nobody_moves_and_afterwards_everybody_may() -> None:
    place = Place()
    table = await place.start()
    await table.book.write(SatDown(ONE, Bot("detective")))
    await table.play(ZERO, Ask(ONE), table.seq)
    await table.book.write(Paused(place.registry._now()))  # while the bot thinks
    with pytest.raises(OnHold):
        await table.play(ONE, Ask(ZERO), table.seq)
    await asyncio.sleep(HOUR_S)
    assert table.seq == 1
    await table.book.write(Resumed(place.registry._now()))
    await until(lambda: table.seq == 2, patience=3 * PAUSE)
    assert await table.play(TWO, Ask(ZERO), table.seq) == 3


@on_a_virtual_clock
async def test_nobody_is_played_for_in_a_pause() -> None:
    place = Place()
    table = await place.start()
    await table.book.write(Paused(MONDAY))
    place.goes(ZERO)
    await asyncio.sleep(HOUR_S)
    assert table.book.lifecycle.standing_in == {}
    await table.book.write(Resumed(MONDAY + HOUR_S))
    await until(lambda: table.seq == 1, patience=3 * PAUSE)


@on_a_virtual_clock
async def test_a_table_is_still_paused_after_a_restart() -> None:
    place = Place()
    table = await place.start()
    await table.book.write(SatDown(ZERO, Bot("detective")))
    await table.book.write(Paused(MONDAY))
    del table
    again = await place.restart()
    await asyncio.sleep(HOUR_S)
    assert again.seq == 0
    await again.book.write(Resumed(MONDAY + HOUR_S))
    await until(lambda: again.seq == 1, patience=3 * PAUSE)


# --- the host --------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_hosting_passes_to_the_first_who_is_there_when_the_host_is_gone() -> None:
    place = Place()
    table = await place.start()
    place.goes(ZERO, ONE)
    await asyncio.sleep(GRACE - 1)
    assert table.book.host == Person("Ada", "Ada")
    await asyncio.sleep(2)
    assert table.book.host == Person("Cleo", "Cleo")
    place.comes(ZERO)
    await asyncio.sleep(HOUR_S)
    assert table.book.host == Person("Cleo", "Cleo")
    again = await place.restart()
    assert again.book.host == Person("Cleo", "Cleo")


@on_a_virtual_clock
async def test_what_was_due_while_the_disk_was_full_is_judged_again_when_it_is_written() -> None:
    log = FullBook()
    place = Place(log)
    table = await place.start()
    place.goes(ZERO)
    log.full = True
    await asyncio.sleep(2 * GRACE)
    place.comes(ZERO)
    log.full = False
    await asyncio.sleep(GRACE)
    assert table.book.host == Person("Ada", "Ada")
    assert table.book.lifecycle.standing_in == {}
    place.goes(ZERO)
    await asyncio.sleep(GRACE + 1)
    assert table.book.host == Person("Blaise", "Blaise"), "and due another time it is written"


@on_a_virtual_clock
async def test_a_host_who_watches_without_a_seat_stays_the_host() -> None:
    place = Place()
    table = await place.start()
    await table.book.write(SatDown(ZERO, Bot("detective")))
    place.roll.seats -= {ZERO}
    place.registry.reconcile(ID)
    await asyncio.sleep(HOUR_S)
    assert table.book.host == Person("Ada", "Ada")


@on_a_virtual_clock
async def test_a_host_who_pauses_and_goes_does_not_end_the_game() -> None:
    place = Place()
    table = await place.start()
    await table.book.write(Paused(MONDAY))
    place.goes(ZERO)
    await asyncio.sleep(GRACE + 1)
    assert table.book.host == Person("Blaise", "Blaise")


@on_a_virtual_clock
async def test_by_the_day_a_pause_without_its_host_lasts_no_longer_than_a_choice_may() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    await table.book.write(Paused(MONDAY))
    place.goes(ZERO)
    await asyncio.sleep(24 * HOUR_S - 1)
    assert table.book.host == Person("Ada", "Ada")
    await asyncio.sleep(2)
    assert table.book.host == Person("Blaise", "Blaise")


# --- giving up -------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_nobody_is_asked_who_is_gone_and_nobodys_absence_ends_a_game() -> None:
    place = Place()
    book = (await place.start()).book
    for seat in (ZERO, ONE):
        await book.write(GaveUp(seat))
    assert missing_voices(book) == {TWO}
    place.goes(TWO)
    await asyncio.sleep(GRACE - 1)
    assert missing_voices(book) == {TWO}
    await asyncio.sleep(HOUR_S)
    assert missing_voices(book) == set()
    assert not book.lifecycle.abandoned
    place.comes(TWO)
    await until(lambda: missing_voices(book) == {TWO}, patience=1)


@on_a_virtual_clock
async def test_where_nobody_stands_in_whoever_is_away_for_long_is_not_asked() -> None:
    place = Place()
    book = (await place.start(grace=0)).book
    place.goes(TWO)
    await asyncio.sleep(TWO_MINUTES - 1)
    assert list(voices(book)) == [ZERO, ONE, TWO]
    await asyncio.sleep(2)
    assert list(voices(book)) == [ZERO, ONE]
    again = (await place.restart()).book
    assert list(voices(again)) == [ZERO, ONE]
    place.comes(TWO)
    await until(lambda: TWO in voices(again), patience=1)
    assert place.movers == []


@on_a_virtual_clock
async def test_by_the_day_whoever_lets_a_deadline_run_out_is_not_asked_and_hosts_no_more() -> None:
    place = Place()
    book = (await place.start(ByDay(hours=24))).book
    place.goes(ZERO, TWO)
    await asyncio.sleep(24 * HOUR_S - 1)
    assert list(voices(book)) == [ZERO, ONE, TWO]
    assert book.host == Person("Ada", "Ada")
    await asyncio.sleep(120)
    assert list(voices(book)) == [ONE, TWO], "Cleo was not asked to move"
    assert book.host == Person("Blaise", "Blaise")
    place.comes(ZERO)
    await until(lambda: ZERO in voices(book), patience=1)


@on_a_virtual_clock
async def test_whoever_is_replaced_is_still_asked_unless_they_were_gone() -> None:
    place = Place()
    book = (await place.start()).book
    place.goes(TWO)
    await asyncio.sleep(GRACE + 1)
    for seat in (ONE, TWO):
        await book.write(SatDown(seat, Bot("novice")))
    assert voices(book) == {ZERO: "Ada", ONE: "Blaise"}
    assert (voice_of(book, "Blaise"), voice_of(book, "Cleo")) == (ONE, None)
    await book.forget("Blaise")
    assert voices(book) == {ZERO: "Ada"}


@on_a_virtual_clock
async def test_no_bot_plays_a_game_that_was_given_up() -> None:
    place = Place()
    table = await place.start()
    place.goes(ZERO)
    await until(lambda: bool(place.movers))
    await table.book.write(Abandoned("people"))
    with pytest.raises(GivenUp):
        await table.play(ONE, Ask(ZERO), table.seq)
    moves = len(place.movers)
    await asyncio.sleep(GRACE * 10)
    assert len(place.movers) == moves
    assert has_ended(await place.restart())
    await asyncio.sleep(GRACE * 10)
    assert len(place.movers) == moves
