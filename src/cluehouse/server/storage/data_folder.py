"""The data folder, locked by one process at a time: a second process is rejected.

The lock is an operating system lock on an open file. It is released when the process ends, however
it ends, so there is never a stale lock to remove.
"""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from cluehouse.core.errors import Locked
from cluehouse.server.storage.db_errors import translated_errors

DATABASE: Final = "cluehouse.db"
SECRET: Final = "secret"
"""File with the key that signs cookies."""
BANS: Final = "bans.txt"
WORDS: Final = "words.txt"
NAMES: Final = "names.json"
"""These three files are written by the operator, and optional."""

PUSH: Final = "push.json"
"""File with the VAPID key that identifies this server to push services; made by the operator."""

_LOCK = "lock"
_PID_DIGITS = 20


class DataFolder:
    """Create the folder if missing, readable by its owner only, and lock it until `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._lock: int | None = None
        with translated_errors(str(self.path)):
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _lock(self.path)
        # A forked child would keep the lock when this process is killed. Closing the child's copy
        # of the file descriptor does not release the lock.
        os.register_at_fork(after_in_child=self.release)

    @property
    def database(self) -> Path:
        return self.path / DATABASE

    def release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


def sync(path: Path) -> None:
    """Flush a file to disk, or the names of the files in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _lock(folder: Path) -> int:
    """Return the file descriptor of the lock file, locked."""
    lock = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        _acquire(lock, folder)
    except BaseException:
        os.close(lock)
        raise
    return lock


def _acquire(lock: int, folder: Path) -> None:
    """Lock the file and write this process's id into it, for the error of a second process."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _locked_error(lock, folder) from None
    os.ftruncate(lock, 0)
    os.pwrite(lock, str(os.getpid()).encode(), 0)


def _locked_error(lock: int, folder: Path) -> Locked:
    pid = os.pread(lock, _PID_DIGITS, 0).decode("ascii", "replace")
    holder = f"process {pid}" if pid.isdecimal() else "another process"
    return Locked(
        f"the data folder {folder} is in use by {holder}: stop that process first, "
        "or choose another data folder"
    )
