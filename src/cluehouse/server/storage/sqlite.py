"""Log and book of every table in one SQLite file. Stores bytes only: it knows no game.

The disk is never accessed on the event loop: one thread writes, another one reads.
"""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from cluehouse.core.errors import Closed, Damaged, Taken
from cluehouse.core.ids import Seq
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.server.storage.db_errors import damaged, translated_errors
from cluehouse.server.storage.group_commit import GroupCommit
from cluehouse.server.storage.rows import (
    INSERT_TABLE,
    UPDATE_PAGE,
    check_claim,
    claim_statement,
    entry_row,
    gap_error,
    header_row,
)
from cluehouse.server.storage.sqlite_connection import open_to_read, open_to_write
from cluehouse.table.ports import Header, LogEntry, SeatClaim, TableId

BUSY_TIMEOUT_S = 2.0
"""Seconds to wait for another program that holds the file before a request fails."""

_DEAL = """
    INSERT INTO log (table_id, seq, seat, move, events, pages, at)
    VALUES (?1, 0, ?2, ?3, ?4, ?5, CAST(strftime('%s') AS INTEGER))
"""

# Inserts only behind the previous entry, so the log cannot have gaps. It is also tried where this
# very entry exists, so that the primary key raises Taken.
_APPEND = """
    INSERT INTO log (table_id, seq, seat, move, events, pages, at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, CAST(strftime('%s') AS INTEGER)
    WHERE EXISTS (SELECT 1 FROM log WHERE table_id = ?1 AND seq IN (?2 - 1, ?2))
"""
_HAS_ENTRIES = "SELECT 1 FROM log WHERE table_id = ?1"
_LATER_PAGE = "SELECT 1 FROM book WHERE table_id = ?1 AND page >= ?2"
_WRITE = """
    INSERT INTO book (table_id, page, note) SELECT ?1, ?2, ?3
    WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM book WHERE table_id = ?1 AND page IN (?2 - 1, ?2))
"""
_HAS_PAGES = "SELECT 1 FROM book WHERE table_id = ?1"

_MENTIONING = "SELECT DISTINCT table_id FROM book WHERE instr(note, CAST(?1 AS BLOB))"


class SqliteArchive(Archive):
    def __init__(self, writing: sqlite3.Connection, reading: sqlite3.Connection, file: str) -> None:
        self._writing = writing
        self._reading = reading
        self._file = file
        self._writer = GroupCommit(writing, file)
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="cluehouse-reader")

    @classmethod
    def open(cls, path: Path, *, busy_timeout: float = BUSY_TIMEOUT_S) -> Self:
        writing = open_to_write(path, busy_timeout=busy_timeout)
        try:
            reading = open_to_read(path, busy_timeout=busy_timeout)
        except BaseException:
            writing.close()
            raise
        return cls(writing, reading, path.name)

    async def create(self, header: Header, deal: LogEntry) -> None:
        deal_row = (header.id, *entry_row(deal))
        await self.run(Statement(INSERT_TABLE, [header_row(header)]), Statement(_DEAL, [deal_row]))

    async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
        row = (table, seq, *entry_row(entry))

        def insert(db: sqlite3.Connection) -> None:
            if db.execute(_LATER_PAGE, (table, entry.pages)).fetchone():
                raise Taken("a page was written after the move was decided")
            _insert_next(db, _APPEND, _HAS_ENTRIES, row)

        await self._writer.run(insert)

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        row = (table, page, note)
        await self._writer.run(lambda db: _insert_next(db, _WRITE, _HAS_PAGES, row))

    async def write_with_claim(
        self, table: TableId, page: int, note: bytes, claim: SeatClaim
    ) -> None:
        await self._writer.run(lambda db: _write_with_claim(db, (table, page, note), claim))

    async def rewrite(self, table: TableId, pages: Mapping[int, bytes]) -> None:
        rows = [(note, table, page) for page, note in pages.items()]
        await self.run(Statement(UPDATE_PAGE, rows))

    async def run(self, *statements: Statement) -> None:
        await self._writer.run(lambda db: _execute(db, statements))

    async def fetch(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:
        if self._writer.closed:
            raise Closed("the server is shutting down")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._select, query, parameters)

    def damaged(self) -> Damaged:
        return damaged(self._file)

    async def tables_mentioning(self, word: str) -> list[TableId]:
        return [TableId(id) for (id,) in await self.fetch(_MENTIONING, word)]

    async def purge_erased(self) -> None:
        await self._writer.checkpoint()

    async def close(self) -> None:
        """Close after all pending requests are answered, with everything in the one file."""
        await self._writer.close()
        await asyncio.to_thread(self._close_connections)

    def _select(self, query: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        with translated_errors(self._file):
            return self._reading.execute(query, parameters).fetchall()

    def _close_connections(self) -> None:
        self._reader.shutdown()
        self._reading.close()
        with suppress(sqlite3.Error):  # the write-ahead log is as durable: the next start uses it
            self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writing.close()


def _execute(db: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    for sql, rows in statements:
        db.executemany(sql, rows)


def _insert_next(
    db: sqlite3.Connection, insert: str, select_any: str, row: tuple[object, ...]
) -> None:
    table, number, *_ = row
    if db.execute(insert, row).rowcount == 0:
        exists = db.execute(select_any, (table,)).fetchone() is not None
        raise gap_error(number, table_exists=exists)


def _write_with_claim(
    db: sqlite3.Connection, row: tuple[TableId, int, bytes], claim: SeatClaim
) -> None:
    check_claim(db.execute(*claim_statement(claim, row[0])).fetchall(), row[0])
    _insert_next(db, _WRITE, _HAS_PAGES, row)
