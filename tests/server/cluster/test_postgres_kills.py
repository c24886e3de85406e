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

from tests.faults.crowd import Crowd, Setting
from tests.faults.inquest import Inquest, Loss
from tests.faults.kill import HARMLESS, Campaign
from tests.faults.witness import Witness
from tests.server.postgres_server import PostgresServer
from tests.server_process import PATIENCE, ServerProcess

TABLES: Final = [Setting("keyhole", "people"), Setting("keyhole", "bots")]

COLUMNS: Final = {
    "tables": ("id", "options", "seats", "key"),
    "log": ("table_id", "seq", "seat", "move", "events"),
    "book": ("table_id", "page", "note"),
}


class PostgresInquest(Inquest):
    """Checks a copy of the Postgres tables in a SQLite file."""

    def __init__(self, address: str, copy: Path) -> None:
        super().__init__(copy)
        self._address = address

    def hold(self, witnesses: Iterable[Witness]) -> list[Loss]:
        with ThreadPoolExecutor() as thread:  # the event loop of this thread is running
            tables = thread.submit(asyncio.run, _read(self._address)).result()
        self._database.unlink(missing_ok=True)
        with closing(sqlite3.connect(self._database)) as copy, copy:
            for table, rows in tables.items():
                columns = COLUMNS[table]
                copy.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
                placeholders = ", ".join("?" for _ in columns)
                copy.executemany(f"INSERT INTO {table} VALUES ({placeholders})", rows)
        return super().hold(witnesses)


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
def inquest(tmp_path: Path, database: str) -> PostgresInquest:
    return PostgresInquest(database, tmp_path / "copy.db")


async def test_nothing_acknowledged_is_lost_when_a_server_is_killed(
    server: ServerProcess, inquest: PostgresInquest
) -> None:
    report = await Campaign(server, TABLES, rounds=1, inquest=inquest).run([signal.SIGKILL])
    assert report.trouble == []
    assert report.checked["keyhole"]["moves"] > 0


def is_request(refusal: str) -> bool:
    """Return whether it is an HTTP request that lost its connection; its effect is unknown."""
    return refusal.startswith("503 ")


async def test_nothing_acknowledged_is_lost_when_postgres_is_killed(
    server: ServerProcess, inquest: PostgresInquest, postgres: PostgresServer
) -> None:
    crowd = Crowd(server, TABLES, Random(1))
    await asyncio.to_thread(server.open)
    try:
        async with crowd.playing():
            crowd.let_in()
            for _ in range(2):
                assert await crowd.goes_on(PATIENCE) == []
                await asyncio.to_thread(postgres.stop)
                await asyncio.to_thread(postgres.start)
            assert await crowd.goes_on(PATIENCE) == []
            assert await crowd.outlive(signal.SIGTERM) == 0
    finally:
        server.close()
    assert inquest.hold(crowd.witnesses) == []
    assert not [it for it in crowd.hearsay.refusals if it not in HARMLESS and not is_request(it)]
