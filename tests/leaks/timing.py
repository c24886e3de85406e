"""The times of bot moves on a virtual clock: from two states that look the same to the public, bots
move at the same times for as long as both look the same.

How long bots think and how long work takes depends on the hidden state.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import zip_longest
from math import inf
from typing import Any, Final, TypeVar
from zlib import crc32

import msgspec
import pytest

from cluehouse.core.codec import Update
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seq, seats_of
from cluehouse.core.wire import encode
from cluehouse.table import supervisor
from cluehouse.table import table as tables
from cluehouse.table.book.book import Bot, Opened, Person, SatDown, Started
from cluehouse.table.book.lifecycle import SpeedSet
from cluehouse.table.bots.messages import Chosen, Question, Think, WorkerAnswer
from cluehouse.table.bots.seat import BotSeat
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.time_control import BotSpeed
from tests.contract.case import Case
from tests.leaks.one_case_each import CASES
from tests.leaks.recorder import Leak
from tests.leaks.scripts import Script, imagined
from tests.table.fakes import KEY, MemoryLog, ScriptedWorker, ScriptedWorkers
from tests.table.virtual_time import VirtualLoop

T = TypeVar("T")

PAUSE: Final = 1.0
MOVES: Final = 8
"""Limits the moves from each position."""

IDLE_TIMEOUT_S: Final = 600.0
"""Time without an update after which the run ends."""

Timeline = list[tuple[float, bytes]]
"""The time and bytes of each public update."""

NO_UPDATE: Final = (inf, b"")


def compare_times(script: Script, moments: int, speed: BotSpeed = "normal") -> int:
    """The number of update times compared; raises Leak where one differs."""
    worlds = list(imagined(script, RAIL, b"timing"))
    compared = 0
    for number in range(0, len(worlds), max(1, len(worlds) // moments)):
        true = _timeline(script.case, script.steps[number].world, speed)
        compared += _compare(true, _timeline(script.case, worlds[number], speed))
    return compared


def _compare(true: Timeline, other: Timeline) -> int:
    """Compare up to the first update that differs: later ones may come at other times."""
    for number, (one, two) in enumerate(zip_longest(true, other, fillvalue=NO_UPDATE)):
        if one[0] != two[0]:
            raise Leak(f"by time: update {number} after {one[0]} s, or {two[0]} s")
        if one[1] != two[1]:
            return number + 1
    return len(true)


class _TimedOutbox:
    """An outbox that records the time of each update."""

    def __init__(self) -> None:
        self.updates: Timeline = []

    def send(self, update: bytes) -> None:
        self.updates.append((asyncio.get_running_loop().time(), update))

    @property
    def is_idle(self) -> bool:
        return asyncio.get_running_loop().time() > self.updates[-1][0] + IDLE_TIMEOUT_S


class _SlowWorker(ScriptedWorker):
    """Thinks for a time that depends on the update."""

    async def ask(self, question: Question) -> WorkerAnswer:
        assert isinstance(question, Think)
        self._seconds = _hash_fraction(question.updates[-1]) * 2 * PAUSE
        return await super().ask(question)


class _SlowWorkers(ScriptedWorkers):
    def __init__(self) -> None:
        super().__init__(0.0)
        self.worker = _SlowWorker(0.0)


class BusyLoop(VirtualLoop):
    """Work off the loop takes a time that depends on its result, below MIN_HEAVY_MOVE_S."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, work: Callable[..., T], *arguments: Any
    ) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()
        result = work(*arguments)
        self.call_later(_hash_fraction(repr(result).encode()) * 0.1, done.set_result, result)
        return done


def _hash_fraction(data: bytes) -> float:
    """A number in [0, 1) that depends on these bytes alone."""
    return crc32(data) / (1 << 32)


def _timeline(case: Case, world: Any, speed: BotSpeed) -> Timeline:
    with asyncio.Runner(loop_factory=BusyLoop) as runner:
        return runner.run(_bots_play(case, world, speed))


async def _bots_play(case: Case, world: Any, speed: BotSpeed) -> Timeline:
    """Bots at every seat play on from this state."""
    log, id, outbox = MemoryLog(), TableId("table"), _TimedOutbox()
    game = _from_here(case.game, world)
    registry = TableRegistry(
        lambda _: game, log, log, _SlowWorkers(), pause=PAUSE, new_key=lambda _: KEY
    )
    book = await registry.book(id)
    options, host = msgspec.to_builtins(case.options), Person("Ada", "ada")
    await book.write(Opened(game.name, options, case.seats, False, "seen", host))
    for seat in seats_of(case.seats):
        await book.write(SatDown(seat, Bot("random")))
    await book.write(SpeedSet(speed))
    await book.write(Started())
    table = await registry.table(id)
    await table.attach(RAIL, outbox)
    while len(outbox.updates) <= MOVES and table.outcome is None and not outbox.is_idle:
        await asyncio.sleep(PAUSE)
    return outbox.updates


def _from_here(game: AnyGame, world: Any) -> AnyGame:
    return replace(game, blank=lambda *_: world.copy(), setup=lambda *_: [])


class AnswersWhenReady(BotSeat):
    async def _move(self, choice: Update[Any, Any]) -> tuple[Any, str]:
        answer = await self._think()
        assert isinstance(answer, Chosen)
        return self._wire.move.decode(answer.move), ""


class PausesByItsHand(BotSeat):
    def _pause_at(self, seq: Seq) -> float:
        assert self._latest is not None
        return super()._pause_at(seq) * (1 + _hash_fraction(encode(self._latest.view)))


class FallsSilentByItsHand(BotSeat):
    def _choice(self) -> Update[Any, Any] | None:
        choice = super()._choice()
        return None if choice and _hash_fraction(encode(choice.view)) < 0.2 else choice


@contextmanager
def answers_when_ready() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(supervisor, "BotSeat", AnswersWhenReady)
        yield


@contextmanager
def pauses_by_its_hand() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(supervisor, "BotSeat", PausesByItsHand)
        yield


@contextmanager
def falls_silent_by_its_hand() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(supervisor, "BotSeat", FallsSilentByItsHand)
        yield


@contextmanager
def work_shows() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tables, "MIN_HEAVY_MOVE_S", 0.0)
        yield


Leaky = Callable[[], AbstractContextManager[None]]

LEAKS: Final[dict[str, tuple[Leaky, ...]]] = {
    **dict.fromkeys(CASES, (answers_when_ready, pauses_by_its_hand, falls_silent_by_its_hand)),
    "arosa": (work_shows,),
}
"""By game. In Arosa no seat knows more than the public; only the time to simulate a fall leaks."""
