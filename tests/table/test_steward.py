"""Absent people, pauses and hosts, on a virtual clock."""

import asyncio

import pytest

from cluehouse.core.codec import codec
from cluehouse.core.errors import GivenUp, OnHold
from cluehouse.core.ids import Seq
from cluehouse.core.record import Entry
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.course import Abandoned, CameBack, GaveUp, Paused, Resumed, StoodIn
from cluehouse.table.ending import has_ended
from cluehouse.table.house import Bot, HouseBook, Person, SatDown
from cluehouse.table.pace import GRACE as TWO_MINUTES
from cluehouse.table.pace import HOUR, ByDay, Relaxed
from cluehouse.table.ports import TableId
from cluehouse.table.voices import missing_voices, voice_of, voices
from tests.table.fakes import Mailbox, MemoryLog
from tests.table.virtual_house import (
    GRACE,
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    FullBook,
    Place,
    notes_of,
    on_a_virtual_clock,
    until,
)


@on_a_virtual_clock
async def test_a_bot_stands_in_after_the_grace_time_and_the_seat_stays_theirs() -> None:
    place = Place()
    table = await place.start()
    place.goes(ZERO)
    await asyncio.sleep(GRACE - 1)
    assert table.seq == 0
    assert table.house.course.standing_in == {}
    await until(lambda: table.seq == 1, patience=1 + 2 * PAUSE)
    assert place.movers == [ZERO]
    assert table.house.course.standing_in == {ZERO: "detective"}
    assert table.house.sitters[ZERO] == Person("Ada", "Ada")


@on_a_virtual_clock
async def test_somebody_who_is_back_in_time_is_not_played_for() -> None:
    place = Place()
    table = await place.start()
    for _ in range(5):
        place.goes(ZERO)
        await asyncio.sleep(GRACE - 1)
        place.comes(ZERO)
        await asyncio.sleep(1)
    assert table.seq == 0


@on_a_virtual_clock
async def test_without_a_grace_time_nobody_is_played_for() -> None:
    place = Place()
    table = await place.start(grace=0)
    place.goes(ZERO)
    await asyncio.sleep(24 * HOUR)
    assert table.seq == 0


@on_a_virtual_clock
async def test_whoever_returns_plays_on_and_the_bot_leaves() -> None:
    place = Place()
    table = await place.start()
    came_back = notes_of(table.house, CameBack)
    place.goes(ZERO)
    await until(lambda: ZERO in table.house.course.standing_in)
    place.comes(ZERO)  # the bot is thinking, and keeps it to itself
    await asyncio.sleep(10 * PAUSE)
    assert came_back == [CameBack(ZERO)]
    assert table.seq == 0
    assert await table.play(ZERO, Ask(ONE), table.seq) == 1
    await asyncio.sleep(10 * PAUSE)
    assert table.seq == 1


@on_a_virtual_clock
async def test_a_bots_move_that_is_in_the_door_stands() -> None:
    writing = asyncio.Event()

    class SlowLog(MemoryLog):
        async def append(self, table: TableId, seq: Seq, entry: Entry) -> None:
            writing.set()
            await asyncio.sleep(1)
            await super().append(table, seq, entry)

    place = Place(SlowLog())
    table = await place.start()
    place.goes(ZERO)
    await writing.wait()
    place.comes(ZERO)
    await asyncio.sleep(1)
    assert place.movers == [ZERO]
    assert table.seq == 1


@on_a_virtual_clock
async def test_a_stand_in_is_told_what_its_seat_may_know_and_no_more() -> None:
    place = Place()
    table = await place.start()
    place.goes(ONE, TWO)
    box = Mailbox()
    await table.attach(ONE, box)
    await table.play(ZERO, Ask(ONE), Seq(0))
    await until(lambda: len(place.movers) >= 3)
    decode = codec(KEYHOLE).update.decode
    theirs = [
        decode(raw)
        for think in place.workers.worker.asked
        for raw in think.updates
        if think.seat == ONE
    ]
    assert {update.view.seat for update in theirs} == {ONE}
    told = [sight for update in theirs for sight in update.sights]
    assert told == [sight for update in box.updates for sight in update.sights][: len(told)]


@on_a_virtual_clock
async def test_the_absent_are_ready_for_the_next_deal() -> None:
    place = Place()
    table = await place.start()
    place.goes(ONE, TWO)
    await table.play(ZERO, Ask(ONE), table.seq)
    await until(lambda: ZERO in table.asked)
    await table.play(ZERO, Accuse("twin"), table.seq)
    await until(lambda: list(table.asked) == [ZERO])
    assert place.movers[-2:] in ([ONE, TWO], [TWO, ONE])


@on_a_virtual_clock
async def test_a_table_where_nobody_is_sleeps_and_goes_on_with_the_first_to_return() -> None:
    place = Place()
    table = await place.start()
    place.goes(ZERO)
    await until(lambda: ZERO in table.house.course.standing_in)
    place.goes(ONE, TWO)
    await asyncio.sleep(24 * HOUR)
    assert table.seq == 0
    assert list(table.house.course.standing_in) == [ZERO]
    place.comes(TWO)
    await until(lambda: table.seq == 1, patience=3 * PAUSE)
    assert list(table.house.course.standing_in) == [ZERO], "the grace time begins anew"
    await until(lambda: table.seq == 2, patience=GRACE + 3 * PAUSE)
    assert place.movers == [ZERO, ONE]


@on_a_virtual_clock
async def test_a_stand_in_goes_on_after_a_restart_and_still_hands_the_seat_back() -> None:
    place = Place()
    table = await place.start()
    place.goes(ONE)
    await until(lambda: ONE in table.house.course.standing_in)
    again = await place.restart()
    await again.play(ZERO, Ask(ONE), Seq(0))
    await until(lambda: again.seq == 2, patience=3 * PAUSE)
    assert place.movers == [ZERO, ONE]
    place.comes(ONE)
    await until(lambda: again.house.course.standing_in == {}, patience=1)


@on_a_virtual_clock
async def test_a_person_is_replaced_by_a_bot_for_good() -> None:
    place = Place()
    table = await place.start()
    await table.house.write(SatDown(ZERO, Bot("novice")))
    await until(lambda: table.seq == 1, patience=3 * PAUSE)
    assert {think.level for think in place.workers.worker.asked} == {"novice"}


@on_a_virtual_clock
async def test_a_house_that_cannot_write_seats_the_stand_in_when_it_can() -> None:
    log = FullBook()
    place = Place(log)
    table = await place.start()
    log.full = True
    place.goes(ZERO)
    await asyncio.sleep(10 * GRACE)
    assert table.seq == 0, "nobody is played for in secret"
    log.full = False
    await until(lambda: table.seq == 1, patience=5 * PAUSE)


# --- pauses -----------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_in_a_pause_nobody_moves_and_afterwards_everybody_may() -> None:
    place = Place()
    table = await place.start()
    await table.house.write(SatDown(ONE, Bot("detective")))
    await table.play(ZERO, Ask(ONE), table.seq)
    await table.house.write(Paused(place.hall._now()))  # while the bot thinks
    with pytest.raises(OnHold):
        await table.play(ONE, Ask(ZERO), table.seq)
    await asyncio.sleep(HOUR)
    assert table.seq == 1
    await table.house.write(Resumed(place.hall._now()))
    await until(lambda: table.seq == 2, patience=3 * PAUSE)
    assert await table.play(TWO, Ask(ZERO), table.seq) == 3


@on_a_virtual_clock
async def test_nobody_is_played_for_in_a_pause() -> None:
    place = Place()
    table = await place.start()
    await table.house.write(Paused(MONDAY))
    place.goes(ZERO)
    await asyncio.sleep(HOUR)
    assert table.house.course.standing_in == {}
    await table.house.write(Resumed(MONDAY + HOUR))
    await until(lambda: table.seq == 1, patience=3 * PAUSE)


@on_a_virtual_clock
async def test_a_table_is_still_paused_after_a_restart() -> None:
    place = Place()
    table = await place.start()
    await table.house.write(SatDown(ZERO, Bot("detective")))
    await table.house.write(Paused(MONDAY))
    del table
    again = await place.restart()
    await asyncio.sleep(HOUR)
    assert again.seq == 0
    await again.house.write(Resumed(MONDAY + HOUR))
    await until(lambda: again.seq == 1, patience=3 * PAUSE)


# --- the host ---------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_hosting_passes_to_the_first_who_is_there_when_the_host_is_gone() -> None:
    place = Place()
    table = await place.start()
    place.goes(ZERO, ONE)
    await asyncio.sleep(GRACE - 1)
    assert table.house.host == Person("Ada", "Ada")
    await asyncio.sleep(2)
    assert table.house.host == Person("Cleo", "Cleo")
    place.comes(ZERO)
    await asyncio.sleep(HOUR)
    assert table.house.host == Person("Cleo", "Cleo")
    again = await place.restart()
    assert again.house.host == Person("Cleo", "Cleo")


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
    assert table.house.host == Person("Ada", "Ada")
    assert table.house.course.standing_in == {}
    place.goes(ZERO)
    await asyncio.sleep(GRACE + 1)
    assert table.house.host == Person("Blaise", "Blaise"), "and due another time it is written"


@on_a_virtual_clock
async def test_a_host_who_watches_without_a_seat_stays_the_host() -> None:
    place = Place()
    table = await place.start()
    await table.house.write(SatDown(ZERO, Bot("detective")))
    place.roll.seats -= {ZERO}
    place.hall.look(ID)
    await asyncio.sleep(HOUR)
    assert table.house.host == Person("Ada", "Ada")


@on_a_virtual_clock
async def test_a_host_who_pauses_and_goes_does_not_end_the_game() -> None:
    place = Place()
    table = await place.start()
    await table.house.write(Paused(MONDAY))
    place.goes(ZERO)
    await asyncio.sleep(GRACE + 1)
    assert table.house.host == Person("Blaise", "Blaise")


@on_a_virtual_clock
async def test_by_the_day_a_pause_without_its_host_lasts_no_longer_than_a_choice_may() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    await table.house.write(Paused(MONDAY))
    place.goes(ZERO)
    await asyncio.sleep(24 * HOUR - 1)
    assert table.house.host == Person("Ada", "Ada")
    await asyncio.sleep(2)
    assert table.house.host == Person("Blaise", "Blaise")


# --- old books --------------------------------------------------------------------------------


async def test_a_book_from_before_clocks_is_still_read() -> None:
    log = MemoryLog()
    page = (
        b'{"type":"Opened","game":"keyhole","options":{},"seats":3,"listed":false,"help":"seen",'
        b'"host":{"type":"Person","name":"Ada","guest":"ada"}}'
    )
    await log.write(ID, 0, page)
    house = await HouseBook.open(log, ID)
    assert house.opened is not None
    assert (house.opened.pace, house.opened.grace) == (Relaxed(), 120)
    assert house.host == Person("Ada", "ada")


async def test_a_stand_in_who_is_written_down_twice_comes_back_once() -> None:
    house = await HouseBook.open(MemoryLog(), ID)
    for note in (StoodIn(ZERO, "detective"), StoodIn(ZERO, "detective"), CameBack(ZERO)):
        await house.write(note)
    assert house.course.standing_in == {}


# --- giving up --------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_nobody_is_asked_who_is_gone_and_nobodys_absence_ends_a_game() -> None:
    place = Place()
    house = (await place.start()).house
    for seat in (ZERO, ONE):
        await house.write(GaveUp(seat))
    assert missing_voices(house) == {TWO}
    place.goes(TWO)
    await asyncio.sleep(GRACE - 1)
    assert missing_voices(house) == {TWO}
    await asyncio.sleep(HOUR)
    assert missing_voices(house) == set()
    assert not house.course.abandoned
    place.comes(TWO)
    await until(lambda: missing_voices(house) == {TWO}, patience=1)


@on_a_virtual_clock
async def test_where_nobody_stands_in_whoever_is_away_for_long_is_not_asked() -> None:
    place = Place()
    house = (await place.start(grace=0)).house
    place.goes(TWO)
    await asyncio.sleep(TWO_MINUTES - 1)
    assert list(voices(house)) == [ZERO, ONE, TWO]
    await asyncio.sleep(2)
    assert list(voices(house)) == [ZERO, ONE]
    again = (await place.restart()).house
    assert list(voices(again)) == [ZERO, ONE]
    place.comes(TWO)
    await until(lambda: TWO in voices(again), patience=1)
    assert place.movers == []


@on_a_virtual_clock
async def test_by_the_day_whoever_lets_a_deadline_run_out_is_not_asked_and_hosts_no_more() -> None:
    place = Place()
    house = (await place.start(ByDay(hours=24))).house
    place.goes(ZERO, TWO)
    await asyncio.sleep(24 * HOUR - 1)
    assert list(voices(house)) == [ZERO, ONE, TWO]
    assert house.host == Person("Ada", "Ada")
    await asyncio.sleep(120)
    assert list(voices(house)) == [ONE, TWO], "Cleo was not asked to move"
    assert house.host == Person("Blaise", "Blaise")
    place.comes(ZERO)
    await until(lambda: ZERO in voices(house), patience=1)


@on_a_virtual_clock
async def test_whoever_is_replaced_is_still_asked_unless_they_were_gone() -> None:
    place = Place()
    house = (await place.start()).house
    place.goes(TWO)
    await asyncio.sleep(GRACE + 1)
    for seat in (ONE, TWO):
        await house.write(SatDown(seat, Bot("novice")))
    assert voices(house) == {ZERO: "Ada", ONE: "Blaise"}
    assert (voice_of(house, "Blaise"), voice_of(house, "Cleo")) == (ONE, None)
    await house.forget("Blaise")
    assert voices(house) == {ZERO: "Ada"}


@on_a_virtual_clock
async def test_no_bot_plays_a_game_that_was_given_up() -> None:
    place = Place()
    table = await place.start()
    place.goes(ZERO)
    await until(lambda: bool(place.movers))
    await table.house.write(Abandoned("people"))
    with pytest.raises(GivenUp):
        await table.play(ONE, Ask(ZERO), table.seq)
    moves = len(place.movers)
    await asyncio.sleep(GRACE * 10)
    assert len(place.movers) == moves
    assert has_ended(await place.restart())
    await asyncio.sleep(GRACE * 10)
    assert len(place.movers) == moves
