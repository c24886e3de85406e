"""The registry of tables: opens tables and books on first use, and runs their supervisors.

A table is rebuilt from its log on first use and stays in memory while it is referenced, by a
connection or by a bot about to move. A finished or idle table costs no memory and is reopened from
the log.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Iterator
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec

from cluehouse.core.errors import Taken, Unavailable
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import BEFORE_THE_DEAL, Seat
from cluehouse.core.record import RECORD_FORMAT, Record
from cluehouse.core.wire import encode
from cluehouse.table.book.book import HostPassed, Note, Opened, TableBook
from cluehouse.table.book.lifecycle import Abandoned
from cluehouse.table.book.preferences import options_at_start
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.bots.seat import BOT_PAUSE_S
from cluehouse.table.host_succession import HostSuccession
from cluehouse.table.ports import Attendance, BookStore, Header, Lease, Log, TableId
from cluehouse.table.spectators import SpectatorFeed
from cluehouse.table.supervisor import TableSupervisor
from cluehouse.table.table import Table, has_ended
from cluehouse.table.tasks import TaskSet, retry_forever, wait_shielded

KEY_BYTES: Final = 32

Ended = Callable[[TableId, TableBook, Outcome, Collection[Seat]], Coroutine[Any, Any, None]]
Relist = Callable[[TableId, TableBook], Coroutine[Any, Any, None]]


class NotDealt(Exception):
    """The table has no game yet, or does not exist."""


class StillPlayed(Exception):
    """The game is not over, so its record is still secret."""


async def _ignore(*_arguments: object) -> None:
    pass


class AlwaysPresent:
    """An Attendance in which every seat and guest is always present."""

    def present(self, _table: TableId, seats: Collection[Seat]) -> set[Seat]:
        return set(seats)

    def is_connected(self, _table: TableId, _guest: str) -> bool:
        return True

    def broadcast(self, _table: TableId) -> None:
        pass

    def reconnect_all(self, _table: TableId) -> None:
        pass


class SingleProcess:
    """A Lease for a server with one process: it holds every table."""

    def holds(self, _table: TableId) -> bool:
        return True


class TableRegistry:
    """The tables and books in memory, one object per table id."""

    def __init__(
        self,
        find: Callable[[str], AnyGame],
        log: Log,
        store: BookStore,
        workers: WorkerPool,
        *,
        attendance: Attendance | None = None,
        lease: Lease | None = None,
        pause: float = BOT_PAUSE_S,
        now: Callable[[], float] = time.time,
        ended: Ended = _ignore,
        relist: Relist = _ignore,
        noted: Callable[[TableId, Note], None] = lambda _table, _note: None,
        new_key: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """With a lease, other processes write to the same log and book. Callbacks: `ended` for
        every table whose game is over, possibly more than once; `relist` for every table whose
        lobby listing must be refreshed; `noted` for every page of a book."""
        self._find = find
        self._log = log
        self._store = store
        self._workers = workers
        self._attendance = AlwaysPresent() if attendance is None else attendance
        self._lease = SingleProcess() if lease is None else lease
        self._shared = lease is not None
        self._pause = pause
        self._now = now
        self._ended = ended
        self._relist = relist
        self._noted = noted
        self._new_key = new_key
        self._tables: WeakCache[TableId, Table] = WeakCache(self._open)
        self._books: WeakCache[TableId, TableBook] = WeakCache(self._open_book)
        self._supervisors: WeakValueDictionary[TableId, TableSupervisor] = WeakValueDictionary()
        self._rails: WeakValueDictionary[TableId, SpectatorFeed] = WeakValueDictionary()
        self._successions: WeakValueDictionary[TableId, HostSuccession] = WeakValueDictionary()
        self._tasks = TaskSet()

    def __len__(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    async def book(self, table: TableId) -> TableBook:
        """The table's book, which exists before the game starts."""
        book = await self._books.get(table)
        await book.catch_up_if_shared()
        return book

    async def table(self, table: TableId) -> Table:
        """The game of a table whose book says that it has started; else NotDealt.

        The first call deals; concurrent calls get the same deal.
        """
        dealt = await self._tables.get(table)
        if self._shared:
            await dealt.catch_up()
        return dealt

    @property
    def in_memory(self) -> list[TableId]:
        """The tables whose books are in memory. A book without pages belongs to no table."""
        return [id for id in self._books if self.position(id)[0]]

    @property
    def in_play(self) -> list[TableId]:
        """The tables with a supervisor in this process."""
        return list(self._supervisors)

    def position(self, table: TableId) -> tuple[int, int | None]:
        """The number of book pages in memory (0 without a book), and the seq of the last log entry
        in memory (None without a table)."""
        book, dealt = self._books.peek(table), self._tables.peek(table)
        return 0 if book is None else book.pages, None if dealt is None else dealt.seq

    def has_ended(self, table: TableId) -> bool:
        """Whether a game in memory has ended; False for games that are not in memory, whose results
        are stored."""
        cached = self._tables.peek(table)
        return cached is not None and has_ended(cached)

    async def catch_up(self, table: TableId) -> None:
        """Read what another process has written, if the table is in memory. The log comes before
        the book: a note about a move follows the move."""
        if (dealt := self._tables.peek(table)) is not None:
            await dealt.catch_up()
        if (book := self._books.peek(table)) is not None:
            await book.catch_up()

    async def reload(self, table: TableId) -> set[str]:
        """Reload the book if it is in memory, after another process erased guests from it. Returns
        the erased guests that this process knew."""
        book = self._books.peek(table)
        if book is None:
            return set()
        met = set(book.chat.met)
        await book.reload()
        self._attendance.broadcast(table)
        return met - set(book.chat.met)

    async def record(self, table: TableId, *, cluehouse: str, machine: str) -> Record:
        """A finished game as one document; StillPlayed while the game is not over."""
        over = await self.table(table)
        if not has_ended(over):
            raise StillPlayed(table)
        header, entries = over.header, await self._log.read(table, BEFORE_THE_DEAL)
        return Record(
            format=RECORD_FORMAT,
            cluehouse=cluehouse,
            game=header.game,
            version=header.version,
            options=header.options,
            seats=header.seats,
            seal=over.book.seal.opened(header.seats),
            key=header.key.hex(),
            machine=machine,
            entries=tuple(stored.entry for stored in entries),
            stand_ins=tuple(over.stand_in_moves.seats),
            outcome=over.outcome,
        )

    def evict(self, table: TableId) -> None:
        """Drop a lost or deleted table from memory and disconnect its clients; the next use opens
        it from the log."""
        self.reconcile(table)  # stops its bots
        self._tables.drop(table)
        self._books.drop(table)
        for by_table in (self._supervisors, self._rails, self._successions):
            by_table.pop(table, None)
        self._attendance.reconnect_all(table)

    def supervisor(self, table: TableId) -> TableSupervisor | None:
        """The table's supervisor; None if the game is not in memory or is over."""
        return self._supervisors.get(table)

    async def rail(self, table: TableId) -> SpectatorFeed:
        """The spectator feed of the table's game; NotDealt before the game starts."""
        dealt = await self.table(table)
        return self._rails[dealt.header.id]

    def public_has_seen_the_end(self, table: TableId) -> bool:
        """Whether spectators have been shown the end of the game; False if it is not in memory."""
        rail = self._rails.get(table)
        return rail is not None and rail.at_the_end

    def reconcile(self, table: TableId) -> None:
        """Update bots, clocks and host after attendance at the table has changed."""
        if (supervisor := self.supervisor(table)) is not None:
            supervisor.reconcile()
        if (succession := self._successions.get(table)) is not None:
            succession.reconcile()

    async def _open_book(self, id: TableId) -> TableBook:
        book = await TableBook.open(self._store, id, shared=self._shared)
        book.listeners.append(lambda note: self._on_note(id, book, note))
        succession = self._successions[id] = HostSuccession(id, book, self._attendance)
        succession.start()
        return book

    def _on_note(self, id: TableId, book: TableBook, note: Note) -> None:
        self._noted(id, note)
        if isinstance(note, HostPassed | Abandoned):
            self._tasks.spawn(self._try_relist(id, book))

    async def _open(self, id: TableId) -> Table:
        book = await self.book(id)
        if book.opened is None or not book.started:
            raise NotDealt(id)
        game = self._find(book.opened.game)
        try:
            header = await self._log.header(id)
        except KeyError:
            table = await self._deal(id, game, book, book.opened)
        else:
            table = await Table.open(game, header, self._log, book, self._pause)
        return self._run(table, book.opened, await self._log.moved_at(id))

    async def _deal(self, id: TableId, game: AnyGame, book: TableBook, opened: Opened) -> Table:
        header = Header(
            id=id,
            game=game.name,
            version=game.version,
            options=msgspec.Raw(encode(options_at_start(game, book))),
            seats=opened.seats,
            key=book.seal.key(opened.seats) or self._new_key(KEY_BYTES),
        )
        try:
            return await Table.create(game, header, self._log, book, self._pause)
        except Taken:  # another process was first
            header = await self._log.header(id)
            return await Table.open(game, header, self._log, book, self._pause)

    def _run(self, table: Table, opened: Opened, moved_at: float) -> Table:
        """Start the table's spectator feed and supervisor, and report the end of its game."""
        id = table.header.id
        book = table.book
        table.over.add_done_callback(lambda over: self._report_ended(table, over.result()))
        age = max(0.0, self._now() - max(moved_at, book.lifecycle.abandoned_at))
        rail = self._rails[id] = SpectatorFeed(
            table, self._log, age, lambda: self._attendance.broadcast(id)
        )
        rail.start()
        table.lost.add_done_callback(lambda _: self.evict(id))
        if book.lifecycle.abandoned:  # the process may have stopped before relisting it
            self._tasks.spawn(self._try_relist(id, book))
        if not has_ended(table):
            supervisor = TableSupervisor(
                table,
                opened,
                self._workers,
                self._attendance,
                lease=self._lease,
                pause=self._pause,
                now=self._now,
            )
            self._supervisors[id] = supervisor
            supervisor.start()
        return table

    async def _try_relist(self, id: TableId, book: TableBook) -> None:
        with suppress(Unavailable):  # the next change relists it
            await self._relist(id, book)

    def _report_ended(self, table: Table, outcome: Outcome) -> None:
        id, book, stand_ins = table.header.id, table.book, table.stand_in_moves.last_movers
        self._tasks.spawn(retry_forever(lambda: self._ended(id, book, outcome, stand_ins)))


K = TypeVar("K")
V = TypeVar("V")


class WeakCache(Generic[K, V]):
    """One value per key, opened once for concurrent callers and dropped when it is unreferenced."""

    def __init__(self, open: Callable[[K], Coroutine[Any, Any, V]]) -> None:
        self._open = open
        self._cached: WeakValueDictionary[K, V] = WeakValueDictionary()
        self._opening: dict[K, asyncio.Task[V]] = {}

    def __len__(self) -> int:
        return len(self._cached)

    def __iter__(self) -> Iterator[K]:
        """The cached keys."""
        return iter(tuple(self._cached))

    def peek(self, key: K) -> V | None:
        """The cached value, if any; opens nothing."""
        return self._cached.get(key)

    def drop(self, key: K) -> None:
        """Remove the key: the next `get` opens a new value."""
        self._cached.pop(key, None)

    async def get(self, key: K) -> V:
        cached = self._cached.get(key)
        if cached is not None:
            return cached
        if key not in self._opening:
            self._opening[key] = asyncio.create_task(self._open_and_cache(key))
            self._opening[key].add_done_callback(lambda task: self._on_opened(key, task))
        return await wait_shielded(self._opening[key])

    def _on_opened(self, key: K, task: asyncio.Task[V]) -> None:
        """Retrieve the exception, which is for the callers; all of them may have left."""
        del self._opening[key]
        if not task.cancelled():
            task.exception()

    async def _open_and_cache(self, key: K) -> V:
        value = self._cached[key] = await self._open(key)
        return value
