"""Play games in browsers, and read the messages that the pages have received."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

from tests.web.browser import Person, choose

A_LONG_GAME = 15 * 60
"""Timeout in seconds of a whole game."""
COMMIT = ".tray .buttons .commit"
"""The button that makes the selected move."""


def play_on(*players: Callable[[], None], until: Callable[[], bool], page: Page) -> None:
    """Call the players one after the other, again and again, until the condition holds."""
    too_late = time.monotonic() + A_LONG_GAME
    while not until():
        assert time.monotonic() < too_late, "it does not end"
        for act in players:
            act()
        page.wait_for_timeout(50)


def await_people(person: Person, people: int) -> None:
    """Wait until the bots, in the seats after the people, have no move to make."""

    def bots_are_still() -> bool:
        *_, latest = updates(person)
        return all(seat < people for seat in latest["asked"])

    play_on(until=bots_are_still, page=person.page)


def confirm(person: Person) -> None:
    """Make the move that was selected, if one is: by its button in the row of actions."""
    commit = person.page.locator(COMMIT)
    if commit.count() and not person.page.locator("dialog:modal").count():
        choose(person, commit)


def press_if_still_there(button: Locator) -> None:
    """Others play on: since the button was found it may be gone, or a dialog may cover it."""
    with suppress(TimeoutError):
        button.click(timeout=1000)


# --- messages received ------------------------------------------------------------------------


def updates(person: Person) -> Iterator[dict[str, Any]]:
    messages = (json.loads(frame) for frame in person.frames)
    return (message for message in messages if message["type"] == "Update")


def everything_told(person: Person) -> Iterator[dict[str, Any]]:
    """Every sight, as often as it was received."""
    return (sight for update in updates(person) for sight in update["sights"])


def sights(person: Person) -> list[dict[str, Any]]:
    """Every sight once: a page that is reloaded gets all sights again, from the first."""
    story: list[dict[str, Any]] = []
    for update in updates(person):
        told = update["sights"]
        story = told if told[:1] == story[:1] else story + told
    return story
