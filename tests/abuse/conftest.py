"""A server with the default rate limits, and one without for tests of anything else."""

from collections.abc import Iterator

import pytest

from tests.abuse.clients import Guest
from tests.abuse.server import Server, server


@pytest.fixture(scope="session")
def lenient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With rate limits that no test reaches."""
    with server(tmp_path_factory.mktemp("lenient")) as opened:
        yield opened


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the default rate limits."""
    with server(tmp_path_factory.mktemp("strict"), scale="1") as opened:
        yield opened


@pytest.fixture
def ada(lenient: Server) -> Iterator[Guest]:
    """Fails the test if the server has logged an error after it."""
    with Guest.named(lenient, "Ada") as guest:
        yield guest
        assert guest.get("/api/me") == {"name": "Ada"}, "the server still answers"
    assert lenient.logged_errors() == []


@pytest.fixture
def ben(lenient: Server) -> Iterator[Guest]:
    with Guest.named(lenient, "Ben") as guest:
        yield guest
