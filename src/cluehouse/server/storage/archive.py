"""What the server keeps, behind one face: SQLite for one process, Postgres for many.

A query is written once for both: parameters are ?1, ?2 and so on, and nothing is said that only
one of them understands.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from cluehouse.core.errors import Damaged
from cluehouse.core.ids import Seq
from cluehouse.core.record import Entry
from cluehouse.server.storage.rows import (
    SELECT_ENTRIES,
    SELECT_HEADER,
    SELECT_PAGES,
    header_of,
    read_entry,
)
from cluehouse.table.ports import BookStore, Header, Log, TableId

_MOVED_AT = "SELECT at FROM log WHERE table_id = ?1 ORDER BY seq DESC LIMIT 1"


class Statement(NamedTuple):
    sql: str
    rows: Sequence[Sequence[object]]
    """It is done once for each."""


class Archive(Log, BookStore, Protocol):
    """What is acknowledged is on disk, and every later reading sees it."""

    async def run(self, *statements: Statement) -> None:
        """On disk together when this returns, or not at all; Taken if a key is taken."""

    async def fetch(self, query: str, *parameters: object) -> Sequence[Sequence[Any]]:
        """The rows that a query finds."""

    def damaged(self) -> Damaged:
        """What to say where numbers are missing."""

    async def header(self, table: TableId) -> Header:
        rows = await self.fetch(SELECT_HEADER, table)
        if not rows:
            raise KeyError(table)
        return header_of(*rows[0])

    async def read(self, table: TableId, after: Seq) -> Sequence[Entry]:
        return [read_entry(*row) for row in await self._following(SELECT_ENTRIES, table, after)]

    async def pages(self, table: TableId, after: int) -> Sequence[bytes]:
        return [note for (note,) in await self._following(SELECT_PAGES, table, after)]

    async def moved_at(self, table: TableId) -> float:
        """Kept in whole seconds: rather a little too late than too early."""
        rows = await self.fetch(_MOVED_AT, table)
        return float(rows[0][0] + 1 if rows else 0)

    async def mentioning(self, word: str) -> Sequence[TableId]:
        """The tables in whose books this stands, anywhere."""

    async def leave_no_trace(self) -> None:
        """Of what was erased before, as far as the house can see to it."""

    async def close(self) -> None:
        """Returns when what was asked is answered."""

    async def _following(self, query: str, table: TableId, after: int) -> list[Sequence[Any]]:
        """Rows without their number, which must follow `after` one by one."""
        rows = await self.fetch(query, table, after)
        if [number for number, *_ in rows] != list(range(after + 1, after + 1 + len(rows))):
            raise self.damaged()
        return [row for _, *row in rows]
