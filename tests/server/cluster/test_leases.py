"""Leases and heartbeats in Postgres, and cleanup after dead processes."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cluehouse.server.cluster.leases import PERIODIC_JOBS, Leases
from cluehouse.server.storage import postgres_pool
from cluehouse.server.storage.archive import Statement
from cluehouse.server.storage.postgres import PostgresArchive
from tests.server.running_server import run_server
from tests.server.samples import A, B


@pytest.fixture
async def archive(database: str) -> AsyncIterator[PostgresArchive]:
    archive = await PostgresArchive.open(database)
    yield archive
    await archive.close()


async def until_a_query_waits(holder: "asyncpg.Connection[Any]") -> None:
    """Return when another connection waits for a lock."""
    async with asyncio.timeout(20):
        while not await holder.fetch("SELECT FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.01)


async def test_claiming_and_releasing_leases_do_not_deadlock(
    archive: PostgresArchive, database: str
) -> None:
    """A release locks its rows in the same order as a claim."""
    for table in (B, A):  # Postgres would scan them in insertion order
        await archive.run(Statement("INSERT INTO leases VALUES (?1, ?2)", [(table, "one")]))
    claimer = await asyncpg.connect(database)
    lock = "SELECT FROM leases WHERE table_id = $1 FOR UPDATE"
    async with archive.postgres.connection() as postgres:
        async with claimer.transaction():
            await claimer.execute(lock, A)
            releasing = asyncio.create_task(Leases("one").renew(postgres, []))
            await until_a_query_waits(claimer)
            await claimer.execute(lock, B)
        await releasing
    await claimer.close()
    assert await archive.fetch("SELECT FROM leases") == []


async def test_rewrite_counts_are_deleted_with_their_table(archive: PostgresArchive) -> None:
    for table in (A, B):
        await archive.write(table, 0, b"Ada sits down")
        await archive.rewrite(table, {0: b"erased sits down"})
    await archive.run(Statement("DELETE FROM book WHERE table_id = ?1", [(A,)]))
    await archive.purge_erased()
    assert await archive.fetch("SELECT table_id FROM rewritings") == [(B,)]


async def until_gone(archive: PostgresArchive, query: str) -> None:
    """Return when the query finds no rows any more."""
    async with asyncio.timeout(20):
        while await archive.fetch(query):
            await asyncio.sleep(0.05)


async def test_clients_and_leases_of_a_dead_process_are_deleted_soon(
    tmp_path: Path, database: str, archive: PostgresArchive
) -> None:
    dead = "INSERT INTO processes VALUES ('dead', '2000-01-01', 1, 'Ada, from 192.0.2.7')"
    await archive.postgres.fetch(dead)
    await archive.run(Statement("INSERT INTO leases VALUES (?1, ?2)", [(A, "dead")]))
    async with run_server(tmp_path, database_url=database):
        await until_gone(archive, "SELECT FROM processes WHERE id = 'dead'")
        await until_gone(archive, "SELECT FROM leases WHERE process = 'dead'")


async def test_a_process_whose_poll_is_blocked_still_sends_heartbeats(
    tmp_path: Path, database: str, archive: PostgresArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_pool, "COMMAND_TIMEOUT_S", 1000.0)
    holder = await asyncpg.connect(database)
    async with run_server(tmp_path, database_url=database), holder.transaction():
        await holder.execute("LOCK TABLE leases IN ACCESS EXCLUSIVE MODE")
        await until_a_query_waits(holder)
        async with asyncio.timeout(20):
            seen = await archive.fetch("SELECT seen FROM processes")
            while await archive.fetch("SELECT seen FROM processes") == seen:
                await asyncio.sleep(0.05)
    await holder.close()


async def test_the_process_that_takes_over_the_periodic_jobs_runs_them(
    tmp_path: Path, database: str, archive: PostgresArchive
) -> None:
    """Another process, just killed, holds their lease when the server starts."""
    killed = "INSERT INTO processes VALUES ('killed', now() - interval '2 seconds', 1, '{}')"
    await archive.postgres.fetch(killed)
    await archive.run(Statement("INSERT INTO leases VALUES (?1, ?2)", [(PERIODIC_JOBS, "killed")]))
    old = "INSERT INTO reports (at, table_id, by_guest, about_guest, name, address, words) "
    await archive.postgres.fetch(old + "VALUES (0, '', '', '', '', '', '')")
    async with run_server(tmp_path, database_url=database):
        await until_gone(archive, "SELECT FROM reports")
