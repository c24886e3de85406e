"""The tables in play.

A table is folded from its log on first touch and lives while somebody holds it: a connection, or
a bot about to move. So a finished or deserted table costs no memory, and none is ever lost.
"""

from collections.abc import Callable

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.table.bot_seat import PAUSE, BotSeat
from cluehouse.table.house import Bot, HouseBook
from cluehouse.table.ports import Book, Header, Log, TableId
from cluehouse.table.shared import Shared
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
        self._tables: Shared[TableId, Table] = Shared(self._open)
        self._houses: Shared[TableId, HouseBook] = Shared(self._open_book)

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def house(self, table: TableId) -> HouseBook:
        """The house book, which begins before the game does."""
        return await self._houses.get(table)

    async def table(self, table: TableId) -> Table:
        """KeyError if no game has started under this id."""
        return await self._tables.get(table)

    async def start(self, header: Header) -> Table:
        """Deal, and let the bots sit down. Taken if the game has started already."""
        return await self._tables.put(header.id, self._deal(header))

    async def _deal(self, header: Header) -> Table:
        game, house = self._find(header.game), await self.house(header.id)
        return await self._welcome(await Table.create(game, header, self._log, house))

    async def _open(self, id: TableId) -> Table:
        header = await self._log.header(id)
        game, house = self._find(header.game), await self.house(id)
        return await self._welcome(await Table.open(game, header, self._log, house))

    async def _open_book(self, id: TableId) -> HouseBook:
        return await HouseBook.open(self._book, id)

    async def _welcome(self, table: Table) -> Table:
        if table.outcome is None:
            for seat, who in table.house.sitters.items():
                if isinstance(who, Bot):
                    await self._seat_bot(table, seat, who)
        return table

    async def _seat_bot(self, table: Table, seat: Seat, bot: Bot) -> None:
        """The table holds its bots, and the bots their table."""
        await BotSeat(table, seat, bot.level, self._workers, self._pause).sit()
