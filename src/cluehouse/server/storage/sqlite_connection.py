"""Open the SQLite file: one connection for writing, another one only for reading.

SQLite up to 3.51.2 can lose data when two connections write or checkpoint the same write-ahead
log, so there is only ever one that writes. Memory-mapped I/O is off.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cluehouse.core.errors import Unavailable
from cluehouse.server.storage.db_errors import damaged, translated_errors
from cluehouse.server.storage.migrate import migrate, migrations


def open_to_write(path: Path, *, busy_timeout: float) -> sqlite3.Connection:
    """Open a database for writing: create it if missing, check its integrity, migrate it."""
    with translated_errors(path.name):
        _make_private(path)
        with _closed_on_failure(_connect(path, busy_timeout)) as db:
            _make_durable(db, path.name)
            check_integrity(db, path.name)
            migrate(db, migrations("sqlite"))
        return db


def open_to_read(path: Path, *, busy_timeout: float) -> sqlite3.Connection:
    with translated_errors(path.name):
        with _closed_on_failure(_connect(path, busy_timeout)) as db:
            db.execute("PRAGMA query_only = ON")
            db.execute("PRAGMA mmap_size = 0")
        return db


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a database that a server may be using: cannot write, nor remove the write-ahead log."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    with translated_errors(str(path)):
        with _closed_on_failure(sqlite3.connect(address, uri=True, isolation_level=None)) as db:
            db.execute("SELECT 1 FROM sqlite_schema").fetchone()  # fails unless it is a database
        return db


def _make_private(path: Path) -> None:
    """Create the file readable by its owner only: it contains the random keys of all games."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _connect(path: Path, busy_timeout: float) -> sqlite3.Connection:
    """Connect without Python's implicit transactions, usable from any thread."""
    return sqlite3.connect(
        path, timeout=busy_timeout, isolation_level=None, check_same_thread=False
    )


@contextmanager
def _closed_on_failure(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield db
    except BaseException:
        db.close()
        raise


def _make_durable(db: sqlite3.Connection, file: str) -> None:
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise Unavailable(f"{file} must be on a local disk: a write-ahead log is not possible here")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA mmap_size = 0")
    db.execute("PRAGMA secure_delete = ON")  # overwrites deleted data with zeros


def check_integrity(db: sqlite3.Connection, file: str) -> None:
    """Read every page, about a second per gigabyte, so that no damaged file is written to."""
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise damaged(file)
