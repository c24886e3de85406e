"""Migrations run in one transaction; a newer database is rejected."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from cluehouse.core.errors import Unavailable
from cluehouse.server.storage.migrate import (
    Migration,
    migrate,
    migrations,
    read_migrations,
    version_of,
)
from cluehouse.server.storage.sqlite import SqliteArchive

ROOMS = Migration(1, "CREATE TABLE rooms (name TEXT); INSERT INTO rooms VALUES ('hall')")
FLOORS = Migration(2, "ALTER TABLE rooms ADD COLUMN floor INTEGER DEFAULT 0; -- ground floor")
BROKEN = Migration(3, "INSERT INTO rooms VALUES ('attic', 2); CREATE TABLE rooms (again TEXT)")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)
    yield db
    db.close()


def contents(db: sqlite3.Connection) -> tuple[int, list[str]]:
    return version_of(db), list(db.iterdump())


def test_migrations_are_applied_in_order(db: sqlite3.Connection) -> None:
    migrate(db, [ROOMS, FLOORS])
    assert version_of(db) == 2
    assert db.execute("SELECT name, floor FROM rooms").fetchall() == [("hall", 0)]


def test_only_pending_migrations_are_applied(db: sqlite3.Connection) -> None:
    migrate(db, [ROOMS])
    migrate(db, [ROOMS, FLOORS])
    migrate(db, [ROOMS, FLOORS])
    assert version_of(db) == 2
    assert db.execute("SELECT name, floor FROM rooms").fetchall() == [("hall", 0)]


@pytest.mark.parametrize("start", [[], [ROOMS], [ROOMS, FLOORS]])
def test_a_failing_migration_changes_nothing(
    db: sqlite3.Connection, start: list[Migration]
) -> None:
    migrate(db, start)
    before = contents(db)
    with pytest.raises(sqlite3.OperationalError, match="rooms already exists"):
        migrate(db, [ROOMS, FLOORS, BROKEN])
    assert contents(db) == before
    assert not db.in_transaction


def test_a_newer_database_is_rejected_and_not_changed(db: sqlite3.Connection) -> None:
    migrate(db, [ROOMS, FLOORS])
    before = contents(db)
    with pytest.raises(Unavailable, match=r"newer .*format is 2, this one knows up to 1"):
        migrate(db, [ROOMS])
    assert contents(db) == before


def test_an_archive_does_not_open_a_newer_database(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 9999")
    newer.close()
    with pytest.raises(Unavailable, match="newer Cluehouse"):
        SqliteArchive.open(path)


def test_migration_files_are_read_in_order_of_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "0002_floors.sql").write_text(FLOORS.sql)
    (tmp_path / "0001_rooms.sql").write_text(ROOMS.sql)
    (tmp_path / "notes.txt").write_text("no migration")
    assert read_migrations(tmp_path) == [ROOMS, FLOORS]


@pytest.mark.parametrize("names", [["0002_late.sql"], ["0001_a.sql", "0001_b.sql"]])
def test_a_missing_or_repeated_migration_number_is_a_bug(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text(ROOMS.sql)
    with pytest.raises(ValueError, match="numbered 1, 2, 3"):
        read_migrations(tmp_path)


def test_the_migrations_create_the_tables_in_use(db: sqlite3.Connection) -> None:
    migrate(db, migrations("sqlite"))
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {"tables", "log", "book"} <= names
