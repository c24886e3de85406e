"""The databases of a house: SQLite's file, and a Postgres that one test process shares; and a house
that is open, with people who come there."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cluehouse.server.net import rate_limits
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.server.storage.sqlite import SqliteArchive
from tests.server.postgres_server import PostgresServer, running_postgres
from tests.server.running_server import Caller, run_server

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
async def archive(open_archive: OpenArchive) -> AsyncIterator[Archive]:
    archive = await open_archive()
    yield archive
    await archive.close()


@pytest.fixture
def settings() -> dict[str, Any]:
    """Of the house: the usual ones, unless a file of tests has others."""
    return {}


@pytest.fixture
async def host(tmp_path: Path, settings: dict[str, Any]) -> AsyncIterator[str]:
    async with run_server(tmp_path, **settings) as address:
        yield address


@pytest.fixture
def no_penalty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is too fast is told so at once."""
    monkeypatch.setattr(rate_limits, "REJECT_DELAY_S", (0.0, 0.0))


def guest(name: str) -> Any:
    """A fixture: somebody who has come to the house."""

    @pytest.fixture
    async def come(host: str) -> AsyncIterator[Caller]:
        async with Caller.named(host, name) as caller:
            yield caller

    return come


ada, ben, blaise, eve = map(guest, ("Ada", "Ben", "Blaise", "Eve"))
