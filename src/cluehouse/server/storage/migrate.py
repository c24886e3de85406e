"""Brings a database up to date: numbered plain SQL, one folder for each dialect.

An upgrade happens whole or not at all, and a released migration is never edited: a change of mind
is one more file.
"""

import sqlite3
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal, NamedTuple

from cluehouse.core.errors import Unavailable

Dialect = Literal["sqlite", "postgres"]


class Migration(NamedTuple):
    number: int
    sql: str


def migrations(dialect: Dialect) -> list[Migration]:
    return read_migrations(files("cluehouse.server.storage") / "migrations" / dialect)


def read_migrations(folder: Traversable) -> list[Migration]:
    """`0001_….sql`, `0002_….sql` and so on: each number once, none left out."""
    pages = sorted((page for page in folder.iterdir() if page.name.endswith(".sql")), key=_name)
    found = [Migration(int(_name(page).split("_")[0]), page.read_text("utf-8")) for page in pages]
    numbers = [migration.number for migration in found]
    if numbers != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations are numbered 1, 2, 3 and so on, not {numbers}")
    return found


def migrate(db: sqlite3.Connection, known: Sequence[Migration]) -> None:
    """`user_version` is the number of the last migration a database has seen."""
    version = version_of(db)
    check_known(version, known)
    if version < len(known):
        _upgrade(db, known[version:])


def check_known(version: int, known: Sequence[Migration]) -> None:
    if version > len(known):
        raise Unavailable(
            f"the database was written by a newer Cluehouse (its format is {version}, this one "
            f"knows up to {len(known)}): install that version again, or use another database"
        )


def version_of(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _upgrade(db: sqlite3.Connection, new: Sequence[Migration]) -> None:
    script = "\n;\n".join(  # on lines of their own: a file may end in a comment
        [
            "BEGIN IMMEDIATE",
            *(migration.sql for migration in new),
            f"PRAGMA user_version = {new[-1].number}",
            "COMMIT",
        ]
    )
    try:
        db.executescript(script)
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _name(page: Traversable) -> str:
    return page.name
