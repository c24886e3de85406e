"""Reports of guests about each other, for the operator of the server alone."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.server.storage.data_folder import DATABASE
from cluehouse.server.storage.db_errors import translated_errors
from cluehouse.server.storage.sqlite_connection import open_read_only
from cluehouse.table.ports import TableId

REPORT_AGE_S: Final = 90 * 24 * 3600
"""Age at which a report is deleted."""

_KEEP = """
    INSERT INTO reports (at, table_id, by_guest, about_guest, name, address, words)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
"""
_SWEEP = "DELETE FROM reports WHERE at < ?1"
_ALL = "SELECT at, by_guest, about_guest, name, address, words FROM reports ORDER BY at, number"


class Reports:
    def __init__(self, archive: Archive, presence: Presence) -> None:
        self._archive = archive
        self._presence = presence

    async def keep(self, table: TableId, by: Guest, about: Guest, words: str) -> None:
        """Store a report with the name and address that the reported guest has now."""
        address = self._presence.address_of(table, about.id)
        row = (int(time.time()), table, by.id, about.id, about.name, address, words)
        await self._archive.run(Statement(_KEEP, [row]))

    async def sweep(self) -> None:
        cutoff = int(time.time()) - REPORT_AGE_S
        await self._archive.run(Statement(_SWEEP, [(cutoff,)]))


def read_reports(data: Path) -> Iterator[str]:
    """Read the reports of a data folder as lines to print, oldest first. Works while a server runs
    on it."""
    with translated_errors(str(data / DATABASE)), closing(open_read_only(data / DATABASE)) as db:
        rows = _rows(db)
    yield from format_reports(rows)


async def fetch_reports(archive: Archive) -> Sequence[Sequence[Any]]:
    """Fetch the rows for `format_reports` from any archive."""
    return await archive.fetch(_ALL)


def format_reports(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    for at, by, about, name, address, words in rows:
        when = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
        whom = f"{_printable(name)}  guest {about}" if about else "an erased guest"
        yield f"{when}  {whom}  {address or 'address unknown'}"
        yield f"    by {f'guest {by}' if by else 'an erased guest'}: {_printable(words)}"


def _rows(db: sqlite3.Connection) -> list[tuple[int, str, str, str, str, str]]:
    """Empty for a database last migrated by a version without reports."""
    exists = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'reports'").fetchone()
    return db.execute(_ALL).fetchall() if exists else []


def _printable(text: str) -> str:
    """Replace control characters: text of guests must neither fake a line of this listing nor send
    escape sequences to the operator's terminal."""
    return "".join(char if char.isprintable() else " " for char in text)
