"""A running server, and people with their own browser contexts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

pytest.register_assert_rewrite("tests.web.browser", "tests.web.other_browser")

from tests.server_process import ServerProcess  # noqa: E402
from tests.web.browser import Arrive, Person, launched  # noqa: E402
from tests.web.other_browser import Boards, boards_in_chromium  # noqa: E402


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each module: while it is open, no asynchronous test can run."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("house")
    with ServerProcess.opened(data, "--bot-pause", "0.1", "--limit-scale", "100") as server:
        yield server.url


@pytest.fixture
def arrive(browser: Browser, address: str) -> Iterator[Arrive]:
    people: list[Person] = []

    def come(**how: object) -> Person:
        people.append(Person.arrive(browser, address, **how))  # type: ignore[arg-type]
        return people[-1]

    yield come
    for person in people:
        person.leave()


@pytest.fixture(scope="session")
def boards(address: str) -> Boards:
    return boards_in_chromium(address)
