"""The log and the house book on SQLite: what is kept, what is refused, what ends."""

import asyncio
import sqlite3
import stat
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cluehouse.core.errors import Closed, Damaged, Taken
from cluehouse.core.ids import Seq
from cluehouse.server.data_folder import DataFolder
from cluehouse.server.log_sqlite import SqliteArchive
from cluehouse.table.ports import TableId
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of, held

ROOT = Path(__file__).parents[2]
PATIENT = 60.0
"""Seconds: a file that is held is waited for, however slow the machine."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
async def archive(path: Path) -> AsyncIterator[SqliteArchive]:
    archive = SqliteArchive.open(path, busy_timeout=PATIENT)
    yield archive
    await archive.close()


async def test_what_was_written_is_read_after_reopening(path: Path) -> None:
    archive = SqliteArchive.open(path)
    await archive.create(header_of(A), DEAL)
    await archive.append(A, Seq(1), entry_of(1))
    await archive.write(A, 0, b"Ada sits down")
    await archive.close()

    archive = SqliteArchive.open(path)
    assert await archive.header(A) == header_of(A)
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]
    assert await archive.pages(A, -1) == [b"Ada sits down"]
    await archive.close()


async def test_reading_starts_after_what_is_known(archive: SqliteArchive) -> None:
    await archive.create(header_of(A), DEAL)
    for seq in (1, 2, 3):
        await archive.append(A, Seq(seq), entry_of(seq))
        await archive.write(A, seq - 1, b"note %d" % seq)
    assert await archive.read(A, Seq(1)) == [entry_of(2), entry_of(3)]
    assert await archive.read(A, Seq(3)) == []
    assert await archive.pages(A, 0) == [b"note 2", b"note 3"]


async def test_tables_do_not_mix(archive: SqliteArchive) -> None:
    await asyncio.gather(*(archive.create(header_of(table), DEAL) for table in (A, B)))
    await archive.append(B, Seq(1), entry_of(1))
    await archive.write(B, 0, b"for b alone")
    assert await archive.read(A, BEGINNING) == [DEAL]
    assert await archive.pages(A, -1) == []


async def test_a_table_nobody_began_is_unknown(archive: SqliteArchive) -> None:
    with pytest.raises(KeyError):
        await archive.header(A)
    assert await archive.read(A, BEGINNING) == []
    assert await archive.pages(A, -1) == []


async def test_a_table_begins_once(archive: SqliteArchive) -> None:
    await archive.create(header_of(A), DEAL)
    with pytest.raises(Taken):
        await archive.create(header_of(A), entry_of(0))
    assert await archive.read(A, BEGINNING) == [DEAL]


async def test_a_table_begins_whole_or_not_at_all(archive: SqliteArchive, path: Path) -> None:
    with sqlite3.connect(path) as stray:
        stray.execute("INSERT INTO log VALUES (?, 0, NULL, 'null', '[]')", (A,))
    stray.close()
    with pytest.raises(Taken):
        await archive.create(header_of(A), DEAL)
    with pytest.raises(KeyError):
        await archive.header(A)


async def test_of_two_writers_one_wins_and_nobody_else_loses(archive: SqliteArchive) -> None:
    await asyncio.gather(*(archive.create(header_of(table), DEAL) for table in (A, B)))
    answers = await asyncio.gather(
        archive.append(A, Seq(1), entry_of(1)),
        archive.append(A, Seq(1), entry_of(7)),
        archive.append(A, Seq(2), entry_of(2)),
        archive.append(B, Seq(1), entry_of(1)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), Taken, type(None), type(None)]
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1), entry_of(2)]
    assert await archive.read(B, BEGINNING) == [DEAL, entry_of(1)]


async def test_of_two_archives_on_one_file_one_wins(archive: SqliteArchive, path: Path) -> None:
    rival = SqliteArchive.open(path)
    await archive.create(header_of(A), DEAL)
    await rival.append(A, Seq(1), entry_of(1))
    with pytest.raises(Taken):
        await archive.append(A, Seq(1), entry_of(7))
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]
    await rival.close()


async def test_a_page_is_written_once(archive: SqliteArchive) -> None:
    await archive.write(A, 0, b"first")
    with pytest.raises(Taken):
        await archive.write(A, 0, b"second")
    assert await archive.pages(A, -1) == [b"first"]


@pytest.mark.parametrize("seq", [2, 5, -1])
async def test_an_entry_that_would_leave_a_hole_is_a_bug(archive: SqliteArchive, seq: int) -> None:
    await archive.create(header_of(A), DEAL)
    with pytest.raises(ValueError, match="hole"):
        await archive.append(A, Seq(seq), entry_of(seq))
    with pytest.raises(ValueError, match="hole"):
        await archive.append(B, Seq(0), entry_of(0))
    assert await archive.read(A, BEGINNING) == [DEAL]
    assert await archive.read(B, BEGINNING) == []


async def test_a_page_that_would_leave_a_hole_is_a_bug(archive: SqliteArchive) -> None:
    with pytest.raises(ValueError, match="hole"):
        await archive.write(A, 1, b"too early")
    assert await archive.pages(A, -1) == []


async def test_the_deal_is_never_written_over(archive: SqliteArchive) -> None:
    await archive.create(header_of(A), DEAL)
    with pytest.raises(Taken):
        await archive.append(A, Seq(0), entry_of(0))


async def test_a_hole_in_what_is_stored_is_damage(archive: SqliteArchive, path: Path) -> None:
    await archive.create(header_of(A), DEAL)
    for seq in (1, 2):
        await archive.append(A, Seq(seq), entry_of(seq))
        await archive.write(A, seq - 1, b"note")
    with sqlite3.connect(path) as vandal:
        vandal.execute("DELETE FROM log WHERE seq = 1")
        vandal.execute("DELETE FROM book WHERE page = 0")
    vandal.close()
    with pytest.raises(Damaged, match=r"house\.db"):
        await archive.read(A, BEGINNING)
    with pytest.raises(Damaged, match=r"house\.db"):
        await archive.pages(A, -1)


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


async def test_a_closed_house_says_so(path: Path) -> None:
    archive = SqliteArchive.open(path)
    await archive.close()
    await archive.close()
    for asking in (
        archive.create(header_of(A), DEAL),
        archive.append(A, Seq(1), entry_of(1)),
        archive.write(A, 0, b"too late"),
        archive.header(A),
        archive.read(A, BEGINNING),
        archive.pages(A, -1),
    ):
        with pytest.raises(Closed):
            await asking


async def test_only_the_owner_may_read_the_secrets(archive: SqliteArchive, path: Path) -> None:
    await archive.create(header_of(A), DEAL)
    files = list(path.parent.glob("house.db*"))
    assert {file.name for file in files} == {"house.db", "house.db-wal", "house.db-shm"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


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
    command = [sys.executable, "-m", "tests.server.endless_house", str(folder), run]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as house:
        assert house.stdout is not None
        lines = [house.stdout.readline() for _ in range(acknowledged)]
        house.kill()
        lines += house.stdout.readlines()
    assert house.returncode == -9
    told: dict[TableId, int] = defaultdict(int)
    for line in lines:
        if line.endswith(b"\n"):  # the last one may be cut short
            table, seq = line.decode().split()
            told[TableId(table)] = int(seq)
    return told
