"""A full disk, a held, read-only or damaged database: a typed answer, and play goes on after it."""

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
from tests.server.samples import BEGINNING, DEAL, A, entry_of, header_of, held

AT_ONCE = 0.01
PAGE = 4096
LONG_CHAT = b"chat" * PAGE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def writing(path: Path) -> sqlite3.Connection:
    """The connection the archive writes with; ours to touch while nobody writes."""
    return open_to_write(path, busy_timeout=AT_ONCE)


@pytest.fixture
async def archive(path: Path, writing: sqlite3.Connection) -> AsyncIterator[SqliteArchive]:
    """With a table that has its deal and one entry, all of it in the main file."""
    archive = SqliteArchive(writing, open_to_read(path, busy_timeout=AT_ONCE), path.name)
    await archive.create(header_of(A), DEAL)
    await archive.append(A, Seq(1), entry_of(1))
    writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    yield archive
    await archive.close()


async def plays_on(archive: SqliteArchive) -> bool:
    """The failed entry is not there, and now it can be."""
    before = await archive.read(A, BEGINNING)
    await archive.append(A, Seq(2), entry_of(2))
    after = await archive.read(A, BEGINNING)
    return (before, after) == ([DEAL, entry_of(1)], [DEAL, entry_of(1), entry_of(2)])


async def test_a_full_disk(archive: SqliteArchive, writing: sqlite3.Connection) -> None:
    (pages,) = writing.execute("PRAGMA page_count").fetchone()
    writing.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(2):
        with pytest.raises(DiskFull, match=r"house\.db: free some disk space"):
            await archive.write(A, 0, LONG_CHAT)
    writing.execute(f"PRAGMA max_page_count = {2 * pages + len(LONG_CHAT) // PAGE}")
    assert await archive.pages(A, -1) == []
    await archive.write(A, 0, LONG_CHAT)
    assert await archive.pages(A, -1) == [LONG_CHAT]
    assert await plays_on(archive)


async def test_a_disk_that_fails_in_the_middle_of_a_commit(archive: SqliteArchive) -> None:
    with _no_file_may_grow_over(PAGE), pytest.raises(Unavailable, match=r"house\.db") as failure:
        await archive.append(A, Seq(2), entry_of(2))
    assert type(failure.value) is Unavailable
    assert "disk I/O error" in failure.value.detail
    assert await plays_on(archive)


async def test_a_database_that_another_program_holds(archive: SqliteArchive, path: Path) -> None:
    with held(path):
        with pytest.raises(Locked, match=r"another program holds house\.db"):
            await archive.append(A, Seq(2), entry_of(2))
        assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]
    assert await plays_on(archive)


async def test_a_database_that_may_not_be_written(
    archive: SqliteArchive, writing: sqlite3.Connection
) -> None:
    writing.execute("PRAGMA query_only = ON")
    with pytest.raises(Unavailable, match=r"house\.db cannot be used: .*readonly") as failure:
        await archive.append(A, Seq(2), entry_of(2))
    assert type(failure.value) is Unavailable
    writing.execute("PRAGMA query_only = OFF")
    assert await plays_on(archive)


async def test_a_database_damaged_while_open(
    archive: SqliteArchive, writing: sqlite3.Connection, path: Path
) -> None:
    whole = _damage(path)
    writing.execute("PRAGMA shrink_memory")  # forget the pages read before
    for _ in range(2):
        with pytest.raises(Damaged, match=r"house\.db is damaged"):
            await archive.read(A, BEGINNING)
        with pytest.raises(Damaged, match=r"house\.db is damaged"):
            await archive.append(A, Seq(2), entry_of(2))
    _replace(path, whole)
    restored = SqliteArchive.open(path)
    assert await plays_on(restored)
    await restored.close()


@pytest.mark.parametrize("harm", ["scribbled", "cut short", "no database"])
def test_a_damaged_file_is_not_opened_and_not_touched(path: Path, harm: str) -> None:
    asyncio.run(_begin_a_table(path))
    whole = path.read_bytes()
    harmed = {
        "scribbled": _scribbled(whole),
        "cut short": whole[: -3 * PAGE],
        "no database": b"Dear diary, " * PAGE,
    }[harm]
    path.write_bytes(harmed)
    with pytest.raises(Damaged, match=r"house\.db is damaged.*backup"):
        SqliteArchive.open(path)
    assert path.read_bytes() == harmed


def test_a_file_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"house\.db cannot be used: No such file or directory"):
        SqliteArchive.open(tmp_path / "missing" / "house.db")


def test_writing_waits_for_the_disk_and_reading_never_writes(path: Path) -> None:
    writing = open_to_write(path, busy_timeout=AT_ONCE)
    reading = open_to_read(path, busy_timeout=AT_ONCE)
    settings = ("journal_mode", "synchronous", "mmap_size")
    chosen = [writing.execute(f"PRAGMA {setting}").fetchone()[0] for setting in settings]
    assert chosen == ["wal", 2, 0]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reading.execute("DELETE FROM log")
    reading.close()
    writing.close()


async def _begin_a_table(path: Path) -> None:
    archive = SqliteArchive.open(path)
    await archive.create(header_of(A), DEAL)
    await archive.close()


def _damage(path: Path) -> bytes:
    """What was there before."""
    whole = path.read_bytes()
    _replace(path, _scribbled(whole))
    return whole


def _replace(path: Path, contents: bytes) -> None:
    path.write_bytes(contents)


def _scribbled(whole: bytes) -> bytes:
    """The first page is as it was, so it still looks like a database."""
    return whole[:PAGE] + b"\xff" * (len(whole) - PAGE)


@contextmanager
def _no_file_may_grow_over(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
