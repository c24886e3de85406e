"""Translate errors of the disk and of SQLite into typed errors with texts for the operator.

Only failures of the environment are translated. A wrong statement or value is a bug and is raised
unchanged.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from cluehouse.core.errors import Damaged, DiskFull, Locked, Taken, Unavailable

_NO_ROOM = "no room left to write {file}: free some disk space; no restart is needed"
_HELD = "another program holds {file}: close it (a database browser, a backup) and try again"
_DAMAGED = (
    "{file} is damaged, or not a Cluehouse database: stop the server, move that file aside, and "
    "put a backup in its place, without the -wal and -shm files beside it"
)
_FAILED = "{file} cannot be used: {error}"

_DUPLICATE_KEY = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}
_OUT_OF_SPACE = {errno.ENOSPC, errno.EDQUOT}

_Translation = tuple[type[Unavailable], str]
_TRANSLATIONS: dict[int, _Translation] = {
    sqlite3.SQLITE_FULL: (DiskFull, _NO_ROOM),
    sqlite3.SQLITE_BUSY: (Locked, _HELD),
    sqlite3.SQLITE_LOCKED: (Locked, _HELD),
    sqlite3.SQLITE_PROTOCOL: (Locked, _HELD),
    sqlite3.SQLITE_CORRUPT: (Damaged, _DAMAGED),
    sqlite3.SQLITE_NOTADB: (Damaged, _DAMAGED),
    sqlite3.SQLITE_IOERR: (Unavailable, _FAILED),
    sqlite3.SQLITE_READONLY: (Unavailable, _FAILED),
    sqlite3.SQLITE_CANTOPEN: (Unavailable, _FAILED),
    sqlite3.SQLITE_PERM: (Unavailable, _FAILED),
    sqlite3.SQLITE_NOLFS: (Unavailable, _FAILED),
    sqlite3.SQLITE_INTERRUPT: (Unavailable, _FAILED),
}


def translate_error(error: Exception, file: str) -> Exception:
    """Return the typed error for callers; a bug is returned unchanged."""
    match error:
        case sqlite3.Error():
            return _translate_sqlite_error(error, file)
        case OSError(errno=number):
            kind, text = (DiskFull, _NO_ROOM) if number in _OUT_OF_SPACE else (Unavailable, _FAILED)
            return kind(text.format(file=file, error=error.strerror))
        case _:
            return error


@contextmanager
def translated_errors(file: str) -> Iterator[None]:
    """Raise the translated error in place of an error of the disk or of SQLite."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        translated = translate_error(error, file)
        if translated is error:
            raise
        raise translated from error


def damaged(file: str) -> Damaged:
    return Damaged(_DAMAGED.format(file=file))


def _translate_sqlite_error(error: sqlite3.Error, file: str) -> Exception:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_MISUSE)  # absent: never reached SQLite
    if code in _DUPLICATE_KEY:
        return Taken("another writer was first")
    if (translation := _TRANSLATIONS.get(code & 0xFF)) is None:  # low byte: primary result code
        return error
    kind, text = translation
    return kind(text.format(file=file, error=error))
