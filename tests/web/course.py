"""The course of a game in browsers: people who play on, and what the house has told them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

from tests.web.browser import Person

A_LONG_GAME = 15 * 60
"""Seconds after which a game that has not ended never will."""


def play_on(*players: Callable[[], None], until: Callable[[], bool], page: Page) -> None:
    """One after the other does what there is to be done, again and again."""
    too_late = time.monotonic() + A_LONG_GAME
    while not until():
        assert time.monotonic() < too_late, "it does not end"
        for act in players:
            act()
        page.wait_for_timeout(50)


def await_people(person: Person, people: int) -> None:
    """Until the bots, who sit after the people, have done what they can: now all stands still."""

    def bots_are_still() -> bool:
        *_, latest = updates(person)
        return all(seat < people for seat in latest["asked"])

    play_on(until=bots_are_still, page=person.page)


def press_if_still_there(button: Locator) -> None:
    """Others play on: it may be gone since it was seen, or a dialog may have come over it."""
    with suppress(TimeoutError):
        button.click(timeout=1000)


# --- what the house has told ------------------------------------------------------------------


def updates(person: Person) -> Iterator[dict[str, Any]]:
    messages = (json.loads(frame) for frame in person.frames)
    return (message for message in messages if message["type"] == "Update")


def everything_told(person: Person) -> Iterator[dict[str, Any]]:
    """Every sight, as often as it was told."""
    return (sight for update in updates(person) for sight in update["sights"])


def sights(person: Person) -> list[dict[str, Any]]:
    """Each once: whoever loads the page anew is told the whole story again, from its beginning."""
    story: list[dict[str, Any]] = []
    for update in updates(person):
        told = update["sights"]
        story = told if told[:1] == story[:1] else story + told
    return story
