"""The databases of a house: SQLite's file, and a Postgres that one test process shares; and a house
that is open, with two who come there."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from cluehouse.server.archive import Archive
from cluehouse.server.log_postgres import PostgresArchive
from cluehouse.server.log_sqlite import SqliteArchive
from tests.server.open_house import Caller, open_house
from tests.server.postgres_server import PostgresServer, running_postgres

OpenArchive = Callable[[], Awaitable[Archive]]
"""The same one every time."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture
async def database(postgres: PostgresServer) -> str:
    """The address of an empty one."""
    return await postgres.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def open_archive(request: pytest.FixtureRequest, tmp_path: Path) -> OpenArchive:
    if request.param == "postgres":
        address = request.getfixturevalue("database")
        return lambda: PostgresArchive.open(address)

    async def open_file() -> Archive:
        return SqliteArchive.open(tmp_path / "house.db")

    return open_file


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[str]:
    async with open_house(tmp_path) as address:
        yield address


@pytest.fixture
async def ada(host: str) -> AsyncIterator[Caller]:
    async with Caller.named(host, "Ada") as caller:
        yield caller


@pytest.fixture
async def blaise(host: str) -> AsyncIterator[Caller]:
    async with Caller.named(host, "Blaise") as caller:
        yield caller
