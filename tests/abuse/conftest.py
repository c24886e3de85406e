"""One house with the usual limits, and one for all that is about something else."""

from collections.abc import Iterator

import pytest

from tests.abuse.guests import Guest
from tests.abuse.server import Server, server


@pytest.fixture(scope="session")
def lenient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Where nobody is ever too fast."""
    with server(tmp_path_factory.mktemp("lenient")) as opened:
        yield opened


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the usual limits."""
    with server(tmp_path_factory.mktemp("strict"), scale="1") as opened:
        yield opened


@pytest.fixture
def ada(lenient: Server) -> Iterator[Guest]:
    """A test of hers has failed if the house has something to complain of after it."""
    with Guest.named(lenient, "Ada") as guest:
        yield guest
        assert guest.get("/api/me") == {"name": "Ada"}, "the house still answers"
    assert lenient.complaints() == []


@pytest.fixture
def ben(lenient: Server) -> Iterator[Guest]:
    with Guest.named(lenient, "Ben") as guest:
        yield guest
