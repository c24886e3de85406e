"""Database and write-ahead log copied in the middle of a burst, at once or one after the other,
without the rest of the folder's files, and opened elsewhere."""

import asyncio
import os
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple, Self

from cluehouse.core.errors import Damaged
from cluehouse.core.ids import Seq
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import TableId
from tests.faults.crowd import Crowd, Setting
from tests.faults.inquest import Inquest
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of
from tests.server_process import PATIENCE, ServerProcess

COPIED = ("cluehouse.db", "cluehouse.db-wal", "secret")

TABLES = [Setting("keyhole", "people")] * 6


@contextmanager
def at_a_standstill(server: ServerProcess) -> Iterator[None]:
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


async def burst(crowd: Crowd) -> None:
    crowd.let_in()
    assert await crowd.goes_on(PATIENCE) == []
    await asyncio.sleep(0.3)


def copy(server: ServerProcess, folder: Path) -> ServerProcess:
    folder.mkdir()
    for name in COPIED:
        shutil.copy(server.folder / name, folder)
    return ServerProcess(folder)


async def test_a_copy_holds_everything_that_was_told_before_it_was_made(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "house") as server:
        crowd = Crowd(server, TABLES, Random(1))
        async with crowd.playing():
            await burst(crowd)
            with at_a_standstill(server):
                await asyncio.sleep(0.2)  # until everybody has heard what is on its way
                copied = copy(server, tmp_path / "copy")
                await asyncio.to_thread(copied.open)
                losses = Inquest(copied.database).hold(crowd.witnesses)
            copied.end()
            assert losses == []
            assert await crowd.goes_on(PATIENCE) == [], "the first house does not notice"
            await crowd.outlive()
    assert Inquest(server.database).hold(crowd.witnesses) == []
    assert copied.journal() == ""


class Moment(NamedTuple):
    """The files of a house that plays on."""

    database: bytes
    wal: bytes

    @classmethod
    def of(cls, database: Path) -> Self:
        return cls(database.read_bytes(), wal_of(database).read_bytes())


GAMES = (A, B, C)

MOMENTS = 16


async def test_a_copy_whose_files_are_of_two_moments_is_refused_or_holds_the_beginning_of_a_game(
    tmp_path: Path,
) -> None:
    """Between the two the house may have begun its write-ahead log anew."""
    moments = await moments_of(tmp_path / "house.db", Random(1))
    fates: Counter[str] = Counter()
    for number, (sooner, later) in enumerate(combinations(moments, 2)):
        copied = tmp_path / f"{number}.db"
        copied.write_bytes(sooner.database)
        wal_of(copied).write_bytes(later.wal)
        fates += await fates_in(copied)
    assert fates.keys() == {"refused at the door", "refused at the table", "held"}


async def moments_of(database: Path, luck: Random) -> list[Moment]:
    archive, lengths = SqliteArchive.open(database), Counter[TableId]()
    for game in GAMES:
        await archive.create(header_of(game), DEAL)
    moments = []
    for _ in range(MOMENTS):
        for game in luck.sample(GAMES, 2):
            for _ in range(luck.randrange(40)):
                lengths[game] += 1
                await archive.append(game, Seq(lengths[game]), entry_of(lengths[game]))
        if luck.random() < 0.5:
            await archive.purge_erased()
        moments.append(Moment.of(database))
    await archive.close()
    return moments


async def fates_in(copied: Path) -> Counter[str]:
    try:
        archive = SqliteArchive.open(copied)
    except Damaged:
        return Counter(["refused at the door"])
    try:
        return Counter([await fate_of(game, archive) for game in GAMES])
    finally:
        await archive.close()


async def fate_of(game: TableId, archive: SqliteArchive) -> str:
    try:
        told = list(await archive.read(game, BEGINNING))
    except Damaged:
        return "refused at the table"
    assert told == [DEAL, *map(entry_of, range(1, len(told)))][: len(told)]
    return "held"


async def test_a_write_ahead_log_that_breaks_off_anywhere_gives_the_beginning_of_a_game(
    tmp_path: Path,
) -> None:
    database, entries = tmp_path / "house.db", [DEAL, *map(entry_of, range(1, 9))]
    archive = SqliteArchive.open(database)
    await archive.create(header_of(A), DEAL)
    for seq, entry in enumerate(entries[1:], start=1):
        await archive.append(A, Seq(seq), entry)
    whole, lengths = wal_of(database).read_bytes(), set[int]()
    for number, cut in enumerate(range(len(whole), 0, -1999)):
        copied = tmp_path / f"{number}.db"
        shutil.copy(database, copied)
        wal_of(copied).write_bytes(whole[:cut])
        told = await entries_in(copied)
        assert told == entries[: len(told)]
        lengths.add(len(told))
    await archive.close()
    assert {0, 1, 5, len(entries)} <= lengths


def wal_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


async def entries_in(database: Path) -> list[object]:
    archive = SqliteArchive.open(database)
    try:
        return list(await archive.read(A, BEGINNING))
    finally:
        await archive.close()
