"""A house in Postgres, or its Postgres, killed while people play: what they were told is kept."""

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
    """Into a copy, in a file, of what Postgres has."""

    def __init__(self, address: str, copy: Path) -> None:
        super().__init__(copy)
        self._address = address

    def hold(self, witnesses: Iterable[Witness]) -> list[Loss]:
        with ThreadPoolExecutor() as thread:  # this one's loop is running
            kept = thread.submit(asyncio.run, _read(self._address)).result()
        self._database.unlink(missing_ok=True)
        with closing(sqlite3.connect(self._database)) as copy, copy:
            for table, rows in kept.items():
                columns = COLUMNS[table]
                copy.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
                signs = ", ".join("?" for _ in columns)
                copy.executemany(f"INSERT INTO {table} VALUES ({signs})", rows)
        return super().hold(witnesses)


async def _read(address: str) -> dict[str, list[tuple[Any, ...]]]:
    connection = await asyncpg.connect(address)
    try:
        kept = {}
        for table, columns in COLUMNS.items():
            rows = await connection.fetch(f"SELECT {', '.join(columns)} FROM {table}")
            kept[table] = [tuple(row) for row in rows]
        return kept
    finally:
        await connection.close()


@pytest.fixture
def server(tmp_path: Path, database: str) -> ServerProcess:
    return ServerProcess(tmp_path / "house", "--database-url", database)


@pytest.fixture
def inquest(tmp_path: Path, database: str) -> PostgresInquest:
    return PostgresInquest(database, tmp_path / "copy.db")


async def test_nothing_that_anybody_was_told_is_lost_when_a_house_is_killed(
    server: ServerProcess, inquest: PostgresInquest
) -> None:
    report = await Campaign(server, TABLES, rounds=1, inquest=inquest).run([signal.SIGKILL])
    assert report.trouble == []
    assert report.checked["keyhole"]["moves"] > 0


def is_request(refusal: str) -> bool:
    """By HTTP, no move: whose line broke on the way, and nobody knows what became of it."""
    return refusal.startswith("503 ")


async def test_nor_when_its_postgres_is(
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
