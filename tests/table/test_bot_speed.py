"""The speeds of bots, on a virtual clock."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, Seq
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.book.book import Bot, Person, SatDown, TableBook
from cluehouse.table.book.lifecycle import Paused, Resumed, SkipAsked, SpeedSet
from cluehouse.table.bots.messages import Question, Think, WorkerAnswer
from cluehouse.table.table import Table
from cluehouse.table.time_control import SPEED_FACTORS, BotSpeed
from tests.table import virtual_time
from tests.table.fakes import Mailbox, MemoryLog, ScriptedWorker, ScriptedWorkers, allow
from tests.table.virtual_table import (
    ID,
    MONDAY,
    ONE,
    PAUSE,
    TWO,
    ZERO,
    VirtualServer,
    clock,
    on_a_virtual_clock,
    until,
)

INSTANT = PAUSE * SPEED_FACTORS["instant"]


class Clocked(Mailbox):
    """A mailbox that records the time of each update."""

    def __init__(self, game: AnyGame = KEYHOLE) -> None:
        super().__init__(game)
        self.times: list[float] = []

    def send(self, update: bytes) -> None:
        super().send(update)
        self.times.append(clock())

    @property
    def pauses(self) -> list[float]:
        return [round(b - a, 6) for a, b in pairwise(self.times)]


async def with_bots(server: VirtualServer, *seats: Seat) -> tuple[Table, Clocked]:
    table = await server.start()
    for seat in seats:
        await table.book.write(SatDown(seat, Bot("detective")))
    box = Clocked(server.game)
    await table.attach("rail", box)
    return table, box


def pauses_at(
    speed: BotSpeed | None, workers: ScriptedWorkers | None = None, game: AnyGame = KEYHOLE
) -> list[float]:
    """The pauses between the moves of three bots."""

    async def play() -> list[float]:
        server = VirtualServer(game=game)
        server.workers = workers or server.workers
        server.registry = server.make_registry()
        table = await server.start()
        if speed is not None:
            await table.book.write(SpeedSet(speed))
        box = Clocked(game)
        await table.attach("rail", box)
        for seat in (ZERO, ONE, TWO):
            await table.book.write(SatDown(seat, Bot("detective")))
        await until(lambda: table.outcome is not None)
        return box.pauses

    return virtual_time.run(play())


def test_bots_play_at_normal_speed_unless_another_is_set() -> None:
    assert pauses_at(None) == pauses_at("normal")


def test_fast_bots_take_a_sixth_of_the_time_and_never_less_than_instant_ones() -> None:
    one_after_another = slice(0, 3)
    normal, fast = pauses_at("normal"), pauses_at("fast")
    expected = [max(pause / 6, INSTANT) for pause in normal[one_after_another]]
    assert fast[one_after_another] == pytest.approx(expected, rel=0.02)
    assert sum(fast) < sum(normal) / 4


def test_instant_bots_always_take_the_same_short_time() -> None:
    one_after_another = pauses_at("instant")[:3]
    assert one_after_another == pytest.approx([INSTANT, INSTANT * 1.01, INSTANT * 1.02])


@pytest.mark.parametrize("slow", [ZERO, ONE, TWO])
def test_instant_bots_that_are_asked_together_move_in_the_order_of_seats(slow: Seat) -> None:
    class SlowSeat(ScriptedWorker):
        async def ask(self, question: Question) -> WorkerAnswer:
            assert isinstance(question, Think)
            self._seconds = INSTANT / 2 if question.seat == slow else 0.0
            return await super().ask(question)

    async def accusers() -> list[Seat | None]:
        server = VirtualServer()
        server.workers.worker = SlowSeat(0.0)
        table, _ = await with_bots(server, ZERO, ONE, TWO)
        await table.book.write(SpeedSet("instant"))
        await until(lambda: table.seq >= 6)
        return server.movers[3:6]

    assert virtual_time.run(accusers()) == [ZERO, ONE, TWO]


@pytest.mark.parametrize("speed", SPEED_FACTORS)
def test_time_of_a_move_does_not_depend_on_thinking_time_at_any_speed(speed: BotSpeed) -> None:
    quick = pauses_at(speed, ScriptedWorkers(seconds=0.0))
    slow = pauses_at(speed, ScriptedWorkers(seconds=INSTANT / 3))
    hopeless = pauses_at(speed, ScriptedWorkers(seconds=1000.0))
    assert quick == slow == hopeless


def test_late_thoughts_are_counted_at_every_speed() -> None:
    for speed in SPEED_FACTORS:
        late = ScriptedWorkers(seconds=1000.0)
        moves = len(pauses_at(speed, late))
        assert late.fallbacks == moves == len(late.fallback_worker.asked)


def test_only_at_normal_speed_bots_wait_until_sounds_have_been_heard() -> None:
    loud = replace(KEYHOLE, lasts=lambda _sight: 100.0)
    assert max(pauses_at("normal", game=loud)) > 100 * PAUSE
    assert pauses_at("fast", game=loud) == pauses_at("fast")
    assert pauses_at("instant", game=loud) == pauses_at("instant")


@on_a_virtual_clock
async def test_speed_set_while_a_bot_pauses_holds_at_once() -> None:
    server = VirtualServer(game=replace(KEYHOLE, tempo=lambda _view: 1000.0))
    table, box = await with_bots(server, ZERO)
    await asyncio.sleep(PAUSE)
    await table.book.write(SpeedSet("instant"))
    await until(lambda: table.seq == 1, timeout_s=3 * PAUSE)
    assert box.pauses == [pytest.approx(PAUSE + INSTANT)]


@on_a_virtual_clock
async def test_bot_that_is_hurried_still_has_time_to_think() -> None:
    server = VirtualServer(game=replace(KEYHOLE, tempo=lambda _view: 1000.0))
    server.workers = ScriptedWorkers(seconds=PAUSE + INSTANT / 3)
    server.registry = server.make_registry()
    table, _ = await with_bots(server, ZERO)
    await asyncio.sleep(PAUSE)
    await table.book.write(SpeedSet("instant"))
    await until(lambda: table.seq == 1)
    assert table.book.fallbacks == []


@on_a_virtual_clock
async def test_speed_is_kept_over_a_restart() -> None:
    server = VirtualServer()
    table = await server.start()
    await table.book.write(SpeedSet("fast"))
    assert (await server.restart()).bot_speed == "fast"


# --- skipping ----------------------------------------------------------------------------------


@on_a_virtual_clock
async def test_bots_skip_to_the_next_turn_of_the_person_and_then_play_as_before() -> None:
    server = VirtualServer()
    table, box = await with_bots(server, ONE, TWO)
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await table.book.write(SkipAsked(ZERO, table.seq))
    await until(lambda: ZERO in table.asked)
    assert box.pauses[1:3] == [pytest.approx(INSTANT, rel=0.05)] * 2
    assert table.bot_speed == "normal"
    await table.play(ZERO, Accuse("twin"), table.seq, allow)
    assert table.bot_speed == "normal", "one skip is for one turn"


@on_a_virtual_clock
async def test_skip_holds_after_a_restart_and_ends_there_too() -> None:
    server = VirtualServer()
    table, _ = await with_bots(server, ONE, TWO)
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await table.book.write(Paused(MONDAY))
    await table.book.write(SkipAsked(ZERO, table.seq))
    again = await server.restart()
    assert again.bot_speed == "instant"
    await again.book.write(Resumed(MONDAY))
    await until(lambda: ZERO in again.asked)
    await again.play(ZERO, Accuse("twin"), again.seq, allow)
    assert (await server.restart()).bot_speed == "normal"


@on_a_virtual_clock
async def test_skip_of_a_seat_that_was_asked_meanwhile_changes_nothing() -> None:
    server = VirtualServer()
    table, _ = await with_bots(server, ONE, TWO)
    asked_at = table.seq
    await table.play(ZERO, Ask(ONE), table.seq, allow)
    await table.book.write(SkipAsked(ZERO, asked_at))
    assert table.bot_speed == "normal"


# --- the interval that hides who is slow -------------------------------------------------------


@pytest.mark.parametrize(("people", "factor"), [((ZERO,), SPEED_FACTORS["fast"]), ((ZERO, ONE), 1)])
def test_interval_between_moves_is_shorter_only_where_one_person_plays(
    people: tuple[Seat, ...], factor: float
) -> None:
    async def play() -> list[float]:
        server = VirtualServer(game=replace(KEYHOLE, interval=lambda _view: 50.0))
        table, box = await with_bots(server, *{ZERO, ONE, TWO}.difference(people))
        await table.book.write(SpeedSet("fast"))
        await table.play(ZERO, Ask(ONE), table.seq, allow)
        return box.pauses

    assert virtual_time.run(play()) == [pytest.approx(50 * PAUSE * factor)]


async def test_notes_of_the_speed_are_stored_and_read_again() -> None:
    log = MemoryLog()
    book = await TableBook.open(log, ID)
    skip = SkipAsked(ZERO, Seq(3))
    for note in (SatDown(ZERO, Person("Ada", "ada")), SpeedSet("instant"), skip):
        await book.write(note)
    again = await TableBook.open(log, ID)
    assert (again.lifecycle.speed, again.lifecycle.skip) == ("instant", skip)
    assert again.people == [ZERO]
