"""Test doubles: an in-memory log and book whose writes can fail, a mailbox, scripted workers."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cluehouse.core.codec import Update, codec
from cluehouse.core.errors import Taken, Unavailable
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seq
from cluehouse.core.wire import encode
from cluehouse.games import find
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.table.book.book import Opened, Person, Started
from cluehouse.table.bots.messages import Failed, Question, Think, WorkerAnswer
from cluehouse.table.bots.pool import MAX_QUEUED_QUESTIONS, Worker, WorkerPool
from cluehouse.table.bots.worker import Thinker
from cluehouse.table.ports import Header, LogEntry, SeatClaim, TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.table import Table


def allow() -> None:
    """Authorizes every mover."""


class MemoryLog:
    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._moved_at: dict[TableId, float] = {}
        self.headers: dict[TableId, Header] = {}
        self.entries: dict[TableId, list[LogEntry]] = {}
        self.notes: dict[TableId, list[bytes]] = {}
        self.error: Exception | None = None
        """Raised by the next append."""
        self.fails_after_write = False
        """The failing append is written all the same: only the reply is lost."""
        self.unreadable: Unavailable | None = None
        """Raised by every read until it is reset."""

    async def create(self, header: Header, deal: LogEntry) -> None:
        if header.id in self.headers:
            raise Taken
        self.headers[header.id] = header
        self.entries[header.id] = [deal]
        self._moved_at[header.id] = self._now()

    async def header(self, table: TableId) -> Header:
        return self.headers[table]

    async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
        error, self.error = self.error, None
        if error and not self.fails_after_write:
            raise error
        if seq < len(self.entries[table]) or entry.pages < len(self.notes.get(table, ())):
            raise Taken
        assert seq == len(self.entries[table]), "a hole in the log"
        self.entries[table].append(entry)
        self._moved_at[table] = self._now()
        if error:
            raise error

    async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
        if self.unreadable:
            raise self.unreadable
        return self.entries[table][after + 1 :]

    async def moved_at(self, table: TableId) -> float:
        return self._moved_at.get(table, 0.0)

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        notes = self.notes.setdefault(table, [])
        if page < len(notes):
            raise Taken
        notes.append(note)

    async def write_with_claim(
        self, table: TableId, page: int, note: bytes, _claim: SeatClaim
    ) -> None:
        """Claims are tested on real archives."""
        await self.write(table, page, note)

    async def rewrite(self, table: TableId, pages: Mapping[int, bytes]) -> None:
        for page, note in pages.items():
            self.notes[table][page] = note

    async def pages(self, table: TableId, after: int) -> Sequence[bytes]:
        return self.notes.get(table, [])[after + 1 :]


class HeldLog(MemoryLog):
    """A log with a lock that tests hold to block reads."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        super().__init__(now)
        self.reading = asyncio.Lock()

    async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
        async with self.reading:
            return await super().read(table, after)


class Mailbox:
    """A subscriber that keeps the updates it is sent."""

    def __init__(self, game: AnyGame = KEYHOLE) -> None:
        self.raw: list[bytes] = []
        self._decode = codec(game).update.decode

    def send(self, update: bytes) -> None:
        self.raw.append(update)

    @property
    def updates(self) -> list[Update[Any, Any]]:
        return [self._decode(raw) for raw in self.raw]

    @property
    def last(self) -> Update[Any, Any]:
        return self.updates[-1]


def keyhole_header(id: str = "table", seats: int = 3, deals: int = 2) -> Header:
    options = KEYHOLE.types.options(deals=deals)
    return Header(
        id=TableId(id),
        game="keyhole",
        version=KEYHOLE.version,
        options=msgspec.Raw(encode(options)),
        seats=seats,
        key=KEY,
    )


class ScriptedWorker(Worker):
    """A worker in process that takes a given time for each answer, in loop time."""

    def __init__(self, seconds: float, find: Callable[[str], AnyGame] = find) -> None:
        super().__init__("")
        self._thinker = Thinker(find)
        self._seconds = seconds
        self.asked: list[Think] = []
        self.queued = 0
        """Simulated number of questions waiting for this worker."""
        self.failure: Failed | None = None
        """The answer to every question, if set."""

    @property
    def busy(self) -> bool:
        return self.queued > MAX_QUEUED_QUESTIONS

    async def ask(self, question: Question) -> WorkerAnswer:
        assert isinstance(question, Think)
        self.asked.append(question)
        await asyncio.sleep(self._seconds)
        return self.failure or self._thinker.answer(question)


class ScriptedWorkers(WorkerPool):
    def __init__(
        self,
        seconds: float,
        fallback_seconds: float = 0.0,
        find: Callable[[str], AnyGame] = find,
    ) -> None:
        self.worker = ScriptedWorker(seconds, find)
        self.fallback_worker: ScriptedWorker = ScriptedWorker(fallback_seconds, find)

    def of(self, table: str, seat: int) -> Worker:
        return self.worker


KEY = b"a key of thirty-two bytes, no less"[:32]


async def started_table(registry: TableRegistry, id: str = "table", game: str = "keyhole") -> Table:
    """A table of three seats whose game has started."""
    book = await registry.book(TableId(id))
    host = Person("Ada", "ada")
    await book.write(Opened(game, {"type": "Options", "deals": 2}, 3, False, "seen", host))
    await book.write(Started())
    return await registry.table(TableId(id))
