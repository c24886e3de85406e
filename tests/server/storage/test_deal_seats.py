"""Upgrade of stored deal sets, on SQLite and on Postgres: their players get claims."""

import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cluehouse.core.ids import Seat
from cluehouse.core.wire import encode
from cluehouse.server.storage import postgres_pool
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.migrate import Dialect, Migration, migrate, migrations
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.book.book import Bot, Note, Opened, Person, SatDown, Started, StoodUp
from cluehouse.table.book.links import DealSet
from cluehouse.table.book.marks import Marked
from cluehouse.table.ports import TableId

FIRST, SECOND, THIRD = (TableId(f"table-{number}") for number in (1, 2, 3))
ALONE = TableId("table-alone")

INSERT = "INSERT INTO book (table_id, page, note) VALUES ({})"
Page = tuple[TableId, int, bytes]


def sits(seat: int, guest: str) -> SatDown:
    return SatDown(Seat(seat), Person(guest.title(), guest))


def first_page(deal_set: DealSet | None) -> Opened:
    return Opened("keyhole", {}, 3, False, "seen", Person("Ada", "ada"), deal_set=deal_set)


SET = DealSet((FIRST, SECOND, THIRD), 0.0)
BOOKS: dict[TableId, list[Note]] = {
    # Ben was dealt in and replaced; Cy left before the start. Postgres has no text with a zero in
    # it, and a mark may have one.
    FIRST: [
        sits(0, "ada"),
        sits(1, "cy"),
        StoodUp(Seat(1)),
        sits(1, "ben"),
        SatDown(Seat(2), Bot("novice")),
        Started(),
        Marked(Seat(0), "twin\0", "no\0"),
        SatDown(Seat(1), Bot("novice")),
    ],
    # Dora left her seat for another one; Ben had got a second seat.
    SECOND: [sits(0, "ben"), sits(1, "dora"), StoodUp(Seat(1)), sits(2, "dora"), sits(1, "")],
    THIRD: [sits(0, "eve"), StoodUp(Seat(0))],
    ALONE: [sits(0, "fay")],
}
CLAIMS = [("ada", FIRST), ("ben", FIRST), ("dora", SECOND)]


def pages() -> list[Page]:
    return [
        (table, number, encode(note))
        for table, notes in BOOKS.items()
        for number, note in enumerate([first_page(SET if table in SET.tables else None), *notes])
    ]


def earlier(dialect: Dialect) -> Sequence[Migration]:
    """The migrations before the one that creates the claims."""
    return [*takewhile(lambda it: "TABLE deal_seats" not in it.sql, migrations(dialect))]


@pytest.fixture(params=["sqlite", "postgres"])
def upgraded(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Callable[[], Coroutine[Any, Any, Archive]]:
    """Opens a database that an earlier version has written to."""
    if request.param == "sqlite":
        return lambda: _upgraded_file(tmp_path / "house.db")
    address = request.getfixturevalue("database")
    return lambda: _upgraded_postgres(address)


async def _upgraded_file(path: Path) -> Archive:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, earlier("sqlite"))
        db.executemany(INSERT.format("?, ?, ?"), pages())
    return SqliteArchive.open(path)


async def _upgraded_postgres(address: str) -> Archive:
    pool = await postgres_pool.PostgresPool.create(address)
    await postgres_pool.migrate(pool, earlier("postgres"))
    await pool.close()
    connection = await asyncpg.connect(address)
    await connection.executemany(INSERT.format("$1, $2, $3"), pages())
    await connection.close()
    return await PostgresArchive.open(address)


async def test_players_of_stored_deal_sets_have_claims_after_the_upgrade(
    upgraded: Callable[[], Coroutine[Any, Any, Archive]],
) -> None:
    archive = await upgraded()
    claims = await archive.fetch("SELECT guest, table_id FROM deal_seats ORDER BY guest")
    sets = await archive.fetch("SELECT DISTINCT deal_set FROM deal_seats")
    await archive.close()
    assert [tuple(claim) for claim in claims] == CLAIMS
    assert [tuple(row) for row in sets] == [(SET.id,)]
