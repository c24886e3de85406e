"""A full disk, a locked, read-only or damaged database: a typed error, and recovery after it."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cluehouse.core.errors import Damaged, DiskFull, Locked, Unavailable
from cluehouse.core.ids import Seq
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.server.storage.sqlite_connection import open_to_read, open_to_write
from tests.server.samples import BEGINNING, DEAL, A, B, entry_of, header_of, held

NO_WAIT_S = 0.01
PAGE_BYTES = 4096
LONG_CHAT = b"chat" * PAGE_BYTES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def writing(path: Path) -> sqlite3.Connection:
    """The connection that the archive writes with; tests use it while no write is running."""
    return open_to_write(path, busy_timeout=NO_WAIT_S)


@pytest.fixture
async def archive(path: Path, writing: sqlite3.Connection) -> AsyncIterator[SqliteArchive]:
    """An archive with a table that has its deal and one entry, all of it in the main file."""
    archive = SqliteArchive(writing, open_to_read(path, busy_timeout=NO_WAIT_S), path.name)
    await archive.create(header_of(A), DEAL)
    await archive.append(A, Seq(1), entry_of(1))
    writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    yield archive
    await archive.close()


async def recovers(archive: SqliteArchive) -> bool:
    """Return whether the failed entry is missing, and can be written now."""
    before = await archive.read(A, BEGINNING)
    await archive.append(A, Seq(2), entry_of(2))
    after = await archive.read(A, BEGINNING)
    return (before, after) == ([DEAL, entry_of(1)], [DEAL, entry_of(1), entry_of(2)])


async def test_a_full_disk(archive: SqliteArchive, writing: sqlite3.Connection) -> None:
    (pages,) = writing.execute("PRAGMA page_count").fetchone()
    writing.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(2):
        with pytest.raises(DiskFull, match=r"house\.db: free some disk space"):
            await archive.write(B, 0, LONG_CHAT)
    writing.execute(f"PRAGMA max_page_count = {2 * pages + len(LONG_CHAT) // PAGE_BYTES}")
    assert await archive.pages(B, -1) == []
    await archive.write(B, 0, LONG_CHAT)
    assert await archive.pages(B, -1) == [LONG_CHAT]
    assert await recovers(archive)


async def test_a_disk_that_fails_during_a_commit(archive: SqliteArchive) -> None:
    with _max_file_size(PAGE_BYTES), pytest.raises(Unavailable, match=r"house\.db") as failure:
        await archive.append(A, Seq(2), entry_of(2))
    assert type(failure.value) is Unavailable
    assert "disk I/O error" in failure.value.detail
    assert await recovers(archive)


async def test_a_database_locked_by_another_program(archive: SqliteArchive, path: Path) -> None:
    with held(path):
        with pytest.raises(Locked, match=r"another program holds house\.db"):
            await archive.append(A, Seq(2), entry_of(2))
        assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]
    assert await recovers(archive)


async def test_a_read_only_database(archive: SqliteArchive, writing: sqlite3.Connection) -> None:
    writing.execute("PRAGMA query_only = ON")
    with pytest.raises(Unavailable, match=r"house\.db cannot be used: .*readonly") as failure:
        await archive.append(A, Seq(2), entry_of(2))
    assert type(failure.value) is Unavailable
    writing.execute("PRAGMA query_only = OFF")
    assert await recovers(archive)


async def test_a_database_damaged_while_open(
    archive: SqliteArchive, writing: sqlite3.Connection, path: Path
) -> None:
    intact = _overwrite(path)
    writing.execute("PRAGMA shrink_memory")  # drop cached pages
    for _ in range(2):
        with pytest.raises(Damaged, match=r"house\.db is damaged"):
            await archive.read(A, BEGINNING)
        with pytest.raises(Damaged, match=r"house\.db is damaged"):
            await archive.append(A, Seq(2), entry_of(2))
    _replace(path, intact)
    restored = SqliteArchive.open(path)
    assert await recovers(restored)
    await restored.close()


@pytest.mark.parametrize("damage", ["overwritten", "truncated", "no database"])
def test_a_damaged_file_is_neither_opened_nor_changed(path: Path, damage: str) -> None:
    asyncio.run(_create_a_table(path))
    intact = path.read_bytes()
    damaged = {
        "overwritten": _overwritten(intact),
        "truncated": intact[: -3 * PAGE_BYTES],
        "no database": b"plain text, " * PAGE_BYTES,
    }[damage]
    path.write_bytes(damaged)
    with pytest.raises(Damaged, match=r"house\.db is damaged.*backup"):
        SqliteArchive.open(path)
    assert path.read_bytes() == damaged


def test_a_file_that_cannot_be_created(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"house\.db cannot be used: No such file or directory"):
        SqliteArchive.open(tmp_path / "missing" / "house.db")


def test_writes_are_synchronous_and_the_reader_cannot_write(path: Path) -> None:
    writing = open_to_write(path, busy_timeout=NO_WAIT_S)
    reading = open_to_read(path, busy_timeout=NO_WAIT_S)
    settings = ("journal_mode", "synchronous", "mmap_size")
    chosen = [writing.execute(f"PRAGMA {setting}").fetchone()[0] for setting in settings]
    assert chosen == ["wal", 2, 0]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reading.execute("DELETE FROM log")
    reading.close()
    writing.close()


async def _create_a_table(path: Path) -> None:
    archive = SqliteArchive.open(path)
    await archive.create(header_of(A), DEAL)
    await archive.close()


def _overwrite(path: Path) -> bytes:
    """Return the contents from before."""
    intact = path.read_bytes()
    _replace(path, _overwritten(intact))
    return intact


def _replace(path: Path, contents: bytes) -> None:
    path.write_bytes(contents)


def _overwritten(intact: bytes) -> bytes:
    """Keep the first page, so that it still looks like a database."""
    return intact[:PAGE_BYTES] + b"\xff" * (len(intact) - PAGE_BYTES)


@contextmanager
def _max_file_size(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
