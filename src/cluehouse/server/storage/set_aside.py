"""Replace the data of a folder by other data, and set the earlier data aside. A crash at any step
loses nothing.

Of the earlier data, all files but the database are copied into a folder `set-aside-…`; then the
database is moved there, in one step. From then on the data folder has no database until the new one
is moved in, after all other new files. So a database in the data folder always has its own files
beside it. In between, the server refuses to start.
"""

import os
import shlex
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from cluehouse.core.errors import Damaged, Unavailable
from cluehouse.server.storage.data_folder import (
    BANS,
    DATABASE,
    NAMES,
    PUSH,
    SECRET,
    WORDS,
    sync,
)
from cluehouse.server.storage.db_errors import translated_errors
from cluehouse.server.storage.sqlite_connection import check_integrity, open_read_only

SMALL_FILES: Final = (SECRET, BANS, WORDS, NAMES, PUSH)
"""What a data folder holds beside the database."""

_SQLITE_SIDE_FILES: Final = tuple(f"{DATABASE}-{kind}" for kind in ("wal", "shm", "journal"))
_SET_ASIDE: Final = "set-aside-"
_INTERRUPTED: Final = (
    "there is no database in {data}, but {aside} holds one: a restore set it aside and did not "
    "end. Restore the backup again; or go back to what was set aside: "
    "cluehouse restore {quoted_aside} --data {quoted_data}; or, to begin with no data, first move "
    "that folder to another place"
)


def interrupted_restore(data: Path) -> Path | None:
    """Return the folder with the database that was set aside last, if none has replaced it."""
    if _has_database(data):
        return None
    asides = [folder for folder in data.glob(f"{_SET_ASIDE}*") if _has_database(folder)]
    return max(asides, key=lambda folder: folder.stat().st_mtime_ns, default=None)


def check_not_interrupted(data: Path) -> None:
    """Reject a folder whose database is set aside: a new one would look like a loss of all data."""
    if (aside := interrupted_restore(data)) is not None:
        quoted = {"quoted_aside": shlex.quote(str(aside)), "quoted_data": shlex.quote(str(data))}
        raise Unavailable(_INTERRUPTED.format(data=data, aside=aside, **quoted))


def replace_data(new: Path, folder: Path) -> Path | None:
    """Move the files of `new`, which are on disk, into a data folder. Return the folder with the
    earlier data, if there was any."""
    interrupted = interrupted_restore(folder)
    aside = _set_aside(folder)
    for name in (*SMALL_FILES, *_SQLITE_SIDE_FILES):
        if name in SMALL_FILES and (new / name).exists():
            os.replace(new / name, folder / name)
        else:  # SQLite would apply an old write-ahead log to the new database
            (folder / name).unlink(missing_ok=True)
    sync(folder)
    os.replace(new / DATABASE, folder / DATABASE)
    sync(folder)
    return interrupted or aside


def _has_database(folder: Path) -> bool:
    database = folder / DATABASE
    return database.exists() and database.stat().st_size > 0


def _set_aside(folder: Path) -> Path | None:
    database = folder / DATABASE
    if database.exists():
        _merge_write_ahead_log(database)
    others = [name for name in (*SMALL_FILES, *_SQLITE_SIDE_FILES) if (folder / name).exists()]
    if not others and not database.exists():
        return None
    now = datetime.now(UTC).strftime("%Y-%m-%d")
    aside = Path(mkdtemp(dir=folder, prefix=f"{_SET_ASIDE}{now}-"))
    for name in others:
        shutil.copy2(folder / name, aside / name)
        sync(aside / name)
    sync(aside)
    sync(folder)
    if database.exists():
        os.replace(database, aside / DATABASE)
        sync(aside)
        sync(folder)
    return aside


def _merge_write_ahead_log(database: Path) -> None:
    """Bring everything into the one file, which then needs no file beside it. This fails while
    another program has the database open. A damaged database stays as it is, with its files."""
    with translated_errors(str(database)):
        if _is_damaged(database):
            return
        with closing(sqlite3.connect(database, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
        sync(database)


def _is_damaged(database: Path) -> bool:
    try:
        with closing(open_read_only(database)) as db, translated_errors(str(database)):
            check_integrity(db, str(database))
    except Damaged:
        return True
    return False
