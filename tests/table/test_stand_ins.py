"""Bots that play for whoever is gone, on a virtual clock: when they come, and when they leave."""

import asyncio

from cluehouse.core.codec import codec
from cluehouse.core.ids import Seq
from cluehouse.core.record import Entry
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.book.book import Bot, Person, SatDown, TableBook
from cluehouse.table.book.lifecycle import CameBack, StoodIn
from cluehouse.table.ports import TableId
from cluehouse.table.time_control import HOUR_S
from tests.table.fakes import Mailbox, MemoryLog
from tests.table.virtual_table import (
    GRACE,
    ID,
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
    assert table.book.lifecycle.standing_in == {}
    await until(lambda: table.seq == 1, patience=1 + 2 * PAUSE)
    assert place.movers == [ZERO]
    assert table.book.lifecycle.standing_in == {ZERO: "detective"}
    assert table.book.sitters[ZERO] == Person("Ada", "Ada")


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
    await asyncio.sleep(24 * HOUR_S)
    assert table.seq == 0


@on_a_virtual_clock
async def test_whoever_returns_plays_on_and_the_bot_leaves() -> None:
    place = Place()
    table = await place.start()
    came_back = notes_of(table.book, CameBack)
    place.goes(ZERO)
    await until(lambda: ZERO in table.book.lifecycle.standing_in)
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
    await until(lambda: ZERO in table.book.lifecycle.standing_in)
    place.goes(ONE, TWO)
    await asyncio.sleep(24 * HOUR_S)
    assert table.seq == 0
    assert list(table.book.lifecycle.standing_in) == [ZERO]
    place.comes(TWO)
    await until(lambda: table.seq == 1, patience=3 * PAUSE)
    assert list(table.book.lifecycle.standing_in) == [ZERO], "the grace time begins anew"
    await until(lambda: table.seq == 2, patience=GRACE + 3 * PAUSE)
    assert place.movers == [ZERO, ONE]


@on_a_virtual_clock
async def test_a_stand_in_goes_on_after_a_restart_and_still_hands_the_seat_back() -> None:
    place = Place()
    table = await place.start()
    place.goes(ONE)
    await until(lambda: ONE in table.book.lifecycle.standing_in)
    again = await place.restart()
    await again.play(ZERO, Ask(ONE), Seq(0))
    await until(lambda: again.seq == 2, patience=3 * PAUSE)
    assert place.movers == [ZERO, ONE]
    place.comes(ONE)
    await until(lambda: again.book.lifecycle.standing_in == {}, patience=1)


@on_a_virtual_clock
async def test_a_person_is_replaced_by_a_bot_for_good() -> None:
    place = Place()
    table = await place.start()
    await table.book.write(SatDown(ZERO, Bot("novice")))
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


async def test_a_stand_in_who_is_written_down_twice_comes_back_once() -> None:
    book = await TableBook.open(MemoryLog(), ID)
    for note in (StoodIn(ZERO, "detective"), StoodIn(ZERO, "detective"), CameBack(ZERO)):
        await book.write(note)
    assert book.lifecycle.standing_in == {}
