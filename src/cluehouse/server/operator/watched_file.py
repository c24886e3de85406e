"""Watch a file in the data folder that the operator edits, and reload it when it changes."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import structlog

from cluehouse.core.errors import Unavailable
from cluehouse.server.storage.db_errors import translated_errors

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class WatchedFile(Generic[T]):
    """The parsed content of a file; a missing file counts as empty. A file that cannot be parsed
    stops the server from starting; a running server keeps the last content it could parse."""

    def __init__(self, path: Path, parse: Callable[[str], T]) -> None:
        """`parse` raises ValueError with a message for the operator."""
        self._path = path
        self._parse = parse
        self._stamp = self._current_stamp()
        self.value = self._read()

    def refresh(self) -> bool:
        """Reload the file if it changed on disk. True if there is a new value."""
        stamp = self._current_stamp()
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self.value = self._read()
        except Unavailable as error:
            _log.error(
                "changed file cannot be parsed: its last valid content stays in use",
                detail=error.detail,
            )
            return False
        return True

    def _read(self) -> T:
        with translated_errors(str(self._path)):
            try:
                return self._parse(self._path.read_text("utf-8") if self._stamp else "")
            except ValueError as error:
                raise Unavailable(f"{self._path}: {error}") from None

    def _current_stamp(self) -> tuple[int, int, int] | None:
        """Modification time, size and inode; None if there is no file."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


def lines_of(text: str) -> list[tuple[int, str]]:
    """The non-empty lines with their numbers, without comments (from # to the end of a line)."""
    numbered = enumerate(text.splitlines(), start=1)
    lines = ((number, line.partition("#")[0].strip()) for number, line in numbered)
    return [(number, line) for number, line in lines if line]
