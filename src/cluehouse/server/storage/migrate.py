"""Migrate a database to the current schema: numbered plain SQL files, one folder per dialect.

All pending migrations run in one transaction. A released migration is never edited: a correction
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
    """Read `0001_….sql`, `0002_….sql` and so on: each number once, without a gap."""
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".sql")), key=_name)
    found = [Migration(int(_name(path).split("_")[0]), path.read_text("utf-8")) for path in paths]
    numbers = [migration.number for migration in found]
    if numbers != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations are numbered 1, 2, 3 and so on, not {numbers}")
    return found


def migrate(db: sqlite3.Connection, known: Sequence[Migration]) -> None:
    """Apply the pending migrations; `user_version` is the number of the last one applied."""
    version = version_of(db)
    check_known(version, known)
    if version < len(known):
        _apply(db, known[version:])


def check_known(version: int, known: Sequence[Migration]) -> None:
    if version > len(known):
        raise Unavailable(
            f"the database was written by a newer Cluehouse (its format is {version}, this one "
            f"knows up to {len(known)}): install that version again, or use another database"
        )


def version_of(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _apply(db: sqlite3.Connection, pending: Sequence[Migration]) -> None:
    script = "\n;\n".join(  # the separator is on its own line: a file may end in a comment
        [
            "BEGIN IMMEDIATE",
            *(migration.sql for migration in pending),
            f"PRAGMA user_version = {pending[-1].number}",
            "COMMIT",
        ]
    )
    try:
        db.executescript(script)
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _name(path: Traversable) -> str:
    return path.name
