"""Features of the SQLite backend: one file, one writer, and a kill at any moment. The rest is
in test_archive."""

import asyncio
import stat
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cluehouse.core.ids import Seq
from cluehouse.server.storage.data_folder import DataFolder
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.server.storage.sqlite_connection import open_read_only
from cluehouse.table.ports import TableId
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of, held

ROOT = Path(__file__).parents[3]
LOCK_TIMEOUT_S = 60.0
"""Seconds to wait for a locked file: enough for a slow machine."""
NAME = b"Bartholomew"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
async def archive(path: Path) -> AsyncIterator[SqliteArchive]:
    archive = SqliteArchive.open(path, busy_timeout=LOCK_TIMEOUT_S)
    yield archive
    await archive.close()


async def test_a_cancelled_write_does_not_disturb_others(
    archive: SqliteArchive, path: Path
) -> None:
    for table in (A, B, C):
        await archive.create(header_of(table), DEAL)
    with held(path):
        tasks = [asyncio.create_task(archive.append(t, Seq(1), entry_of(1))) for t in (A, B, C)]
        await asyncio.sleep(0)  # all three are in the queue
        tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [
        type(None),
        asyncio.CancelledError,
        type(None),
    ]
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]
    assert await archive.read(C, BEGINNING) == [DEAL, entry_of(1)]
    known = await archive.read(B, BEGINNING)  # perhaps with the entry, perhaps without
    await archive.append(B, Seq(len(known)), entry_of(9))
    assert await archive.read(B, BEGINNING) == [*known, entry_of(9)]


def test_a_closed_event_loop_does_not_stop_the_writer(path: Path) -> None:
    archive = SqliteArchive.open(path, busy_timeout=LOCK_TIMEOUT_S)

    async def cancel_a_write() -> None:
        task = asyncio.create_task(archive.create(header_of(A), DEAL))
        await asyncio.sleep(0)
        task.cancel()

    async def use_another_loop() -> None:
        await archive.create(header_of(B), DEAL)
        assert await archive.read(B, BEGINNING) == [DEAL]
        await archive.close()

    with held(path):
        asyncio.run(cancel_a_write())
    asyncio.run(use_another_loop())


async def test_closing_finishes_pending_writes(path: Path) -> None:
    archive = SqliteArchive.open(path, busy_timeout=LOCK_TIMEOUT_S)
    with held(path):
        creating = [asyncio.create_task(archive.create(header_of(t), DEAL)) for t in (A, B, C)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(archive.close())
        await asyncio.sleep(0)
    assert await asyncio.gather(*creating) == [None, None, None]
    await closing
    assert not path.with_name("house.db-wal").exists()
    archive = SqliteArchive.open(path)
    for table in (A, B, C):
        assert await archive.read(table, BEGINNING) == [DEAL]
    await archive.close()


async def test_the_database_files_are_readable_by_their_owner_only(
    archive: SqliteArchive, path: Path
) -> None:
    await archive.create(header_of(A), DEAL)
    files = list(path.parent.glob("house.db*"))
    assert {file.name for file in files} == {"house.db", "house.db-wal", "house.db-shm"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@contextmanager
def during_a_backup(path: Path) -> Iterator[None]:
    """Hold a read transaction open, as a slow backup does."""
    reader = open_read_only(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM book").fetchone()
    yield
    reader.close()


def files_with_name(path: Path) -> set[str]:
    """Return the files that still contain the name."""
    return {it.name for it in path.parent.glob("house.db*") if NAME in it.read_bytes()}


async def until_name_is_gone(path: Path) -> None:
    async with asyncio.timeout(LOCK_TIMEOUT_S):
        while files_with_name(path):
            await asyncio.sleep(0.05)


async def test_data_erased_during_a_backup_is_purged_soon_after_it(
    archive: SqliteArchive, path: Path
) -> None:
    await archive.write(A, 0, NAME)
    with during_a_backup(path):
        await archive.rewrite(A, {0: b"erased"})
        await archive.purge_erased()
        await archive.write(A, 1, b"other writes do not wait for the backup")
        assert files_with_name(path) == {"house.db-wal"}
    await until_name_is_gone(path)


async def test_erased_data_that_could_not_be_purged_before_closing_is_purged_on_opening(
    path: Path,
) -> None:
    archive = SqliteArchive.open(path, busy_timeout=0.0)
    await archive.write(A, 0, NAME)
    with during_a_backup(path):
        await archive.rewrite(A, {0: b"erased"})
        await archive.purge_erased()
        await archive.close()
        assert files_with_name(path) == {"house.db-wal"}
        archive = SqliteArchive.open(path, busy_timeout=LOCK_TIMEOUT_S)
    await until_name_is_gone(path)
    assert await archive.pages(A, -1) == [b"erased"]
    await archive.close()


@pytest.mark.parametrize("acknowledged", [1, 40, 200, 201])
async def test_a_kill_loses_no_acknowledged_entry(tmp_path: Path, acknowledged: int) -> None:
    last_entries: dict[TableId, int] = {}
    for run in ("first", "second"):  # the second run uses the database that the first one left
        last_entries |= await asyncio.to_thread(_write_and_kill, tmp_path, run, acknowledged)
    with DataFolder(tmp_path) as folder:
        archive = SqliteArchive.open(folder.database)
        for table, last in last_entries.items():
            expected = [DEAL, *(entry_of(seq) for seq in range(1, last + 1))]
            assert (await archive.read(table, BEGINNING))[: last + 1] == expected
        await archive.close()


def _write_and_kill(folder: Path, run: str, acknowledged: int) -> dict[TableId, int]:
    """Return the last acknowledged entry of each table."""
    command = [sys.executable, "-m", "tests.server.endless_writer", str(folder), run]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        lines = [server.stdout.readline() for _ in range(acknowledged)]
        server.kill()
        lines += server.stdout.readlines()
    assert server.returncode == -9
    last_entries: dict[TableId, int] = defaultdict(int)
    for line in lines:
        if line.endswith(b"\n"):  # the last one may be cut short
            table, seq = line.decode().split()
            last_entries[TableId(table)] = int(seq)
    return last_entries
