"""What guests tell the host of the server about each other. Only the host reads it."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cluehouse.core.ids import Seat
from cluehouse.server.data_folder import DATABASE
from cluehouse.server.faults import answering
from cluehouse.server.identity import Guest
from cluehouse.server.log_sqlite import SqliteArchive
from cluehouse.server.presence import Presence
from cluehouse.server.refusals import BadRequest
from cluehouse.server.sqlite_file import open_to_copy
from cluehouse.table.house import HouseBook, Person
from cluehouse.table.ports import TableId

KEPT: Final = 90 * 24 * 3600
"""Seconds that a report is kept."""

_KEEP = """
    INSERT INTO reports (at, table_id, by_guest, about_guest, name, address, words)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_SWEEP = "DELETE FROM reports WHERE at < ?"
_ALL = "SELECT at, by_guest, about_guest, name, address, words FROM reports ORDER BY at, number"


class Reports:
    def __init__(self, archive: SqliteArchive, presence: Presence) -> None:
        self._archive = archive
        self._presence = presence

    async def keep(
        self, table: TableId, house: HouseBook, by: Guest, seat: Seat, words: str
    ) -> None:
        who = house.sitters.get(seat)
        if not isinstance(who, Person) or who.guest in ("", by.id):
            raise BadRequest("nobody else sits there")
        address = self._presence.address_of(table, who.guest)
        row = (int(time.time()), table, by.id, who.guest, who.name, address, words)
        await self._archive.run(lambda db: db.execute(_KEEP, row))

    async def sweep(self) -> None:
        cutoff = int(time.time()) - KEPT
        await self._archive.run(lambda db: db.execute(_SWEEP, (cutoff,)))


def read(data: Path) -> Iterator[str]:
    """For the host, the oldest first; also while the house is open."""
    with answering(str(data / DATABASE)), closing(open_to_copy(data / DATABASE)) as db:
        rows = _rows(db)
    for at, by, about, name, address, words in rows:
        when = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
        yield f"{when}  {_shown(name)}  guest {about}  {address or 'address unknown'}"
        yield f"    by guest {by}: {_shown(words)}"


def _rows(db: sqlite3.Connection) -> list[tuple[int, str, str, str, str, str]]:
    """None from a house that was last opened by a Cluehouse without reports."""
    there = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'reports'").fetchone()
    return db.execute(_ALL).fetchall() if there else []


def _shown(words: str) -> str:
    """Strangers wrote this: no line of theirs may pass for one of ours, nor command a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in words)
