"""Log and house book of every table, in one SQLite file. Bytes only: it knows no game.

Nothing here touches the disk on the event loop: one thread writes, another one reads.
"""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import msgspec

from cluehouse.core.errors import Closed
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.server.faults import answering, damaged
from cluehouse.server.group_commit import GroupCommit, Work
from cluehouse.server.sqlite_file import open_to_read, open_to_write
from cluehouse.table.ports import Book, Header, Log, TableId

BUSY_TIMEOUT = 2.0
"""Seconds that another program may hold the file before somebody hears of it."""

_BEGIN = "INSERT INTO tables (id, game, version, options, seats, key) VALUES (?, ?, ?, ?, ?, ?)"
_DEAL = "INSERT INTO log (table_id, seq, seat, move, events) VALUES (?, 0, ?, ?, ?)"

# Written where the entry before is there, so that no hole can be; tried as well where this very
# entry is there, so that the key says Taken.
_APPEND = """
    INSERT INTO log (table_id, seq, seat, move, events) SELECT ?1, ?2, ?3, ?4, ?5
    WHERE EXISTS (SELECT 1 FROM log WHERE table_id = ?1 AND seq IN (?2 - 1, ?2))
"""
_WRITE = """
    INSERT INTO book (table_id, page, note) SELECT ?1, ?2, ?3
    WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM book WHERE table_id = ?1 AND page IN (?2 - 1, ?2))
"""

_REWRITE = "UPDATE book SET note = ? WHERE table_id = ? AND page = ?"

_HEADER = "SELECT id, game, version, options, seats, key FROM tables WHERE id = ?"
_ENTRIES = "SELECT seq, seat, move, events FROM log WHERE table_id = ? AND seq > ? ORDER BY seq"
_PAGES = "SELECT page, note FROM book WHERE table_id = ? AND page > ? ORDER BY page"


class SqliteArchive(Log, Book):
    """Both ports on one file. What is acknowledged is on disk, and every later reading sees it."""

    def __init__(self, writing: sqlite3.Connection, reading: sqlite3.Connection, file: str) -> None:
        self._writing = writing
        self._reading = reading
        self._file = file
        self._writer = GroupCommit(writing, file)
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="cluehouse-reader")

    @classmethod
    def open(cls, path: Path, *, busy_timeout: float = BUSY_TIMEOUT) -> Self:
        writing = open_to_write(path, busy_timeout=busy_timeout)
        try:
            reading = open_to_read(path, busy_timeout=busy_timeout)
        except BaseException:
            writing.close()
            raise
        return cls(writing, reading, path.name)

    async def create(self, header: Header, deal: Entry) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(_BEGIN, _header_row(header))
            db.execute(_DEAL, (header.id, *_entry_row(deal)))

        await self.run(work)

    async def append(self, table: TableId, seq: Seq, entry: Entry) -> None:
        row = (table, seq, *_entry_row(entry))
        await self.run(lambda db: _insert_next(db, _APPEND, row))

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        row = (table, page, note)
        await self.run(lambda db: _insert_next(db, _WRITE, row))

    async def header(self, table: TableId) -> Header:
        rows = await self.fetch(_HEADER, table)
        if not rows:
            raise KeyError(table)
        return _header(*rows[0])

    async def read(self, table: TableId, after: Seq) -> Sequence[Entry]:
        return [_entry(*row) for row in await self._fetch_following(_ENTRIES, table, after)]

    async def pages(self, table: TableId, after: int) -> Sequence[bytes]:
        return [note for (note,) in await self._fetch_following(_PAGES, table, after)]

    async def rewrite(self, table: TableId, pages: Mapping[int, bytes]) -> None:
        rows = [(note, table, page) for page, note in pages.items()]
        await self.run(lambda db: db.executemany(_REWRITE, rows))

    async def run(self, work: Work) -> None:
        """For whatever else the server keeps in this file: nothing else may write to it."""
        await self._writer.run(work)

    async def fetch(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        if self._writer.closed:
            raise Closed("the house is shutting down")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._select, query, parameters)

    async def close(self) -> None:
        """Returns when what was asked is answered, and everything is in the one file."""
        await self._writer.close()
        await asyncio.to_thread(self._leave)

    async def _fetch_following(self, query: str, table: TableId, after: int) -> list[Sequence[Any]]:
        """Rows without their number, which must follow `after` one by one."""
        rows = await self.fetch(query, table, after)
        if [number for number, *_ in rows] != list(range(after + 1, after + 1 + len(rows))):
            raise damaged(self._file)
        return [row for _, *row in rows]

    def _select(self, query: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        with answering(self._file):
            return self._reading.execute(query, parameters).fetchall()

    def _leave(self) -> None:
        self._reader.shutdown()
        self._reading.close()
        with suppress(sqlite3.Error):  # the write-ahead log is as safe: the next house goes on
            self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writing.close()


def _insert_next(db: sqlite3.Connection, insert: str, row: tuple[object, ...]) -> None:
    if db.execute(insert, row).rowcount == 0:
        raise ValueError(f"number {row[1]} would leave a hole before it")


def _header_row(header: Header) -> tuple[object, ...]:
    options = bytes(header.options)
    return header.id, header.game, header.version, options, header.seats, header.key


def _entry_row(entry: Entry) -> tuple[object, ...]:
    return entry.seat, bytes(entry.move), bytes(entry.events)


def _header(id: TableId, game: str, version: int, options: bytes, seats: int, key: bytes) -> Header:
    return Header(id, game, version, msgspec.Raw(options), seats, key)


def _entry(seat: Seat | None, move: bytes, events: bytes) -> Entry:
    return Entry(seat, msgspec.Raw(move), msgspec.Raw(events))
