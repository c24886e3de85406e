"""The tables in play.

A table is folded from its log on first touch and lives while somebody holds it: a connection, or
a bot about to move. So a finished or deserted table costs no memory, and none is ever lost.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec

from cluehouse.core.errors import Taken
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.core.wire import encode
from cluehouse.table.bot_seat import PAUSE, BotSeat
from cluehouse.table.house import Bot, HouseBook, Opened
from cluehouse.table.ports import Book, Header, Log, TableId
from cluehouse.table.shared import Shared
from cluehouse.table.table import Table
from cluehouse.table.wishes import options_with
from cluehouse.table.workers import Workers

KEY_BYTES: Final = 32


class NotDealt(Exception):
    """There is no game of this id yet."""


async def _nobody_cares(table: TableId) -> None:
    pass


class Hall:
    def __init__(
        self,
        find: Callable[[str], AnyGame],
        log: Log,
        book: Book,
        workers: Workers,
        *,
        pause: float = PAUSE,
        ended: Callable[[TableId], Coroutine[Any, Any, None]] = _nobody_cares,
        new_key: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """`ended` is told of every table whose game is over, perhaps more than once."""
        self._find = find
        self._log = log
        self._book = book
        self._workers = workers
        self._pause = pause
        self._ended = ended
        self._new_key = new_key
        self._tables: Shared[TableId, Table] = Shared(self._open)
        self._houses: Shared[TableId, HouseBook] = Shared(self._open_book)
        self._telling: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def house(self, table: TableId) -> HouseBook:
        """The house book, which begins before the game does."""
        return await self._houses.get(table)

    async def table(self, table: TableId) -> Table:
        """The game of a table whose book says that it has started; else NotDealt.

        It is dealt on first touch: whoever comes first, all get the same.
        """
        return await self._tables.get(table)

    async def _open_book(self, id: TableId) -> HouseBook:
        return await HouseBook.open(self._book, id)

    async def _open(self, id: TableId) -> Table:
        house = await self.house(id)
        if house.opened is None or not house.started:
            raise NotDealt(id)
        game = self._find(house.opened.game)
        try:
            header = await self._log.header(id)
        except KeyError:
            return await self._welcome(await self._deal(id, game, house, house.opened))
        return await self._welcome(await Table.open(game, header, self._log, house, self._pause))

    async def _deal(self, id: TableId, game: AnyGame, house: HouseBook, opened: Opened) -> Table:
        header = Header(
            id=id,
            game=game.name,
            version=game.version,
            options=msgspec.Raw(encode(options_with(game, opened, house.wishes))),
            seats=opened.seats,
            key=self._new_key(KEY_BYTES),
        )
        try:
            return await Table.create(game, header, self._log, house, self._pause)
        except Taken:  # another process was first
            header = await self._log.header(id)
            return await Table.open(game, header, self._log, house, self._pause)

    async def _welcome(self, table: Table) -> Table:
        """Let the bots sit down, and listen for the end."""
        id = table.header.id
        table.over.add_done_callback(lambda _: self._tell_ended(id))
        if table.outcome is None:
            for seat, who in table.house.sitters.items():
                if isinstance(who, Bot):
                    await self._seat_bot(table, seat, who)
        return table

    async def _seat_bot(self, table: Table, seat: Seat, bot: Bot) -> None:
        """The table holds its bots, and the bots their table."""
        await BotSeat(table, seat, bot.level, self._workers, self._pause).sit()

    def _tell_ended(self, id: TableId) -> None:
        task = asyncio.create_task(self._ended(id))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)
