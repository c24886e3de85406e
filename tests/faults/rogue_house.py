"""Houses that break a promise, so that the kill test can be seen to notice.

usage: python -m tests.faults.rogue_house VICE serve …      otherwise as `cluehouse`
"""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from cluehouse import cli
from cluehouse.core.ids import Seq
from cluehouse.core.record import Entry
from cluehouse.server.data_folder import DATABASE, SECRET
from cluehouse.server.log_sqlite import SqliteArchive
from cluehouse.table.ports import TableId

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


VICES: Final[dict[str, Callable[[Path], None]]] = {
    vice.__name__: vice
    for vice in (tell_before_writing, lose_the_last_move, lose_the_last_page, lose_its_secret)
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
