"""The folder a house lives in. One process at a time: whoever comes second is refused.

The lock is the operating system's, on an open file: it goes when the process goes, however it
dies, so there is never a stale lock to clear away.
"""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from cluehouse.core.errors import Locked
from cluehouse.server.storage.db_errors import answering

DATABASE: Final = "cluehouse.db"
SECRET: Final = "secret"
"""Signs cookies."""
BANS: Final = "bans.txt"
WORDS: Final = "words.txt"
NAMES: Final = "names.json"
"""These three are the host's own, if there."""

PUSH: Final = "push.json"
"""The key by which push services know this house, if the operator made one."""

_LOCK = "lock"
_PID_DIGITS = 20


class DataFolder:
    """Made if missing, private to its owner, and ours until `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._lock: int | None = None
        with answering(str(self.path)):
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _lock(self.path)
        # A forked child would keep the lock when we are killed. Closing its copy frees nothing.
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


def _lock(folder: Path) -> int:
    """The lock file, open and ours."""
    lock = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        _claim(lock, folder)
    except BaseException:
        os.close(lock)
        raise
    return lock


def _claim(lock: int, folder: Path) -> None:
    """With our process id in it, for whoever comes second."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _refusal(lock, folder) from None
    os.ftruncate(lock, 0)
    os.pwrite(lock, str(os.getpid()).encode(), 0)


def _refusal(lock: int, folder: Path) -> Locked:
    pid = os.pread(lock, _PID_DIGITS, 0).decode("ascii", "replace")
    holder = f"process {pid}" if pid.isdecimal() else "another process"
    return Locked(
        f"the data folder {folder} is in use by {holder}: stop that one first, "
        "or choose another data folder"
    )
