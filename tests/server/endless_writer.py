"""A program that appends entries until it is killed, and prints each acknowledged one."""

import asyncio
import sys
from itertools import count
from pathlib import Path

from cluehouse.core.ids import Seq
from cluehouse.server.storage.data_folder import DataFolder
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import TableId
from tests.server.samples import DEAL, entry_of, header_of

TABLES = 8


async def main(folder: DataFolder, run: str) -> None:
    archive = SqliteArchive.open(folder.database)
    await asyncio.gather(*(append_forever(archive, TableId(f"{run}-{i}")) for i in range(TABLES)))


async def append_forever(archive: SqliteArchive, table: TableId) -> None:
    await archive.create(header_of(table), DEAL)
    print(table, 0, flush=True)
    for seq in count(1):
        await archive.append(table, Seq(seq), entry_of(seq))
        print(table, seq, flush=True)


if __name__ == "__main__":
    asyncio.run(main(DataFolder(Path(sys.argv[1])), run=sys.argv[2]))
