"""Which tables there are, for the lobby. Derived from the house books, never asked by a game."""

import sqlite3
import time
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from cluehouse.core.wire import Wire, encode
from cluehouse.server.log_sqlite import SqliteArchive
from cluehouse.table.ports import TableId

State = Literal["open", "started"]
"""Over is one more, known to this page alone: a table that is over is listed nowhere."""

LINES: Final = 50
"""How many tables a lobby shows."""

A_DAY: Final = 24 * 3600
"""Seconds after which a table that has not started is listed no more."""

_PUT = """
    INSERT INTO listings (table_id, state, listed, entry, updated) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET
        state = excluded.state, listed = excluded.listed,
        entry = excluded.entry, updated = excluded.updated
"""
_SIT = "INSERT OR IGNORE INTO sittings (guest, table_id) VALUES (?, ?)"
_CLEAR = "DELETE FROM sittings WHERE table_id = ?"
_OVER = "UPDATE listings SET state = 'over' WHERE table_id = ?"
_OPEN = """
    SELECT entry FROM listings WHERE state = 'open' AND listed = 1 AND updated > ?
    ORDER BY updated DESC LIMIT ?
"""
_YOURS = """
    SELECT entry FROM listings JOIN sittings USING (table_id)
    WHERE guest = ? AND state <> 'over' ORDER BY updated DESC LIMIT ?
"""


class Listing(Wire, frozen=True, tag=False):
    id: TableId
    game: str
    state: State
    listed: bool
    host: str
    names: tuple[str, ...]
    """The people who sit there, in order of seats."""
    seats: int
    free: int


class Directory:
    def __init__(self, archive: SqliteArchive) -> None:
        self._archive = archive

    async def put(self, listing: Listing, guests: Iterable[str]) -> None:
        sitting = [(guest, listing.id) for guest in guests]

        def work(db: sqlite3.Connection) -> None:
            row = (listing.id, listing.state, listing.listed, encode(listing), int(time.time()))
            db.execute(_PUT, row)
            db.execute(_CLEAR, (listing.id,))
            db.executemany(_SIT, sitting)

        await self._archive.run(work)

    async def over(self, table: TableId) -> None:
        await self._archive.run(lambda db: db.execute(_OVER, (table,)))

    async def open_tables(self) -> Sequence[Listing]:
        return _listings(await self._archive.fetch(_OPEN, int(time.time()) - A_DAY, LINES))

    async def of_guest(self, guest: str) -> Sequence[Listing]:
        return _listings(await self._archive.fetch(_YOURS, guest, LINES))


_LISTING = msgspec.json.Decoder(Listing)


def _listings(rows: Iterable[tuple[bytes]]) -> list[Listing]:
    return [_LISTING.decode(entry) for (entry,) in rows]
