"""Fixtures: archives on SQLite and on Postgres, a running server, and guests."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cluehouse.server.net import rate_limits
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.bots.messages import Question, Think, WorkerAnswer
from cluehouse.table.bots.pool import Worker
from tests.server.running_server import Caller, run_server

OpenArchive = Callable[[], Awaitable[Archive]]
"""Opens the same archive every time."""


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
    """Settings of the server: the defaults, unless a test module overrides this fixture."""
    return {}


@pytest.fixture
async def host(tmp_path: Path, settings: dict[str, Any]) -> AsyncIterator[str]:
    async with run_server(tmp_path, **settings) as address:
        yield address


@pytest.fixture
def no_penalty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reject clients over their rate limit without delay."""
    monkeypatch.setattr(rate_limits, "REJECT_DELAY_S", (0.0, 0.0))


@pytest.fixture
def hanging_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers answer no question, except for a novice's move: every other bot is late, always."""
    exchange = Worker._exchange

    async def hang(
        worker: Worker, process: asyncio.subprocess.Process, question: Question
    ) -> WorkerAnswer:
        if isinstance(question, Think) and question.level != "novice":
            await process.wait()
            raise asyncio.IncompleteReadError(b"", None)
        return await exchange(worker, process, question)

    monkeypatch.setattr(Worker, "_exchange", hang)


def guest(name: str) -> Any:
    """Make a fixture: a guest with this name."""

    @pytest.fixture
    async def named_guest(host: str) -> AsyncIterator[Caller]:
        async with Caller.named(host, name) as caller:
            yield caller

    return named_guest


ada, ben, blaise, eve = map(guest, ("Ada", "Ben", "Blaise", "Eve"))
