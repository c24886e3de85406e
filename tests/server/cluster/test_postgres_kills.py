"""A server or its Postgres is killed during games: nothing acknowledged is lost."""

import asyncio
import signal
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import asyncpg
import pytest

from tests.faults.audit import Audit, Loss
from tests.faults.kill import EXPECTED_REFUSALS, KillRun
from tests.faults.simulated_players import SimulatedPlayers, TableSetup
from tests.faults.transcript import Transcript
from tests.server.postgres_server import PostgresServer
from tests.server_process import TEST_TIMEOUT_S, ServerProcess

TABLES: Final = [TableSetup("keyhole", "people"), TableSetup("keyhole", "bots")]

COLUMNS: Final = {
    "tables": ("id", "options", "seats", "key"),
    "log": ("table_id", "seq", "seat", "move", "events", "pages"),
    "book": ("table_id", "page", "note"),
}


class PostgresAudit(Audit):
    """Checks a copy of the Postgres tables in a SQLite file."""

    def __init__(self, address: str, copy: Path) -> None:
        super().__init__(copy)
        self._address = address

    def check(self, transcripts: Iterable[Transcript]) -> list[Loss]:
        with ThreadPoolExecutor() as thread:  # the event loop of this thread is running
            tables = thread.submit(asyncio.run, _read(self._address)).result()
        self._database.unlink(missing_ok=True)
        with closing(sqlite3.connect(self._database)) as copy, copy:
            for table, rows in tables.items():
                columns = COLUMNS[table]
                copy.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
                placeholders = ", ".join("?" for _ in columns)
                copy.executemany(f"INSERT INTO {table} VALUES ({placeholders})", rows)
        return super().check(transcripts)


async def _read(address: str) -> dict[str, list[tuple[Any, ...]]]:
    connection = await asyncpg.connect(address)
    try:
        tables = {}
        for table, columns in COLUMNS.items():
            rows = await connection.fetch(f"SELECT {', '.join(columns)} FROM {table}")
            tables[table] = [tuple(row) for row in rows]
        return tables
    finally:
        await connection.close()


@pytest.fixture
def server(tmp_path: Path, database: str) -> ServerProcess:
    return ServerProcess(tmp_path / "house", "--database-url", database)


@pytest.fixture
def audit(tmp_path: Path, database: str) -> PostgresAudit:
    return PostgresAudit(database, tmp_path / "copy.db")


async def test_nothing_acknowledged_is_lost_when_a_server_is_killed(
    server: ServerProcess, audit: PostgresAudit
) -> None:
    report = await KillRun(server, TABLES, rounds=1, audit=audit).run([signal.SIGKILL])
    assert report.problems == []
    assert report.checked["keyhole"]["moves"] > 0


def is_request(refusal: str) -> bool:
    """Return whether it is an HTTP request that lost its connection; its effect is unknown."""
    return refusal.startswith("503 ")


async def test_nothing_acknowledged_is_lost_when_postgres_is_killed(
    server: ServerProcess, audit: PostgresAudit, postgres: PostgresServer
) -> None:
    players = SimulatedPlayers(server, TABLES, Random(1))
    await asyncio.to_thread(server.open)
    try:
        async with players.playing():
            players.allow_connections()
            for _ in range(2):
                assert await players.stalled_tables(TEST_TIMEOUT_S) == []
                await asyncio.to_thread(postgres.stop)
                await asyncio.to_thread(postgres.start)
            assert await players.stalled_tables(TEST_TIMEOUT_S) == []
            assert await players.end_server(signal.SIGTERM) == 0
    finally:
        server.close()
    assert audit.check(players.transcripts) == []
    assert not [
        it for it in players.errors.refusals if it not in EXPECTED_REFUSALS and not is_request(it)
    ]
