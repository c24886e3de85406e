"""Shared by all tests: the marker that cites a rule, deterministic Hypothesis examples, a test
order that starts the longest first, and one Postgres server per test process."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.server.postgres_server import PostgresServer, running_postgres

for _module in ("rules", "secrecy", "wire", "pages"):
    pytest.register_assert_rewrite(f"tests.contract.{_module}_checks")

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")


for _variable in ("DATABASE_URL", "REDIS_URL"):  # tests must not use a real database
    os.environ.pop(_variable, None)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of a game that a test is about")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start browser tests first: one takes as long as hundreds of others."""
    items.sort(key=lambda item: "web" not in item.path.parts)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture
async def database(postgres: PostgresServer) -> str:
    """The address of an empty database."""
    return await postgres.new_database()
