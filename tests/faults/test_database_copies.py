"""Database and write-ahead log copied during a burst of writes, at once or one after the other,
without the other files of the data folder, and opened elsewhere."""

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
from tests.faults.audit import Audit
from tests.faults.simulated_players import SimulatedPlayers, TableSetup
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of
from tests.server_process import TEST_TIMEOUT_S, ServerProcess

COPIED = ("cluehouse.db", "cluehouse.db-wal", "secret")

TABLES = [TableSetup("keyhole", "people")] * 6


@contextmanager
def stopped(server: ServerProcess) -> Iterator[None]:
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


async def burst(players: SimulatedPlayers) -> None:
    players.allow_connections()
    assert await players.stalled_tables(TEST_TIMEOUT_S) == []
    await asyncio.sleep(0.3)


def copy(server: ServerProcess, folder: Path) -> ServerProcess:
    folder.mkdir()
    for name in COPIED:
        shutil.copy(server.folder / name, folder)
    return ServerProcess(folder)


async def test_a_copy_has_everything_that_clients_received_before_it_was_made(
    tmp_path: Path,
) -> None:
    with ServerProcess.opened(tmp_path / "house") as server:
        players = SimulatedPlayers(server, TABLES, Random(1))
        async with players.playing():
            await burst(players)
            with stopped(server):
                await asyncio.sleep(0.2)  # until clients have read what is in their sockets
                copied = copy(server, tmp_path / "copy")
                await asyncio.to_thread(copied.open)
                losses = Audit(copied.database).check(players.transcripts)
            copied.end()
            assert losses == []
            assert await players.stalled_tables(TEST_TIMEOUT_S) == [], (
                "the original server plays on"
            )
            await players.end_server()
    assert Audit(server.database).check(players.transcripts) == []
    assert copied.new_log_lines() == ""


class Moment(NamedTuple):
    """The files of a running server at one moment."""

    database: bytes
    wal: bytes

    @classmethod
    def of(cls, database: Path) -> Self:
        return cls(database.read_bytes(), wal_of(database).read_bytes())


GAMES = (A, B, C)

MOMENTS = 16


async def test_a_copy_with_files_of_two_moments_is_refused_or_has_the_beginning_of_each_game(
    tmp_path: Path,
) -> None:
    """Between the two moments the server may have reset its write-ahead log."""
    moments = await moments_of(tmp_path / "house.db", Random(1))
    results: Counter[str] = Counter()
    for number, (sooner, later) in enumerate(combinations(moments, 2)):
        copied = tmp_path / f"{number}.db"
        copied.write_bytes(sooner.database)
        wal_of(copied).write_bytes(later.wal)
        results += await results_in(copied)
    assert results.keys() == {"refused on open", "refused on read", "readable"}


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


async def results_in(copied: Path) -> Counter[str]:
    try:
        archive = SqliteArchive.open(copied)
    except Damaged:
        return Counter(["refused on open"])
    try:
        return Counter([await result_of(game, archive) for game in GAMES])
    finally:
        await archive.close()


async def result_of(game: TableId, archive: SqliteArchive) -> str:
    try:
        entries = list(await archive.read(game, BEGINNING))
    except Damaged:
        return "refused on read"
    assert entries == [DEAL, *map(entry_of, range(1, len(entries)))][: len(entries)]
    return "readable"


async def test_a_truncated_write_ahead_log_gives_the_beginning_of_the_game(
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
        read = await entries_in(copied)
        assert read == entries[: len(read)]
        lengths.add(len(read))
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
