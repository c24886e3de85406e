"""What processes keep for each other in Postgres, and what is left of the dead."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cluehouse.server.cluster.leases import PERIODIC_JOBS, Leases
from cluehouse.server.storage import postgres_pool as line
from cluehouse.server.storage.archive import Statement
from cluehouse.server.storage.postgres import PostgresArchive
from tests.server.running_server import run_server
from tests.server.samples import A, B


@pytest.fixture
async def archive(database: str) -> AsyncIterator[PostgresArchive]:
    archive = await PostgresArchive.open(database)
    yield archive
    await archive.close()


async def somebody_waits(holder: "asyncpg.Connection[Any]") -> None:
    """Returns when somebody else wants a row or a table that is locked."""
    async with asyncio.timeout(20):
        while not await holder.fetch("SELECT FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.01)


async def test_two_who_want_the_same_rows_never_wait_for_each_other(
    archive: PostgresArchive, database: str
) -> None:
    """Whoever gives leases up takes the rows in order, as whoever claims them does."""
    for table in (B, A):  # Postgres would go through them as they came
        await archive.run(Statement("INSERT INTO leases VALUES (?1, ?2)", [(table, "one")]))
    claimer = await asyncpg.connect(database)
    lock = "SELECT FROM leases WHERE table_id = $1 FOR UPDATE"
    async with archive.postgres.connection() as postgres:
        async with claimer.transaction():
            await claimer.execute(lock, A)
            leaving = asyncio.create_task(Leases("one").renew(postgres, []))
            await somebody_waits(claimer)
            await claimer.execute(lock, B)
        await leaving
    await claimer.close()
    assert await archive.fetch("SELECT FROM leases") == []


async def test_what_was_written_anew_is_forgotten_with_its_table(archive: PostgresArchive) -> None:
    for table in (A, B):
        await archive.write(table, 0, b"Ada sits down")
        await archive.rewrite(table, {0: b"somebody sits down"})
    await archive.run(Statement("DELETE FROM book WHERE table_id = ?1", [(A,)]))
    await archive.leave_no_trace()
    assert await archive.fetch("SELECT table_id FROM rewritings") == [(B,)]


async def gone(archive: PostgresArchive, query: str) -> None:
    """Returns when nothing of the kind is there any more."""
    async with asyncio.timeout(20):
        while await archive.fetch(query):
            await asyncio.sleep(0.05)


async def test_what_a_dead_process_had_is_cleared_away_soon(
    tmp_path: Path, database: str, archive: PostgresArchive
) -> None:
    """Who was connected to it, and what it drove."""
    dead = "INSERT INTO processes VALUES ('dead', '2000-01-01', 1, 'Ada, from 192.0.2.7')"
    await archive.postgres.fetch(dead)
    await archive.run(Statement("INSERT INTO leases VALUES (?1, ?2)", [(A, "dead")]))
    async with run_server(tmp_path, database_url=database):
        await gone(archive, "SELECT FROM processes WHERE id = 'dead'")
        await gone(archive, "SELECT FROM leases WHERE process = 'dead'")


async def test_a_process_that_cannot_look_still_says_that_it_lives(
    tmp_path: Path, database: str, archive: PostgresArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "COMMAND_TIMEOUT_S", 1000.0)
    holder = await asyncpg.connect(database)
    async with run_server(tmp_path, database_url=database), holder.transaction():
        await holder.execute("LOCK TABLE leases IN ACCESS EXCLUSIVE MODE")
        await somebody_waits(holder)
        async with asyncio.timeout(20):
            seen = await archive.fetch("SELECT seen FROM processes")
            while await archive.fetch("SELECT seen FROM processes") == seen:
                await asyncio.sleep(0.05)
    await holder.close()


async def test_whoever_takes_over_the_chores_does_them(
    tmp_path: Path, database: str, archive: PostgresArchive
) -> None:
    """Though another process, just killed, had them when the house opened."""
    killed = "INSERT INTO processes VALUES ('killed', now() - interval '2 seconds', 1, '{}')"
    await archive.postgres.fetch(killed)
    await archive.run(Statement("INSERT INTO leases VALUES (?1, ?2)", [(PERIODIC_JOBS, "killed")]))
    old = "INSERT INTO reports (at, table_id, by_guest, about_guest, name, address, words) "
    await archive.postgres.fetch(old + "VALUES (0, '', '', '', '', '', '')")
    async with run_server(tmp_path, database_url=database):
        await gone(archive, "SELECT FROM reports")
