"""How the house opens its SQLite file. One connection writes, another one only reads.

SQLite up to 3.51.2 can lose data when two connections write or checkpoint the same write-ahead
log, so there is never a second that writes; and no page of the file is mapped into memory.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cluehouse.core.errors import Unavailable
from cluehouse.server.storage.db_errors import answering, damaged
from cluehouse.server.storage.migrate import migrate, migrations


def open_to_write(path: Path, *, busy_timeout: float) -> sqlite3.Connection:
    """Made if missing, found whole, and brought up to date."""
    with answering(path.name):
        _make_private(path)
        with _closed_on_failure(_connect(path, busy_timeout)) as db:
            _make_durable(db, path.name)
            check_whole(db, path.name)
            migrate(db, migrations("sqlite"))
        return db


def open_to_read(path: Path, *, busy_timeout: float) -> sqlite3.Connection:
    with answering(path.name):
        with _closed_on_failure(_connect(path, busy_timeout)) as db:
            db.execute("PRAGMA query_only = ON")
            db.execute("PRAGMA mmap_size = 0")
        return db


def open_to_copy(path: Path) -> sqlite3.Connection:
    """Beside a house that may be open: it cannot write, nor tidy the write-ahead log away."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    with answering(str(path)):
        with _closed_on_failure(sqlite3.connect(address, uri=True, isolation_level=None)) as db:
            db.execute("SELECT 1 FROM sqlite_schema").fetchone()  # a database, and not a letter
        return db


def _make_private(path: Path) -> None:
    """The keys of all luck are kept here: nobody else on this machine may read them."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _connect(path: Path, busy_timeout: float) -> sqlite3.Connection:
    """Without Python's own transactions, and for whichever thread its owner uses it in."""
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
        raise Unavailable(f"{file} needs a local disk: no write-ahead log can be kept here")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA mmap_size = 0")
    db.execute("PRAGMA secure_delete = ON")  # what is forgotten or swept leaves no trace


def check_whole(db: sqlite3.Connection, file: str) -> None:
    """Reads every page, about a second for a gigabyte: better than to write on into damage."""
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise damaged(file)
