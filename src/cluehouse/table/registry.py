"""The tables in play.

A table is folded from its log on first touch and lives while somebody holds it: a connection, or
a bot about to move. So a finished or deserted table costs no memory, and none is ever lost.
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
from cluehouse.table.book.preferences import options_with
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.bots.seat import BOT_PAUSE_S
from cluehouse.table.host_succession import HostSuccession
from cluehouse.table.ports import Attendance, BookStore, Header, Lease, Log, TableId
from cluehouse.table.spectators import Rail
from cluehouse.table.supervisor import TableSupervisor
from cluehouse.table.table import Table, has_ended
from cluehouse.table.tasks import TaskSet

KEY_BYTES: Final = 32

Ended = Callable[[TableId, TableBook, Outcome], Coroutine[Any, Any, None]]
Relist = Callable[[TableId, TableBook], Coroutine[Any, Any, None]]


class NotDealt(Exception):
    """There is no game of this id yet."""


class StillPlayed(Exception):
    """The game of this id goes on, and nobody may see it whole."""


async def _nobody_cares(*_news: object) -> None:
    pass


class AlwaysPresent:
    """All are here, always."""

    def present(self, _table: TableId, seats: Collection[Seat]) -> set[Seat]:
        return set(seats)

    def visiting(self, _table: TableId, _guest: str) -> bool:
        return True

    def broadcast(self, _table: TableId) -> None:
        pass

    def reconnect_all(self, _table: TableId) -> None:
        pass


class SingleProcess:
    """There is no other process."""

    def holds(self, _table: TableId) -> bool:
        return True


class TableRegistry:
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
        ended: Ended = _nobody_cares,
        relist: Relist = _nobody_cares,
        noted: Callable[[TableId, Note], None] = lambda _table, _note: None,
        new_key: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """With a lease, other processes write to the same log and book. `ended` is told of every
        table whose game is over, perhaps more than once; `relist` of those that are to be listed
        otherwise, by the house's own doing or not; `noted` of every page that is written."""
        self._find = find
        self._log = log
        self._store = store
        self._workers = workers
        self._attendance = AlwaysPresent() if attendance is None else attendance
        self._lease = SingleProcess() if lease is None else lease
        self._alone = lease is None
        self._pause = pause
        self._now = now
        self._ended = ended
        self._relist = relist
        self._noted = noted
        self._new_key = new_key
        self._tables: WeakCache[TableId, Table] = WeakCache(self._open)
        self._books: WeakCache[TableId, TableBook] = WeakCache(self._open_book)
        self._supervisors: WeakValueDictionary[TableId, TableSupervisor] = WeakValueDictionary()
        self._rails: WeakValueDictionary[TableId, Rail] = WeakValueDictionary()
        self._successions: WeakValueDictionary[TableId, HostSuccession] = WeakValueDictionary()
        self._telling = TaskSet()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def book(self, table: TableId) -> TableBook:
        """The table's book, which begins before the game does."""
        book = await self._books.get(table)
        await book.catch_up_if_shared()
        return book

    async def table(self, table: TableId) -> Table:
        """The game of a table whose book says that it has started; else NotDealt.

        It is dealt on first touch: whoever comes first, all get the same.
        """
        dealt = await self._tables.get(table)
        if not self._alone:
            await dealt.catch_up()
        return dealt

    @property
    def in_memory(self) -> list[TableId]:
        """Whose books are. One without a page is of no table."""
        return [id for id in self._books if self.standing(id)[0]]

    @property
    def in_play(self) -> list[TableId]:
        """Those with a steward here, who could drive them."""
        return list(self._supervisors)

    def standing(self, table: TableId) -> tuple[int, int | None]:
        """How many pages of its book are known here, and the last entry of its log; None if it is
        not in memory."""
        book, dealt = self._books.held(table), self._tables.held(table)
        return 0 if book is None else book.pages, None if dealt is None else dealt.seq

    def has_ended(self, table: TableId) -> bool:
        """Of a game in memory; others are known to be over by what was kept of them."""
        held = self._tables.held(table)
        return held is not None and has_ended(held)

    async def catch_up(self, table: TableId) -> None:
        """If it is in memory: another process has written. What it noted about a move follows the
        move."""
        if (dealt := self._tables.held(table)) is not None:
            await dealt.catch_up()
        if (book := self._books.held(table)) is not None:
            await book.catch_up()

    async def reload(self, table: TableId) -> set[str]:
        """If it is in memory: another process has let its book forget somebody. The guests it was,
        as far as they were known here."""
        book = self._books.held(table)
        if book is None:
            return set()
        met = set(book.chat.met)
        await book.reload()
        self._attendance.broadcast(table)
        return met - set(book.chat.met)

    async def record(self, table: TableId, *, cluehouse: str, machine: str) -> Record:
        """A game that is over, as one document; StillPlayed before that, whoever asks."""
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
            entries=tuple(entries),
            outcome=over.outcome,
        )

    def forget(self, table: TableId) -> None:
        """All that is in memory of a table that is lost or swept: whoever comes again finds what
        the log has."""
        self.reconcile(table)  # its bots leave
        self._tables.drop(table)
        self._books.drop(table)
        for known in (self._supervisors, self._rails, self._successions):
            known.pop(table, None)
        self._attendance.reconnect_all(table)

    def supervisor(self, table: TableId) -> TableSupervisor | None:
        """None while the game is not in memory, or over."""
        return self._supervisors.get(table)

    async def rail(self, table: TableId) -> Rail:
        """Where the public watches its game; NotDealt before there is one."""
        dealt = await self.table(table)
        return self._rails[dealt.header.id]

    def public_has_seen_the_end(self, table: TableId) -> bool:
        """As far as it is in memory: somebody watches."""
        rail = self._rails.get(table)
        return rail is not None and rail.at_the_end

    def reconcile(self, table: TableId) -> None:
        """Somebody came to a table, or went."""
        if (supervisor := self.supervisor(table)) is not None:
            supervisor.reconcile()
        if (succession := self._successions.get(table)) is not None:
            succession.reconcile()

    async def _open_book(self, id: TableId) -> TableBook:
        book = await TableBook.open(self._store, id, shared=not self._alone)
        book.listeners.append(lambda note: self._on_note(id, book, note))
        succession = self._successions[id] = HostSuccession(id, book, self._attendance)
        succession.start()
        return book

    def _on_note(self, id: TableId, book: TableBook, note: Note) -> None:
        self._noted(id, note)
        if isinstance(note, HostPassed | Abandoned):
            self._telling.spawn(self._list_anew(id, book))

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
        return self._welcome(table, book.opened, await self._log.moved_at(id))

    async def _deal(self, id: TableId, game: AnyGame, book: TableBook, opened: Opened) -> Table:
        header = Header(
            id=id,
            game=game.name,
            version=game.version,
            options=msgspec.Raw(encode(options_with(game, opened, book.wishes))),
            seats=opened.seats,
            key=book.seal.key(opened.seats) or self._new_key(KEY_BYTES),
        )
        try:
            return await Table.create(game, header, self._log, book, self._pause)
        except Taken:  # another process was first
            header = await self._log.header(id)
            return await Table.open(game, header, self._log, book, self._pause)

    def _welcome(self, table: Table, opened: Opened, moved_at: float) -> Table:
        """Give it a steward, who seats its bots, and listen for the end."""
        id = table.header.id
        book = table.book
        table.over.add_done_callback(lambda over: self._tell_ended(id, book, over.result()))
        age = max(0.0, self._now() - max(moved_at, book.lifecycle.abandoned_at))
        rail = self._rails[id] = Rail(table, self._log, age, lambda: self._attendance.broadcast(id))
        rail.start()
        table.lost.add_done_callback(lambda _: self.forget(id))
        if book.lifecycle.abandoned:  # the house may have closed before it was listed so
            self._telling.spawn(self._list_anew(id, book))
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

    async def _list_anew(self, id: TableId, book: TableBook) -> None:
        with suppress(Unavailable):  # the next change will do it
            await self._relist(id, book)

    def _tell_ended(self, id: TableId, book: TableBook, outcome: Outcome) -> None:
        self._telling.spawn(self._ended(id, book, outcome))


K = TypeVar("K")
V = TypeVar("V")


class WeakCache(Generic[K, V]):
    """One value a key, however many come at once; gone from memory when nobody holds it."""

    def __init__(self, open: Callable[[K], Coroutine[Any, Any, V]]) -> None:
        self._open = open
        self._held: WeakValueDictionary[K, V] = WeakValueDictionary()
        self._opening: dict[K, asyncio.Task[V]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[K]:
        """The keys of those that are held."""
        return iter(tuple(self._held))

    def held(self, key: K) -> V | None:
        """If somebody does."""
        return self._held.get(key)

    def drop(self, key: K) -> None:
        """Whoever comes next opens another."""
        self._held.pop(key, None)

    async def get(self, key: K) -> V:
        held = self._held.get(key)
        if held is not None:
            return held
        if key not in self._opening:
            self._opening[key] = asyncio.create_task(self._open_and_keep(key))
            self._opening[key].add_done_callback(lambda _: self._opening.pop(key))
        return await asyncio.shield(self._opening[key])

    async def _open_and_keep(self, key: K) -> V:
        value = self._held[key] = await self._open(key)
        return value
