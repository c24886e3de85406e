"""The storage interface of the server: SQLite for one process, Postgres for several.

A query is written once for both dialects: parameters are ?1, ?2 and so on, and only SQL that both
understand is used.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from cluehouse.core.errors import Damaged
from cluehouse.core.ids import Seq
from cluehouse.server.storage.rows import (
    SELECT_ENTRIES,
    SELECT_HEADER,
    SELECT_PAGES,
    header_of,
    read_entry,
)
from cluehouse.table.ports import BookStore, Header, Log, LogEntry, TableId

_MOVED_AT = "SELECT at FROM log WHERE table_id = ?1 ORDER BY seq DESC LIMIT 1"


class Statement(NamedTuple):
    """A SQL statement, executed once for each row of parameters."""

    sql: str
    rows: Sequence[Sequence[object]]


class Archive(Log, BookStore, Protocol):
    """Acknowledged writes are on disk, and every later read sees them."""

    async def run(self, *statements: Statement) -> None:
        """Execute all statements in one transaction, durable on return; Taken if a key exists."""

    async def run_locked(self, _tables: Sequence[TableId], *statements: Statement) -> None:
        """As `run`: no page is written to the books of these tables meanwhile. Needs no lock where
        one writer does everything."""
        await self.run(*statements)

    async def fetch(self, query: str, *parameters: object) -> Sequence[Sequence[Any]]:
        """Return the rows of a query that changes nothing."""

    def damaged(self) -> Damaged:
        """Return the error to raise when stored numbers have gaps."""

    async def header(self, table: TableId) -> Header:
        rows = await self.fetch(SELECT_HEADER, table)
        if not rows:
            raise KeyError(table)
        return header_of(*rows[0])

    async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
        rows = await self._fetch_consecutive(SELECT_ENTRIES, table, after)
        return [read_entry(*row) for row in rows]

    async def pages(self, table: TableId, after: int) -> Sequence[bytes]:
        return [note for (note,) in await self._fetch_consecutive(SELECT_PAGES, table, after)]

    async def moved_at(self, table: TableId) -> float:
        """Stored in whole seconds and rounded up: never earlier than the move itself."""
        rows = await self.fetch(_MOVED_AT, table)
        return float(rows[0][0] + 1 if rows else 0)

    async def tables_mentioning(self, word: str) -> Sequence[TableId]:
        """Return the tables whose book contains this word anywhere."""

    async def purge_erased(self) -> None:
        """Remove what remains of erased data from the database's own files, where possible."""

    async def close(self) -> None:
        """Close after all pending requests are answered."""

    async def _fetch_consecutive(
        self, query: str, table: TableId, after: int
    ) -> list[Sequence[Any]]:
        """Return rows without their numbers, which must follow `after` without a gap."""
        rows = await self.fetch(query, table, after)
        if [number for number, *_ in rows] != list(range(after + 1, after + 1 + len(rows))):
            raise self.damaged()
        return [row for _, *row in rows]
