"""What guests tell the host of the server about each other. Only the host reads it."""

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
from cluehouse.server.storage.db_errors import answering
from cluehouse.server.storage.sqlite_connection import open_to_copy
from cluehouse.table.ports import TableId

REPORT_AGE_S: Final = 90 * 24 * 3600
"""Seconds that a report is kept."""

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
        """With the name and the address of that time."""
        address = self._presence.address_of(table, about.id)
        row = (int(time.time()), table, by.id, about.id, about.name, address, words)
        await self._archive.run(Statement(_KEEP, [row]))

    async def sweep(self) -> None:
        cutoff = int(time.time()) - REPORT_AGE_S
        await self._archive.run(Statement(_SWEEP, [(cutoff,)]))


def read(data: Path) -> Iterator[str]:
    """For the host, the oldest first; also while the house is open."""
    with answering(str(data / DATABASE)), closing(open_to_copy(data / DATABASE)) as db:
        rows = _rows(db)
    yield from told(rows)


async def read_archive(archive: Archive) -> Sequence[Sequence[Any]]:
    """The same, wherever they are kept, to be told."""
    return await archive.fetch(_ALL)


def told(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    for at, by, about, name, address, words in rows:
        when = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
        whom = f"{_shown(name)}  guest {about}" if about else "somebody who was forgotten"
        yield f"{when}  {whom}  {address or 'address unknown'}"
        yield f"    by {f'guest {by}' if by else 'somebody who was forgotten'}: {_shown(words)}"


def _rows(db: sqlite3.Connection) -> list[tuple[int, str, str, str, str, str]]:
    """None from a house that was last opened by a Cluehouse without reports."""
    there = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'reports'").fetchone()
    return db.execute(_ALL).fetchall() if there else []


def _shown(words: str) -> str:
    """Strangers wrote this: no line of theirs may pass for one of ours, nor command a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in words)
