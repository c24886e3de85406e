"""A file that the host of a server writes by hand, in the data folder, and may change any time."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import structlog

from cluehouse.core.errors import Unavailable
from cluehouse.server.storage.db_errors import answering

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class WatchedFile(Generic[T]):
    """What it says; a missing file is an empty one. What cannot be understood keeps a house from
    opening, and an open house at what it understood last."""

    def __init__(self, path: Path, understand: Callable[[str], T]) -> None:
        """`understand` raises ValueError, in words for the host."""
        self._path = path
        self._understand = understand
        self._stamp = self._present_stamp()
        self.value = self._read()

    def refresh(self) -> bool:
        """True if it says something new."""
        stamp = self._present_stamp()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self.value = self._read()
        except Unavailable as trouble:
            _log.error("a file of the host is not understood", detail=trouble.detail)
            return False
        return True

    def _read(self) -> T:
        with answering(str(self._path)):
            try:
                return self._understand(self._path.read_text("utf-8") if self._stamp else "")
            except ValueError as trouble:
                raise Unavailable(f"{self._path}: {trouble}") from None

    def _present_stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


def lines_of(text: str) -> list[tuple[int, str]]:
    """With their numbers; what follows a # is the host's own remark."""
    lines = ((number, line.partition("#")[0].strip()) for number, line in _numbered(text))
    return [(number, line) for number, line in lines if line]


def _numbered(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.splitlines(), start=1))
