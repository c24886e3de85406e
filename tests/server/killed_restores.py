"""A program that restores a backup many times, each time into a new copy of a data folder, and dies
one step later each time: before it opens a file to write, renames, removes or flushes one, or runs
a SQL statement."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from cluehouse.server.storage.backup import restore

KILLED = 77
_STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "shutil.rmtree"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def die_before_step(number: int) -> None:
    steps = count(1)

    def step() -> None:
        if next(steps) == number:
            os._exit(KILLED)

    def on_event(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _STEPS or (event == "open" and arguments[2] & _WRITING):
            step()

    def flush(file: int, original: Callable[[int], None] = os.fsync) -> None:
        step()
        original(file)

    def connect(
        *arguments: Any, original: Callable[..., sqlite3.Connection] = sqlite3.connect, **more: Any
    ) -> sqlite3.Connection:
        connection = original(*arguments, **more)
        connection.set_trace_callback(lambda _sql: step())
        return connection

    os.fsync = flush  # type: ignore[assignment]
    sqlite3.connect = connect  # type: ignore[assignment]
    sys.addaudithook(on_event)


def restore_until_killed(backup: Path, data: Path, number: int) -> bool:
    """Return whether it died before this step; else there is no such step."""
    child = os.fork()
    if child == 0:
        die_before_step(number)
        restore(backup, data)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, KILLED), status
    return status == KILLED


if __name__ == "__main__":
    backup, before, folder = map(Path, sys.argv[1:])
    for number in count(1):
        data = folder / f"{number:03}"
        shutil.copytree(before, data)
        if not restore_until_killed(backup, data, number):
            break
