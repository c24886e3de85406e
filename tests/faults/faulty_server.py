"""Servers with a fault: some lose data, which the kill test must notice, and one has a full disk.

usage: python -m tests.faults.faulty_server FAULT serve …      otherwise as `cluehouse`
"""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from cluehouse import cli
from cluehouse.server.storage.data_folder import DATABASE, SECRET
from cluehouse.server.storage.group_commit import GroupCommit
from cluehouse.server.storage.sqlite import SqliteArchive

DISK_FULL: Final = "disk_full"
"""The disk is full while a file of this name exists."""
MAX_PAGES: Final = 2**32 - 2
"""SQLite's own limit of pages in a database."""

WRITE_DELAY_S: Final = 0.3
"""The time after which `answer_before_writing` writes what it has sent."""


def answer_before_writing(_folder: Path) -> None:
    append, writing = SqliteArchive.append, set[asyncio.Task[None]]()

    async def write(archive: SqliteArchive, *entry: Any) -> None:
        await asyncio.sleep(WRITE_DELAY_S)
        await append(archive, *entry)

    async def append_later(archive: SqliteArchive, *entry: Any) -> None:
        writing.add(asyncio.create_task(write(archive, *entry)))

    SqliteArchive.append = append_later  # type: ignore[method-assign, assignment]


def lose_the_last_move(folder: Path) -> None:
    _delete_last(folder, "log", "seq")


def lose_the_last_page(folder: Path) -> None:
    _delete_last(folder, "book", "page")


def lose_the_secret(folder: Path) -> None:
    (folder / SECRET).unlink(missing_ok=True)


def fill_the_disk(folder: Path) -> None:
    """While the file DISK_FULL exists, the database cannot grow by a page."""
    commit = GroupCommit._commit

    def commit_with_limit(writer: GroupCommit, batch: Any) -> list[Exception | None]:
        most = 1 if (folder / DISK_FULL).exists() else MAX_PAGES
        writer._db.execute(f"PRAGMA max_page_count = {most}")
        return commit(writer, batch)

    GroupCommit._commit = commit_with_limit  # type: ignore[method-assign, assignment]


FAULTS: Final[dict[str, Callable[[Path], None]]] = {
    fault.__name__: fault
    for fault in (
        answer_before_writing,
        lose_the_last_move,
        lose_the_last_page,
        lose_the_secret,
        fill_the_disk,
    )
}


def _delete_last(folder: Path, kept: str, number: str) -> None:
    last = f"SELECT table_id, max({number}) FROM {kept} GROUP BY table_id"
    if (folder / DATABASE).exists():
        with closing(sqlite3.connect(folder / DATABASE)) as db, db:
            db.execute(f"DELETE FROM {kept} WHERE (table_id, {number}) IN ({last})")


if __name__ == "__main__":
    fault, arguments = sys.argv[1], sys.argv[2:]
    FAULTS[fault](Path(arguments[arguments.index("--data") + 1]))
    sys.exit(cli.main(arguments))
