"""What the server keeps, behind one face: SQLite for one process, Postgres for many.

A query is written once for both: parameters are ?1, ?2 and so on, and nothing is said that only
one of them understands.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from cluehouse.table.ports import Book, Log, TableId

_MOVED_AT = "SELECT at FROM log WHERE table_id = ?1 ORDER BY seq DESC LIMIT 1"


class Statement(NamedTuple):
    sql: str
    rows: Sequence[Sequence[object]]
    """It is done once for each."""


class Archive(Log, Book, Protocol):
    """What is acknowledged is on disk, and every later reading sees it."""

    async def run(self, *statements: Statement) -> None:
        """On disk together when this returns, or not at all; Taken if a key is taken."""

    async def fetch(self, query: str, *parameters: object) -> Sequence[Sequence[Any]]:
        """The rows that a query finds."""

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
