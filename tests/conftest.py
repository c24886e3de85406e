"""Shared by all tests: the marker that cites a rule, deterministic Hypothesis examples, a test
order that starts the longest first, one Postgres server per test process, and a check that no
exception of a task is lost."""

import gc
import inspect
import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.server.postgres_server import PostgresServer, running_postgres
from tests.server_process import is_lost_exception

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


class LostExceptions(logging.Handler):
    """Keeps what asyncio logs about exceptions of tasks and futures that no code has seen."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found = list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        if is_lost_exception(text := record.getMessage()):
            self.found.append(text)


LOST_EXCEPTIONS = LostExceptions()
logging.getLogger("asyncio").addHandler(LOST_EXCEPTIONS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Fail if a task was freed whose exception was lost: that of this test, or one soon before."""
    yield
    if inspect.iscoroutinefunction(getattr(item, "obj", None)):
        gc.collect(1)
    found, LOST_EXCEPTIONS.found = LOST_EXCEPTIONS.found, []
    if found:
        pytest.fail("\n\n".join(found))
