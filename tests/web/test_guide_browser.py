"""The first visit: a table at once and a guided start, on a small phone; an unreachable server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, TimeoutError, expect

from tests.server_process import ServerProcess
from tests.web.browser import (
    DESK,
    FINGER,
    PHONE,
    SMALL_PHONE,
    Arrive,
    Person,
    check_reach,
    check_width,
    open_table,
)
from tests.web.course import await_people, everything_told, play_on

PLAY_NOW = "(?:Play|Jouer): "
TEXTS = Path(__file__).parents[2] / "web" / "src" / "texts"
BUBBLE = re.compile(r"^(?:Guided start|Visite guidée) · \d (?:of|sur) (\d)(?:\s|$)")

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

SIZES = (SMALL_PHONE | {"height": 640}, PHONE, {"width": 1366, "height": 768}, DESK)

WRONG_WITH_THE_BUBBLE = """() => {
    const [bubble, ring] = [".guide-bubble", ".guide-ring"]
        .map((name) => document.querySelector(name));
    if (!bubble || !ring) return ["nothing is pointed at"];
    const boxOf = (each) => each.getBoundingClientRect();
    const apart = (one, other) =>
        one.right <= other.left || other.right <= one.left
        || one.bottom <= other.top || other.bottom <= one.top;
    const within = ({ left, top, right, bottom }) =>
        left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
    const tray = document.querySelector(".tray");
    const sticky = getComputedStyle(tray).position === "sticky" && innerWidth < 1060;
    const name = bubble.dataset.pointsAt;
    const parts = [...document.querySelectorAll(`[data-guide="${name}"]`)]
        .filter((each) => boxOf(each).width > 0);
    const isUnder = (each) => !tray.contains(each) && boxOf(each).bottom >= boxOf(tray).top + 1;
    const wrong = {
        "the bubble is off the screen": !within(boxOf(bubble)),
        "the target is not there": parts.length === 0,
        "the target is off the screen": !parts.map(boxOf).every(within),
        "the target is not in the ring": parts.map(boxOf).some((box) => apart(box, boxOf(ring))),
        "the bubble covers the target": parts.map(boxOf).some((box) => !apart(box, boxOf(bubble))),
        "the tray covers the target": sticky && parts.some(isUnder),
    };
    return Object.keys(wrong).filter((each) => wrong[each]).map((each) => `${name}: ${each}`);
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


@pytest.mark.parametrize(
    "game",
    ["Clue", "Crime Hotel", "Le Secret du Nil", "Les Cinq Dernières Minutes", "Arosa"],
)
def test_the_guide_never_covers_what_it_points_at(arrive: Arrive, game: str) -> None:
    """In French: its texts are the longer ones."""
    watson = arrive(first_time=True, language="fr")
    watson.go()
    watson.press(f"{PLAY_NOW}{game}")
    bubble(watson).wait_for()
    for size in SIZES:
        watson.page.set_viewport_size(size)  # type: ignore[arg-type]
        watson.page.reload()
        for left in walk_on(watson):
            if game == "Clue":
                assert watson.page.evaluate("scrollY") == 0, "all of it is in the window"
            if left:
                watson.page.keyboard.press("Enter")


def test_a_game_against_bots_waits_for_the_guide(arrive: Arrive) -> None:
    ada = arrive(first_time=True)
    ada.go()
    ada.press(f"{PLAY_NOW}Arosa")
    bubble(ada).wait_for()
    assert rooms(ada)[-1]["paused"]
    assert [sight["type"] for sight in everything_told(ada)] == ["TurnBegun"]
    expect(ada.page.get_by_text("The table is paused")).to_have_count(0)
    ada.page.reload()
    bubble(ada).wait_for()
    ada.page.keyboard.press("Escape")
    play_on(until=lambda: not rooms(ada)[-1]["paused"], page=ada.page)
    expect(ada.page.get_by_text("The game waits")).to_have_count(0)


def test_other_people_do_not_wait_for_a_guide(arrive: Arrive) -> None:
    ada, blaise = arrive(first_time=True), arrive(phone=True)
    path = open_table(ada, players=3, game="Clue")
    blaise.page.goto(path)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    ada.page.locator(".tray").wait_for()
    blaise.page.locator(".tray").wait_for()
    room = ada.page.evaluate("async (path) => (await fetch(path)).json()", api_of(path))
    assert not any(each["paused"] for each in (room, *rooms(ada), *rooms(blaise)))


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


def test_an_unreachable_server_is_explained_and_no_game_data_is_cached(
    browser: Browser, tmp_path: Path
) -> None:
    with ServerProcess.opened(tmp_path / "house") as server:
        ada = Person.arrive(browser, server.url)
        page = ada.page
        ada.go()
        page.evaluate("async () => void await navigator.serviceWorker.ready")
        page.reload()
        ada.press(f"{PLAY_NOW}Keyhole")
        ada.sees("are dealt")
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        kept = page.wait_for_function(KEPT).json_value()
        assert [path for path in kept if path.startswith(("/api/", "/ws/", "/t/"))] == []
        server.end()
        page.reload()
        ada.sees("No connection to the house")
        ada.sees("Pas de connexion avec la maison")
        ada.check_accessibility()
        ada.picture("offline-desk")
    with ServerProcess.opened(server.folder, "--port", str(server.address[1])):
        page.get_by_role("link", name="Try again").click()
        ada.sees("are dealt")
    ada.context.close()


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
    """Step through the guide by keyboard, to its end."""
    for _ in walk_on(person):
        assert person.dialog() is None, "what a bot asks waits for the guide"
        person.page.keyboard.press("Enter")
    expect(bubble(person)).to_have_count(0)


def walk_on(person: Person) -> Iterator[int]:
    """Check one bubble after another; yields how many are left. The caller goes on to the next."""
    bubble(person).wait_for()
    named = person.page.locator(".guide-bubble .step").inner_text()
    found = BUBBLE.match(named)
    assert found, named
    count = int(found[1])
    assert count >= 5
    for number in range(1, count + 1):
        expect(bubble(person)).to_have_accessible_name(re.compile(f" · {number} "))
        check_bubble(person)
        yield count - number


def check_bubble(person: Person) -> None:
    """The target is on the screen, in a ring, and neither bubble nor tray covers any of it."""
    try:
        person.page.wait_for_function(f"() => ({WRONG_WITH_THE_BUBBLE})().length === 0")
    except TimeoutError:
        wrong = person.page.evaluate(WRONG_WITH_THE_BUBBLE)
        raise AssertionError(f"{person.page.viewport_size}: {wrong}") from None


def api_of(link: str) -> str:
    return f"/api/tables/{link.rpartition('/')[2]}"


def rooms(person: Person) -> list[dict[str, Any]]:
    messages = (json.loads(frame) for frame in person.frames)
    return [message for message in messages if message["type"] == "Room"]
