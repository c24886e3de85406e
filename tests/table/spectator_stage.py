"""A table with spectators on a virtual clock; tests make the moves."""

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
from cluehouse.table.spectators import SpectatorFeed
from cluehouse.table.table import Table
from tests.table import virtual_time
from tests.table.fakes import HeldLog, Mailbox, allow
from tests.table.virtual_table import ID, clock

DELAY = 60
MOVES = (
    (Seat(0), Ask(Seat(1))),
    (Seat(1), Ask(Seat(2))),
    (Seat(2), Ask(Seat(0))),
    (Seat(0), Accuse("twin")),
)

AsyncTest = Callable[["Stage"], Coroutine[Any, Any, None]]


class Stage:
    """A table of three seats, the moves to play, and its spectator feed."""

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
        self.rail: SpectatorFeed = await self.registry.rail(ID)

    async def restart(self) -> None:
        """Open the table in a new registry, as after a restart of the server."""
        self.registry = TableRegistry(find, self.log, self.log, WorkerPool("", count=1), now=clock)
        self.table, self.rail = await self.registry.table(ID), await self.registry.rail(ID)

    async def set(self, rules: RailRules) -> None:
        await self.table.book.write(RailSet(rules))

    async def move(self) -> None:
        seat, move = next(self._moves)
        await self.table.play(seat, move, self.table.seq, allow)

    async def watch(self, since: Seq = BEFORE_THE_DEAL) -> Mailbox:
        mailbox = Mailbox()
        await self.rail.attach(mailbox, since)
        return mailbox


def on_a_virtual_clock(rules: RailRules) -> Callable[[AsyncTest], Callable[[], None]]:
    async def play(body: AsyncTest) -> None:
        stage = Stage()
        await stage.open(rules)
        await body(stage)

    def decorate(body: AsyncTest) -> Callable[[], None]:
        def test() -> None:
            virtual_time.run(play(body))

        test.__name__ = body.__name__
        return test

    return decorate


delayed = on_a_virtual_clock(RailRules(delay=DELAY))
undelayed = on_a_virtual_clock(RailRules())
closed = on_a_virtual_clock(RailRules(open=False))


def seqs(mailbox: Mailbox) -> list[int]:
    return [update.seq for update in mailbox.updates]


async def after(seconds: float) -> None:
    await asyncio.sleep(seconds)
    for _ in range(5):  # run all tasks that are due
        await asyncio.sleep(0)
