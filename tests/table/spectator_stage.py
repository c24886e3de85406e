"""A table with a rail, on a virtual clock: people move and watch as a test says."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from cluehouse.core.ids import BEFORE_THE_DEAL, Seat, Seq
from cluehouse.games import find
from cluehouse.games.keyhole.moves import Accuse, Ask
from cluehouse.table.book.book import Opened, Person, Started
from cluehouse.table.book.chat import RailRules, RailSet
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.registry import TableRegistry
from cluehouse.table.spectators import Rail
from cluehouse.table.table import Table
from tests.table import virtual_time
from tests.table.fakes import HeldLog, Mailbox
from tests.table.virtual_table import ID, clock

DELAY = 60
MOVES = (
    (Seat(0), Ask(Seat(1))),
    (Seat(1), Ask(Seat(2))),
    (Seat(2), Ask(Seat(0))),
    (Seat(0), Accuse("twin")),
)

Scene = Callable[["Stage"], Coroutine[Any, Any, None]]


class Stage:
    """A table of three with moves to come, and its rail."""

    def __init__(self) -> None:
        self.log = HeldLog(now=clock)
        self._moves = iter(MOVES)

    async def open(self, rules: RailRules) -> None:
        self.registry = TableRegistry(find, self.log, self.log, WorkerPool("", count=1), now=clock)
        book, options = await self.registry.book(ID), {"type": "Options", "deals": 2}
        host = Person("Ada", "ada")
        await book.write(Opened("keyhole", options, 3, False, "seen", host, rail=rules))
        await book.write(Started())
        self.table: Table = await self.registry.table(ID)
        self.rail: Rail = await self.registry.rail(ID)

    async def open_again(self) -> None:
        """The house was closed meanwhile."""
        self.registry = TableRegistry(find, self.log, self.log, WorkerPool("", count=1), now=clock)
        self.table, self.rail = await self.registry.table(ID), await self.registry.rail(ID)

    async def set(self, rules: RailRules) -> None:
        await self.table.book.write(RailSet(rules))

    async def move(self) -> None:
        seat, move = next(self._moves)
        await self.table.play(seat, move, self.table.seq)

    async def watch(self, since: Seq = BEFORE_THE_DEAL) -> Mailbox:
        mailbox = Mailbox()
        await self.rail.attach(mailbox, since)
        return mailbox


def on_a_virtual_clock(rules: RailRules) -> Callable[[Scene], Callable[[], None]]:
    async def play(scene: Scene) -> None:
        stage = Stage()
        await stage.open(rules)
        await scene(stage)

    def decorate(scene: Scene) -> Callable[[], None]:
        def test() -> None:
            virtual_time.run(play(scene))

        test.__name__ = scene.__name__
        return test

    return decorate


late = on_a_virtual_clock(RailRules(delay=DELAY))
at_once = on_a_virtual_clock(RailRules())
closed = on_a_virtual_clock(RailRules(open=False))


def seqs(mailbox: Mailbox) -> list[int]:
    return [update.seq for update in mailbox.updates]


async def after(seconds: float) -> None:
    await asyncio.sleep(seconds)
    for _ in range(5):  # whatever is due now is done
        await asyncio.sleep(0)
