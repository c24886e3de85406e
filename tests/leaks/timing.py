"""When bots move, on a virtual clock: from two truths that the public cannot tell apart, at the
same times, for as long as the public cannot tell them apart.

Bots think for longer or shorter, and work takes longer or shorter, as the truth will have it.
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
from cluehouse.table.bots.messages import Answer, Chosen, Question, Think
from cluehouse.table.bots.seat import BotSeat
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from tests.contract.case import Case
from tests.leaks.ear import Leak
from tests.leaks.samples import SAMPLES
from tests.leaks.stories import Story, imagined
from tests.table.fakes import KEY, MemoryLog, ScriptedWorker, ScriptedWorkers
from tests.table.virtual_time import VirtualLoop

T = TypeVar("T")

PAUSE: Final = 1.0
MOVES: Final = 8
"""How many are made from each moment, at most."""

STUCK: Final = 600.0
"""Seconds without a word, after which nobody waits for another."""

Timeline = list[tuple[float, bytes]]
"""When the public was told what."""

SILENCE: Final = (inf, b"")


def compare_times(story: Story, moments: int) -> int:
    """How many times were the same in both worlds; Leak where one was not."""
    worlds = list(imagined(story, RAIL, b"timing"))
    compared = 0
    for number in range(0, len(worlds), max(1, len(worlds) // moments)):
        true = _timeline(story.case, story.pages[number].world)
        compared += _compare(true, _timeline(story.case, worlds[number]))
    return compared


def _compare(true: Timeline, other: Timeline) -> int:
    """Up to where the public is told something else: what comes after may come at another time."""
    for number, (one, two) in enumerate(zip_longest(true, other, fillvalue=SILENCE)):
        if one[0] != two[0]:
            raise Leak(f"by time: update {number} after {one[0]} s, or {two[0]} s")
        if one[1] != two[1]:
            return number + 1
    return len(true)


class _Watch:
    """An outbox that notes the time."""

    def __init__(self) -> None:
        self.told: Timeline = []

    def send(self, update: bytes) -> None:
        self.told.append((asyncio.get_running_loop().time(), update))

    @property
    def is_stuck(self) -> bool:
        return asyncio.get_running_loop().time() > self.told[-1][0] + STUCK


class _Ponderer(ScriptedWorker):
    """Some hands make it think for longer than others."""

    async def ask(self, question: Question) -> Answer:
        assert isinstance(question, Think)
        self._seconds = _by_chance(question.updates[-1]) * 2 * PAUSE
        return await super().ask(question)


class _Ponderers(ScriptedWorkers):
    def __init__(self) -> None:
        super().__init__(0.0)
        self.worker = _Ponderer(0.0)


class BusyLoop(VirtualLoop):
    """Work off the loop takes a while, by what comes of it, but never as long as its disguise."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, work: Callable[..., T], *arguments: Any
    ) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()
        result = work(*arguments)
        self.call_later(_by_chance(repr(result).encode()) * 0.1, done.set_result, result)
        return done


def _by_chance(data: bytes) -> float:
    """In [0, 1), by nothing but these bytes."""
    return crc32(data) / (1 << 32)


def _timeline(case: Case, world: Any) -> Timeline:
    with asyncio.Runner(loop_factory=BusyLoop) as runner:
        return runner.run(_bots_play(case, world))


async def _bots_play(case: Case, world: Any) -> Timeline:
    """Bots at every seat go on from here."""
    log, id, watch = MemoryLog(), TableId("table"), _Watch()
    game = _from_here(case.game, world)
    registry = TableRegistry(
        lambda _: game, log, log, _Ponderers(), pause=PAUSE, new_key=lambda _: KEY
    )
    book = await registry.book(id)
    options, host = msgspec.to_builtins(case.options), Person("Ada", "ada")
    await book.write(Opened(game.name, options, case.seats, False, "seen", host))
    for seat in seats_of(case.seats):
        await book.write(SatDown(seat, Bot("random")))
    await book.write(Started())
    table = await registry.table(id)
    await table.attach(RAIL, watch)
    while len(watch.told) <= MOVES and table.outcome is None and not watch.is_stuck:
        await asyncio.sleep(PAUSE)
    return watch.told


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
        return super()._pause_at(seq) * (1 + _by_chance(encode(self._latest.view)))


class FallsSilentByItsHand(BotSeat):
    def _choice(self) -> Update[Any, Any] | None:
        choice = super()._choice()
        return None if choice and _by_chance(encode(choice.view)) < 0.2 else choice


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
    **dict.fromkeys(SAMPLES, (answers_when_ready, pauses_by_its_hand, falls_silent_by_its_hand)),
    "arosa": (work_shows,),
}
"""By game. In Arosa no seat knows more than the public; what a fall takes to be worked out does."""
