"""Houses that break a promise, so that the kill test can be seen to notice, and one whose disk can
be full.

usage: python -m tests.faults.rogue_server VICE serve …      otherwise as `cluehouse`
"""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from cluehouse import cli
from cluehouse.core.ids import Seq
from cluehouse.core.record import Entry
from cluehouse.server.storage.data_folder import DATABASE, SECRET
from cluehouse.server.storage.group_commit import GroupCommit
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import TableId

NO_ROOM: Final = "no_room"
MOST_PAGES: Final = 2**32 - 2
"""Of a database, as long as there is room."""

LATE: Final = 0.3
"""Seconds after which a hasty house writes down what it told long ago."""


def tell_before_writing(_folder: Path) -> None:
    append, writing = SqliteArchive.append, set[asyncio.Task[None]]()

    async def write(archive: SqliteArchive, table: TableId, seq: Seq, entry: Entry) -> None:
        await asyncio.sleep(LATE)
        await append(archive, table, seq, entry)

    async def hasty(archive: SqliteArchive, table: TableId, seq: Seq, entry: Entry) -> None:
        writing.add(asyncio.create_task(write(archive, table, seq, entry)))

    SqliteArchive.append = hasty  # type: ignore[method-assign, assignment]


def lose_the_last_move(folder: Path) -> None:
    _forget_last(folder, "log", "seq")


def lose_the_last_page(folder: Path) -> None:
    _forget_last(folder, "book", "page")


def lose_its_secret(folder: Path) -> None:
    (folder / SECRET).unlink(missing_ok=True)


def fill_its_disk(folder: Path) -> None:
    """While the file is there, the database has no room for one more page than it has."""
    commit = GroupCommit._commit

    def cramped(writer: GroupCommit, batch: Any) -> list[Exception | None]:
        most = 1 if (folder / NO_ROOM).exists() else MOST_PAGES
        writer._db.execute(f"PRAGMA max_page_count = {most}")
        return commit(writer, batch)

    GroupCommit._commit = cramped  # type: ignore[method-assign, assignment]


VICES: Final[dict[str, Callable[[Path], None]]] = {
    vice.__name__: vice
    for vice in (
        tell_before_writing,
        lose_the_last_move,
        lose_the_last_page,
        lose_its_secret,
        fill_its_disk,
    )
}


def _forget_last(folder: Path, kept: str, number: str) -> None:
    last = f"SELECT table_id, max({number}) FROM {kept} GROUP BY table_id"
    if (folder / DATABASE).exists():
        with closing(sqlite3.connect(folder / DATABASE)) as db, db:
            db.execute(f"DELETE FROM {kept} WHERE (table_id, {number}) IN ({last})")


if __name__ == "__main__":
    vice, arguments = sys.argv[1], sys.argv[2:]
    VICES[vice](Path(arguments[arguments.index("--data") + 1]))
    sys.exit(cli.main(arguments))
