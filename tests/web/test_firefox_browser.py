"""Clue and Arosa in Firefox, on a desktop and a phone at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import Person
from tests.web.firefox import firefox
from tests.web.other_browser import (
    PIECES,
    SCRIPT,
    SIZES,
    Boards,
    PlaywrightWindow,
    check_game,
)


@pytest.fixture(scope="module")
def browser(boards: Boards) -> Iterator[Browser]:
    with sync_playwright() as playwright, firefox(playwright) as browser:
        yield browser


@pytest.mark.parametrize("game", PIECES)
def test_a_game_is_played_in_firefox(
    browser: Browser, address: str, boards: Boards, game: str
) -> None:
    context = browser.new_context(locale="en-GB")
    context.add_init_script(path=SCRIPT)
    people = [Person(context, address) for _ in SIZES]
    windows = [
        PlaywrightWindow(person.page, size) for person, size in zip(people, SIZES, strict=True)
    ]
    check_game(windows, address, game, boards[game], "firefox")
    for person in people:
        person.leave()
