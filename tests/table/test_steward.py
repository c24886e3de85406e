"""Absent people, pauses, clocks and hosts, on a virtual clock."""

import asyncio
import gc
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cluehouse.core.codec import codec
from cluehouse.core.errors import DiskFull, OnHold
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.clocks import Reading
from cluehouse.table.course import CameBack, Paused, Resumed, StoodIn
from cluehouse.table.hall import Hall
from cluehouse.table.house import Bot, HouseBook, Note, Opened, Person, SatDown, Started
from cluehouse.table.pace import HOUR, ByDay, Live, Pace, Relaxed
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table
from tests.table import virtual_time
from tests.table.fakes import KEY, Mailbox, MemoryLog, ScriptedWorkers

ID = TableId("table")
ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)
NAMES = ("Ada", "Blaise", "Cleo")
PAUSE = 1.0
GRACE = 60
MONDAY = 1_700_000_000.0

Scene = Callable[[], Coroutine[Any, Any, None]]


def on_a_virtual_clock(scene: Scene) -> Callable[[], None]:
    def test() -> None:
        virtual_time.run(scene())

    test.__name__ = scene.__name__
    test.__doc__ = scene.__doc__
    return test


def clock() -> float:
    return asyncio.get_running_loop().time()


class Roll:
    """Who is here, as a test says."""

    def __init__(self) -> None:
        self.seats = {ZERO, ONE, TWO}
        self.guests = set(NAMES)
        self.told = 0

    def present(self, _table: TableId, seats: Collection[Seat]) -> set[Seat]:
        return self.seats.intersection(seats)

    def visiting(self, _table: TableId, guest: str) -> bool:
        return guest in self.guests

    def tell(self, _table: TableId) -> None:
        self.told += 1


class Place:
    """A house with one table of three people, which can be closed and opened again."""

    def __init__(self, log: MemoryLog | None = None, game: AnyGame = KEYHOLE) -> None:
        self.log = log or MemoryLog()
        self.game = game
        self.roll = Roll()
        self.workers = ScriptedWorkers(seconds=0.0)
        self.open_the_doors()

    def open_the_doors(self) -> None:
        self.hall = Hall(
            lambda _name: self.game,
            self.log,
            self.log,
            self.workers,
            attendance=self.roll,
            pause=PAUSE,
            now=lambda: MONDAY + clock(),
            new_key=lambda _: KEY,
        )

    async def start(self, pace: Pace = Relaxed(), grace: int = GRACE) -> Table:  # noqa: B008
        house = await self.hall.house(ID)
        host, *_ = people = [Person(name, name) for name in NAMES]
        options = {"type": "Options", "deals": 2}
        await house.write(Opened("keyhole", options, 3, False, "seen", host, pace, grace))
        for seat, who in enumerate(people):
            await house.write(SatDown(Seat(seat), who))
        await house.write(Started())
        return await self.hall.table(ID)

    async def restart(self) -> Table:
        self.open_the_doors()
        return await self.hall.table(ID)

    def goes(self, *seats: Seat) -> None:
        self.roll.seats -= set(seats)
        self.roll.guests -= {NAMES[seat] for seat in seats}
        self.hall.look(ID)

    def comes(self, *seats: Seat) -> None:
        self.roll.seats |= set(seats)
        self.roll.guests |= {NAMES[seat] for seat in seats}
        self.hall.look(ID)

    def reads(self, seat: Seat) -> Reading:
        steward = self.hall.steward(ID)
        assert steward is not None
        reading = steward.clock(seat)
        assert reading is not None
        return reading

    @property
    def movers(self) -> list[Seat | None]:
        """Who has moved, by the log."""
        return [entry.seat for entry in self.log.entries[ID][1:]]


class FullBook(MemoryLog):
    full = False

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        if self.full:
            raise DiskFull("no room")
        await super().write(table, page, note)


async def until(held: Callable[[], bool], patience: float = 30 * 24 * HOUR) -> None:
    async with asyncio.timeout(patience):
        while not held():
            await asyncio.sleep(0.25)


def notes_of(house: HouseBook, kind: type[Note]) -> list[Note]:
    """Those that are written from now on."""
    notes: list[Note] = []
    house.listeners.append(lambda note: notes.append(note) if isinstance(note, kind) else None)
    return notes


# --- whoever is absent ------------------------------------------------------------------------


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


# --- a live clock -----------------------------------------------------------------------------


@on_a_virtual_clock
async def test_a_bank_runs_while_its_seat_is_asked_and_a_move_brings_an_increment() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=10))
    assert place.reads(ZERO) == Reading(100, 0)
    assert place.reads(ONE) == Reading(100, None)
    await asyncio.sleep(30)
    assert place.reads(ZERO) == Reading(70, 0)
    told = place.roll.told
    await table.play(ZERO, Ask(ONE), table.seq)
    assert place.reads(ZERO) == Reading(80, None)
    assert place.reads(ONE) == Reading(100, 0)
    assert place.roll.told > told
    await asyncio.sleep(40)
    await table.play(ONE, Ask(ZERO), table.seq)
    assert place.reads(ZERO) == Reading(80, None)
    assert place.reads(ONE) == Reading(70, None)


@on_a_virtual_clock
async def test_a_move_that_could_not_be_written_brings_no_increment() -> None:
    class SlowLog(MemoryLog):
        async def read(self, table: TableId, after: Seq) -> Sequence[Entry]:
            await asyncio.sleep(10)
            return await super().read(table, after)

    place = Place(SlowLog())
    table = await place.start(Live(bank=100, increment=10))
    place.log.trouble = DiskFull("no room")
    playing = asyncio.create_task(table.play(ZERO, Ask(ONE), table.seq))
    await asyncio.sleep(5)
    place.hall.look(ID)
    assert place.reads(ZERO) == Reading(95, 0), "while the log is read again"
    with pytest.raises(DiskFull):
        await playing
    place.hall.look(ID)
    assert place.reads(ZERO) == Reading(100 - clock(), 0)


@on_a_virtual_clock
async def test_whoever_runs_out_of_time_has_that_one_move_played() -> None:
    place = Place()
    table = await place.start(Live(bank=50, increment=7), grace=0)
    await until(lambda: table.seq == 1, patience=50 + 2 * PAUSE)
    assert clock() > 50
    assert place.movers == [ZERO]
    assert table.house.course.standing_in == {}
    assert place.reads(ZERO) == Reading(7, None)
    await table.play(ONE, Ask(ZERO), table.seq)
    await table.play(TWO, Ask(ZERO), table.seq)
    await asyncio.sleep(6)
    await table.play(ZERO, Accuse("twin"), table.seq)  # again their own, with a second to spare
    assert place.movers == [ZERO, ONE, TWO, ZERO]


@on_a_virtual_clock
async def test_seats_that_choose_at_once_have_each_their_own_clock() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=0))
    for asker in (ZERO, ONE, TWO):
        await table.play(asker, Ask(Seat((asker + 1) % 3)), table.seq)
    await asyncio.sleep(20)
    await table.play(ONE, Accuse("twin"), table.seq)
    await asyncio.sleep(20)
    assert [place.reads(seat).left for seat in (ZERO, ONE, TWO)] == [60, 80, 60]


@on_a_virtual_clock
async def test_a_clock_stands_while_sounds_play() -> None:
    place = Place(game=replace(KEYHOLE, lasts=lambda _sight: 20.0))
    table = await place.start(Live(bank=100, increment=0))
    await table.attach(ZERO, Mailbox())
    await table.play(ZERO, Ask(ONE), table.seq)
    assert place.reads(ONE) == Reading(100, 20)
    await asyncio.sleep(30)
    assert place.reads(ONE) == Reading(90, 0)


@on_a_virtual_clock
async def test_a_sound_holds_clocks_that_run_already() -> None:
    place = Place(game=replace(KEYHOLE, lasts=lambda _sight: 20.0))
    table = await place.start(Live(bank=100, increment=0))
    for asker in (ZERO, ONE, TWO):
        await table.play(asker, Ask(Seat((asker + 1) % 3)), table.seq)
    await table.attach(ZERO, Mailbox())
    await asyncio.sleep(10)
    await table.play(ONE, Accuse("twin"), table.seq)
    await asyncio.sleep(30)
    assert place.reads(TWO) == Reading(80, 0)


@on_a_virtual_clock
async def test_a_clock_stands_in_a_pause() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=10))
    await asyncio.sleep(30)
    await table.house.write(Paused(MONDAY))
    await asyncio.sleep(HOUR)
    assert place.reads(ZERO) == Reading(70, None)
    await table.house.write(Resumed(MONDAY + HOUR))
    await asyncio.sleep(5)
    assert place.reads(ZERO) == Reading(65, 0)


@on_a_virtual_clock
async def test_clocks_stand_where_nobody_is_and_for_whom_a_bot_stands_in() -> None:
    place = Place()
    table = await place.start(Live(bank=1000, increment=0))
    place.goes(ONE)
    await until(lambda: ONE in table.house.course.standing_in)
    spent = clock()
    place.goes(ZERO, TWO)
    await asyncio.sleep(24 * HOUR)
    assert place.reads(ZERO).left == pytest.approx(1000 - spent, abs=0.1)
    place.comes(ZERO)
    await table.play(ZERO, Ask(ONE), table.seq)
    assert place.reads(ONE) == Reading(1000, None)


@on_a_virtual_clock
async def test_banks_survive_a_restart() -> None:
    place = Place()
    table = await place.start(Live(bank=100, increment=10))
    await asyncio.sleep(30)
    await table.play(ZERO, Ask(ONE), table.seq)
    await asyncio.sleep(50)
    place.goes(ZERO, ONE, TWO)
    await asyncio.sleep(0)
    del table
    place.roll.seats = {ONE}
    _table = await place.restart()
    assert place.reads(ZERO) == Reading(80, None)
    assert place.reads(ONE) == Reading(50, 0)


# --- by the day -------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_a_deadline_passes_and_a_bot_plays_that_one_move() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    await asyncio.sleep(24 * HOUR - 60)
    assert place.reads(ZERO).left == pytest.approx(60)
    assert table.seq == 0
    await asyncio.sleep(60 + 2 * PAUSE)
    assert place.movers == [ZERO]
    assert place.reads(ONE).left == pytest.approx(24 * HOUR, abs=2 * PAUSE)


@on_a_virtual_clock
async def test_by_the_day_nobody_needs_to_be_there() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    place.goes(ZERO, TWO)
    await asyncio.sleep(23 * HOUR)
    assert table.house.course.standing_in == {}
    assert table.house.host == Person("Ada", "Ada"), "a host by the day is away most of the time"


@on_a_virtual_clock
async def test_a_deadline_that_passed_while_the_house_was_closed_is_judged_on_first_touch() -> None:
    place = Place()
    await place.start(ByDay(hours=24))
    place.goes(ZERO, ONE, TWO)
    await asyncio.sleep(1)
    gc.collect()
    assert len(place.hall) == 0, "a table that sleeps leaves memory"
    await asyncio.sleep(23 * HOUR)
    table = await place.restart()
    assert place.reads(ZERO).left == pytest.approx(HOUR, abs=2)
    del table
    await asyncio.sleep(2 * HOUR)
    table = await place.restart()
    await until(lambda: table.seq == 1, patience=3 * PAUSE)
    assert place.movers == [ZERO]


@on_a_virtual_clock
async def test_a_pause_moves_deadlines_by_as_long_as_it_lasts() -> None:
    place = Place()
    table = await place.start(ByDay(hours=24))
    await asyncio.sleep(4 * HOUR)
    await table.house.write(Paused(MONDAY + clock()))
    await asyncio.sleep(100 * HOUR)
    assert place.reads(ZERO) == Reading(20 * HOUR, None)
    assert table.seq == 0
    await table.house.write(Resumed(MONDAY + clock()))
    assert place.reads(ZERO) == Reading(20 * HOUR, 0)
    await asyncio.sleep(20 * HOUR + 2 * PAUSE)
    assert table.seq == 1


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
