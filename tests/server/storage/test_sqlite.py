"""What is SQLite's own: one file, one writer, and a kill at any moment. The rest is in
test_archive."""

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
from cluehouse.server.storage.sqlite_connection import open_to_copy
from cluehouse.table.ports import TableId
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of, held

ROOT = Path(__file__).parents[3]
PATIENT = 60.0
"""Seconds: a file that is held is waited for, however slow the machine."""
NAME = b"Bartholomew"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
async def archive(path: Path) -> AsyncIterator[SqliteArchive]:
    archive = SqliteArchive.open(path, busy_timeout=PATIENT)
    yield archive
    await archive.close()


async def test_a_cancelled_caller_disturbs_nobody(archive: SqliteArchive, path: Path) -> None:
    for table in (A, B, C):
        await archive.create(header_of(table), DEAL)
    with held(path):
        tasks = [asyncio.create_task(archive.append(t, Seq(1), entry_of(1))) for t in (A, B, C)]
        await asyncio.sleep(0)  # all three stand in the queue
        tasks[1].cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(answer) for answer in answers] == [
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
    archive = SqliteArchive.open(path, busy_timeout=PATIENT)

    async def leave_without_waiting() -> None:
        task = asyncio.create_task(archive.create(header_of(A), DEAL))
        await asyncio.sleep(0)
        task.cancel()

    async def come_back() -> None:
        await archive.create(header_of(B), DEAL)
        assert await archive.read(B, BEGINNING) == [DEAL]
        await archive.close()

    with held(path):
        asyncio.run(leave_without_waiting())
    asyncio.run(come_back())


async def test_closing_finishes_what_was_asked(path: Path) -> None:
    archive = SqliteArchive.open(path, busy_timeout=PATIENT)
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


async def test_only_the_owner_may_read_the_secrets(archive: SqliteArchive, path: Path) -> None:
    await archive.create(header_of(A), DEAL)
    files = list(path.parent.glob("house.db*"))
    assert {file.name for file in files} == {"house.db", "house.db-wal", "house.db-shm"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@contextmanager
def read_by_a_backup(path: Path) -> Iterator[None]:
    """It reads the file as it is now, and takes its time."""
    reader = open_to_copy(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM book").fetchone()
    yield
    reader.close()


def names_in(path: Path) -> set[str]:
    """The files in which a name can still be read."""
    return {it.name for it in path.parent.glob("house.db*") if NAME in it.read_bytes()}


async def gone(path: Path) -> None:
    async with asyncio.timeout(PATIENT):
        while names_in(path):
            await asyncio.sleep(0.05)


async def test_what_was_erased_while_a_backup_read_is_gone_soon_after_it(
    archive: SqliteArchive, path: Path
) -> None:
    await archive.write(A, 0, NAME)
    with read_by_a_backup(path):
        await archive.rewrite(A, {0: b"nobody"})
        await archive.leave_no_trace()
        await archive.write(A, 1, b"others need not wait for the backup")
        assert names_in(path) == {"house.db-wal"}
    await gone(path)


async def test_what_could_not_be_emptied_before_the_house_closed_is_when_it_opens(
    path: Path,
) -> None:
    archive = SqliteArchive.open(path, busy_timeout=0.0)
    await archive.write(A, 0, NAME)
    with read_by_a_backup(path):
        await archive.rewrite(A, {0: b"nobody"})
        await archive.leave_no_trace()
        await archive.close()
        assert names_in(path) == {"house.db-wal"}
        archive = SqliteArchive.open(path, busy_timeout=PATIENT)
    await gone(path)
    assert await archive.pages(A, -1) == [b"nobody"]
    await archive.close()


@pytest.mark.parametrize("acknowledged", [1, 40, 200, 201])
async def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path, acknowledged: int) -> None:
    told: dict[TableId, int] = {}
    for run in ("first", "second"):  # the second one goes on with what the first one left
        told |= await asyncio.to_thread(_play_and_be_killed, tmp_path, run, acknowledged)
    with DataFolder(tmp_path) as folder:
        archive = SqliteArchive.open(folder.database)
        for table, last in told.items():
            expected = [DEAL, *(entry_of(seq) for seq in range(1, last + 1))]
            assert (await archive.read(table, BEGINNING))[: last + 1] == expected
        await archive.close()


def _play_and_be_killed(folder: Path, run: str, acknowledged: int) -> dict[TableId, int]:
    """The last entry of each table that was told before the end."""
    command = [sys.executable, "-m", "tests.server.endless_writer", str(folder), run]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        lines = [server.stdout.readline() for _ in range(acknowledged)]
        server.kill()
        lines += server.stdout.readlines()
    assert server.returncode == -9
    told: dict[TableId, int] = defaultdict(int)
    for line in lines:
        if line.endswith(b"\n"):  # the last one may be cut short
            table, seq = line.decode().split()
            told[TableId(table)] = int(seq)
    return told
