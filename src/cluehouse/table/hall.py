"""The tables in play.

A table is folded from its log on first touch and lives while somebody holds it: a connection, or
a bot about to move. So a finished or deserted table costs no memory, and none is ever lost.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakValueDictionary

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.table.bot_seat import PAUSE, BotSeat
from cluehouse.table.house import Bot, HouseBook
from cluehouse.table.ports import Book, Header, Log, TableId
from cluehouse.table.table import Table
from cluehouse.table.workers import Workers


class Hall:
    def __init__(
        self,
        find: Callable[[str], AnyGame],
        log: Log,
        book: Book,
        workers: Workers,
        pause: float = PAUSE,
    ) -> None:
        self._find = find
        self._log = log
        self._book = book
        self._workers = workers
        self._pause = pause
        self._tables: WeakValueDictionary[TableId, Table] = WeakValueDictionary()
        self._opening: dict[TableId, asyncio.Task[Table]] = {}

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def house(self, table: TableId) -> HouseBook:
        """The house book, which begins before the game does."""
        if table in self._tables:
            return self._tables[table].house
        return await HouseBook.open(self._book, table)

    async def start(self, header: Header, house: HouseBook) -> Table:
        """Deal, and let the bots sit down. Taken if the game has started already."""
        return await self._once(header.id, self._deal(header, house))

    async def table(self, table: TableId) -> Table:
        """KeyError if there is none of this id."""
        if table in self._tables:
            return self._tables[table]
        if table in self._opening:
            return await asyncio.shield(self._opening[table])
        return await self._once(table, self._open(table))

    async def _once(self, id: TableId, opening: Coroutine[Any, Any, Table]) -> Table:
        """Whoever comes meanwhile waits for this one: no table is in memory twice."""
        task = self._opening[id] = asyncio.create_task(opening)
        task.add_done_callback(lambda _: self._opening.pop(id))
        return await asyncio.shield(task)

    async def _deal(self, header: Header, house: HouseBook) -> Table:
        game = self._find(header.game)
        return await self._welcome(await Table.create(game, header, self._log, house))

    async def _open(self, id: TableId) -> Table:
        header = await self._log.header(id)
        house = await HouseBook.open(self._book, id)
        game = self._find(header.game)
        return await self._welcome(await Table.open(game, header, self._log, house))

    async def _welcome(self, table: Table) -> Table:
        self._tables[table.header.id] = table
        if table.outcome is None:
            for seat, who in table.house.sitters.items():
                if isinstance(who, Bot):
                    await self.seat_bot(table, seat, who)
        return table

    async def seat_bot(self, table: Table, seat: Seat, bot: Bot) -> BotSeat:
        bot_seat = BotSeat(table, seat, bot.level, self._workers, self._pause)
        await bot_seat.sit()
        return bot_seat
