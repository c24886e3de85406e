"""What a failing disk or database means: a typed answer, with words for a host.

Only what the house suffers has an answer here. A wrong statement or value is a bug and stays loud.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from cluehouse.core.errors import Damaged, DiskFull, Locked, Taken, Unavailable

_NO_ROOM = "no room left to write {file}: free some disk space; play goes on without a restart"
_HELD = "another program holds {file}: close it (a database browser, a backup) and try again"
_DAMAGED = (
    "{file} is damaged, or no database of ours: stop the house, keep that file aside, and put a "
    "backup in its place, without the -wal and -shm files beside it"
)
_FAILED = "{file} cannot be used: {error}"

_DUPLICATES = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE}
_OUT_OF_ROOM = {errno.ENOSPC, errno.EDQUOT}

_Answer = tuple[type[Unavailable], str]
_ANSWERS: dict[int, _Answer] = {
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


def answer_to(error: Exception, file: str) -> Exception:
    """What to tell whoever waits; a bug is its own answer."""
    match error:
        case sqlite3.Error():
            return _database_answer(error, file)
        case OSError(errno=number):
            kind, words = (DiskFull, _NO_ROOM) if number in _OUT_OF_ROOM else (Unavailable, _FAILED)
            return kind(words.format(file=file, error=error.strerror))
        case _:
            return error


@contextmanager
def answering(file: str) -> Iterator[None]:
    """Raise the answer instead of the failure."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        answer = answer_to(error, file)
        if answer is error:
            raise
        raise answer from error


def damaged(file: str) -> Damaged:
    return Damaged(_DAMAGED.format(file=file))


def _database_answer(error: sqlite3.Error, file: str) -> Exception:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_MISUSE)  # absent: never reached SQLite
    if code in _DUPLICATES:
        return Taken("another writer was first")
    if (answer := _ANSWERS.get(code & 0xFF)) is None:  # the low byte is the kind of failure
        return error
    kind, words = answer
    return kind(words.format(file=file, error=error))
