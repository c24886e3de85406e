"""Database and write-ahead log copied in the middle of a burst, without the rest of the folder's
files, and opened elsewhere."""

import asyncio
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from cluehouse.core.ids import Seq
from cluehouse.server.log_sqlite import SqliteArchive
from tests.faults.crowd import Crowd, Setting
from tests.faults.house_process import PATIENCE, HouseProcess
from tests.faults.inquest import Inquest
from tests.server.samples import BEGINNING, DEAL, A, entry_of, header_of

COPIED = ("cluehouse.db", "cluehouse.db-wal", "secret")

TABLES = [Setting("keyhole", "people")] * 6


@contextmanager
def at_a_standstill(house: HouseProcess) -> Iterator[None]:
    os.kill(house.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(house.pid, signal.SIGCONT)


async def burst(house: HouseProcess, crowd: Crowd) -> None:
    house.let_in()
    assert await crowd.goes_on(PATIENCE) == []
    await asyncio.sleep(0.3)


def copy(house: HouseProcess, folder: Path) -> HouseProcess:
    folder.mkdir()
    for name in COPIED:
        shutil.copy(house.folder / name, folder)
    return HouseProcess(folder)


async def test_a_copy_holds_everything_that_was_told_before_it_was_made(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "house")
    await house.open()
    crowd = Crowd(house, TABLES, Random(1))
    try:
        async with crowd.playing():
            await burst(house, crowd)
            with at_a_standstill(house):
                await asyncio.sleep(0.2)  # until everybody has heard what is on its way
                copied = copy(house, tmp_path / "copy")
                await copied.open()
                losses = Inquest(copied.database).hold(crowd.witnesses)
            await copied.end()
            assert losses == []
            assert await crowd.goes_on(PATIENCE) == [], "the first house does not notice"
            await house.end()
            await crowd.scattered()
    finally:
        await house.close()
    assert Inquest(house.database).hold(crowd.witnesses) == []
    assert copied.complaints() == ""


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
