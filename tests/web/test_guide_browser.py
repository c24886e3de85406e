"""The first visit: a table at once and a guided start, on a small phone; an unreachable server."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser import FINGER, SMALL_PHONE, Arrive, Person, check_reach, check_width
from tests.web.course import await_people

PLAY_NOW = "(?:Play|Jouer): "
TEXTS = Path(__file__).parents[2] / "web" / "src" / "texts"
BUBBLE = re.compile(r"^(?:Guided start|Visite guidée) · \d (?:of|sur) (\d)$")

STOCK = {
    language: json.loads((TEXTS / f"{language}.json").read_text("utf-8"))["name.stock"].split(", ")
    for language in ("en", "fr")
}
"""The names that are proposed to players without one."""

NARROW = {"Clue": ".place", "Crime Hotel": ".facade button"}
"""Targets that on a small phone may be half a finger wide in one direction."""

TOO_SMALL = """([finger, narrow]) => {
    const isSmall = (button) => {
        const { width, height } = button.getBoundingClientRect();
        const least = narrow && button.matches(narrow) ? finger / 2 : finger;
        return width > 0 && (Math.min(width, height) < least || Math.max(width, height) < finger);
    };
    const buttons = [...document.querySelectorAll("a.button, button")];
    return buttons.filter(isSmall).map((button) => button.outerHTML);
}"""

SMALL_PAGES = (
    *("/about", "/nowhere", "/t/there-is-none", "/resume#no-such-code", "/bourrel"),
    *("/yours", "/replay", "/practice"),
)

POINTS_AT_SOMETHING = """() => {
    const within = ({ left, top, right, bottom }) =>
        left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const [bubble, ring] = [".bubble", ".ring"].map((name) => document.querySelector(name));
    if (!bubble || !ring) return false;
    const { top, bottom, width, height } = ring.getBoundingClientRect();
    return within(bubble.getBoundingClientRect())
        && top < innerHeight && bottom > 0 && Math.min(width, height) > 20;
}"""

KEPT = """async () => {
    const caught = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = await Promise.all(caught.map((cache) => cache.keys()));
    const paths = kept.flat().map(({ url }) => new URL(url).pathname);
    return paths.some((path) => path.startsWith("/assets/")) && paths;
}"""
"""The cached addresses, once there are any: they are cached after their first use."""


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("Clue", "en"),
        ("Crime Hotel", "en"),
        ("Le Secret du Nil", "fr"),
        ("The Last Five Minutes", "en"),
        ("Arosa", "fr"),
    ],
)
def test_a_new_guest_plays_at_once_and_gets_the_guide(
    arrive: Arrive, game: str, language: str
) -> None:
    guest = arrive(phone=True, first_time=True, language=language, night=language == "fr")
    guest.page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    guest.go()
    guest.press(f"{PLAY_NOW}{game}")
    plate = guest.page.locator(".tray .plate")
    expect(plate).not_to_have_count(0)
    me = guest.page.request.get(f"{guest.address}/api/me").json()
    assert me["name"] in STOCK[language]
    expect(plate).to_contain_text(me["name"])
    walk_round(guest)
    check_width(guest)
    check_reach(guest, ".tools .button")
    assert guest.page.evaluate(TOO_SMALL, [FINGER, NARROW.get(game)]) == []


def test_the_guide_can_be_closed_for_good_and_opened_again(arrive: Arrive) -> None:
    ada = arrive(first_time=True)
    ada.go()
    ada.press(f"{PLAY_NOW}The Last Five Minutes")
    bubble(ada).wait_for()
    ada.check_accessibility()
    ada.picture("guide-desk")
    ada.page.keyboard.press("Escape")
    expect(bubble(ada)).to_have_count(0)
    await_people(ada, 1)
    ada.page.reload()
    ada.page.locator(".tray").wait_for()
    expect(bubble(ada)).to_have_count(0)
    ada.press("This table")
    ada.press("Guided start")
    bubble(ada).get_by_role("button", name="Skip").click()
    expect(bubble(ada)).to_have_count(0)


def test_an_unreachable_server_is_explained_and_no_game_data_is_cached(arrive: Arrive) -> None:
    ada = arrive()
    page = ada.page
    ada.go()
    page.evaluate("async () => void await navigator.serviceWorker.ready")
    page.reload()
    ada.press(f"{PLAY_NOW}Keyhole")
    ada.sees("gets a card")
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    kept = page.wait_for_function(KEPT).json_value()
    assert [path for path in kept if path.startswith(("/api/", "/ws/", "/t/"))] == []
    ada.context.set_offline(True)
    page.reload()
    ada.sees("No connection to the house")
    ada.sees("Pas de connexion avec la maison")
    ada.check_accessibility()
    ada.picture("offline-desk")
    ada.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    ada.sees("gets a card")
    ada.errors = [error for error in ada.errors if "ERR_INTERNET_DISCONNECTED" not in error]


def test_every_small_page_fits_a_small_phone(arrive: Arrive) -> None:
    ada = arrive(phone=True, language="fr")
    ada.page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    for path in SMALL_PAGES:
        ada.go(path)
        ada.page.locator("main h1").wait_for()
        check_width(ada)
        ada.check_accessibility()
        assert ada.page.evaluate(TOO_SMALL, [FINGER, None]) == []
    ada.errors = [error for error in ada.errors if "status of 40" not in error]


# --- the guide --------------------------------------------------------------------------------


def bubble(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name=BUBBLE)


def walk_round(person: Person) -> None:
    """Step through the guide by keyboard. Each bubble and its target are on the screen."""
    bubble(person).wait_for()
    named = person.page.locator(".bubble .step").inner_text()
    found = BUBBLE.match(named)
    assert found, named
    for number in range(1, int(found[1]) + 1):
        expect(bubble(person)).to_have_accessible_name(re.compile(f" · {number} "))
        person.page.wait_for_function(POINTS_AT_SOMETHING)
        assert person.dialog() is None, "what a bot asks waits for the guide"
        person.page.keyboard.press("Enter")
    assert int(found[1]) >= 5
    expect(bubble(person)).to_have_count(0)
