"""A real browser, and a person who uses it through what is visible on the page."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    StorageState,
    TimeoutError,
    expect,
)

from cluehouse.games import GAMES
from tests.web.firefox import firefox

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

RUN_AXE = """async (rules) => {
    document.body.style.backgroundImage = "none";
    let changed, found;
    const changes = new MutationObserver(() => (changed = true));
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(document, everything);
    for (let tries = 0; tries < 10 && changed !== false; tries += 1) {
        await Promise.allSettled(document.getAnimations().map((each) => each.finished));
        changed = false;
        found = (await axe.run(rules.length ? { runOnly: rules } : {})).violations;
    }
    changes.disconnect();
    document.body.style.backgroundImage = "";
    return found;
}"""
"""Run axe again if the page changed meanwhile: what it read then was of two pages. It cannot tell
the contrast to a gradient, so the page has its plain colour meanwhile."""

FINGER = 44
"""Smallest target for a finger, in pixels."""

PATIENCE = 60_000
"""Timeout in milliseconds of every action: some machines are slow."""
expect.set_options(timeout=PATIENCE)

A_MOMENT = 3_000
"""Milliseconds within which a reachable button is usually pressed."""

DIALOG_ON_TOP = """() => {
    const isOnTop = (dialog) => {
        const { left, right, top, bottom } = dialog.getBoundingClientRect();
        return dialog.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    const { ariaLabel } = [...document.querySelectorAll("dialog:modal")].find(isOnTop) ?? {};
    return ariaLabel?.replaceAll(/\\s+/g, " ") ?? null;
}"""

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first renders without a screen, in three quarters of the time."""

QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


IN_FIREFOX = os.environ.get("CLUEHOUSE_BROWSER") == "firefox"
"""Whether all browser tests run in Firefox instead of Chromium."""

HEAR_FRAMES = """window.WebSocket = class extends window.WebSocket {
    constructor(...how) {
        super(...how);
        this.addEventListener("message", ({ data }) => hearFrame(data));
    }
};"""

PICTURE_TAKEN = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA="
"""In Firefox, the error of a style that Playwright adds to take a screenshot."""


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    with (firefox if IN_FIREFOX else chromium)(playwright) as browser:
        yield browser


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("no Chromium here; to enable: sudo apt-get install chromium-headless-shell")
    browser = playwright.chromium.launch(executable_path=program, args=QUIET)
    yield browser
    browser.close()


def needs(feature: str) -> pytest.MarkDecorator:
    """A test of something that Playwright cannot do in Firefox over BiDi."""
    return pytest.mark.skipif(IN_FIREFOX, reason=f"not over BiDi: {feature}")


class Person:
    """A person with their own browser context and language."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.frames: list[str] = []
        """All WebSocket messages received."""
        self.page.on("pageerror", lambda error: self._note_error(str(error)))
        self.page.on("console", self._hear_console)
        self._hear_frames()

    @classmethod
    def arrive(
        cls,
        browser: Browser,
        address: str,
        *,
        language: str = "en",
        phone: bool = False,
        night: bool = False,
        first_time: bool = False,
    ) -> Self:
        """Open a browser context. Unless it is the person's first visit, all guides are read."""
        context = browser.new_context(
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme="dark" if night else "light",
            reduced_motion="reduce",
            storage_state=None if first_time else guides_read(address),
        )
        return cls(context, address)

    def go(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def give_name(self, name: str) -> None:
        self.page.get_by_label(re.compile("Your name|Votre nom")).fill(name)
        self.page.get_by_label(re.compile("Your name|Votre nom")).press("Enter")

    def press(self, name: str) -> None:
        """Press the button with this name, in either language: `English|French`."""
        self.page.get_by_role("button", name=re.compile(f"^(?:{name})$")).first.click()

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(re.compile(text)).first).to_be_visible()

    def dialog(self) -> str | None:
        """The title of the topmost dialog, if there is one. Read by one script, because dialogs may
        open or close at any time."""
        title: str | None = self.page.evaluate(DIALOG_ON_TOP)
        return title

    def dialog_named(self, title: str) -> Locator:
        return self.page.get_by_role("dialog", name=title, exact=True)

    def watch(self, script: str, *, touch: bool = False) -> str:
        """Run a script without a user gesture, or with one: for a browser, whatever Playwright does
        on a page counts as a gesture."""
        tools = self.context.new_cdp_session(self.page)
        wish = {"expression": script, "awaitPromise": True, "userGesture": touch}
        return str(tools.send("Runtime.evaluate", wish)["result"].get("value"))

    def picture(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def check_accessibility(self, *rules: str) -> None:
        """Run axe, with all of its rules or these alone."""
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(RUN_AXE, list(rules))
        told = [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found]
        assert told == [], f"{self.page.url}: {told}"

    def leave(self) -> None:
        """Close the context and check that the console had no errors."""
        self.context.close()
        assert self.errors == [], self.errors

    def _hear_frames(self) -> None:
        browser = self.context.browser
        if browser is not None and browser.browser_type.name == "firefox":
            self.page.expose_function("hearFrame", lambda data: self.frames.append(data))
            self.page.add_init_script(HEAR_FRAMES)
            return
        self.page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda data: self.frames.append(str(data))),
        )

    def _hear_console(self, message: object) -> None:
        if getattr(message, "type", "") == "error":
            self._note_error(getattr(message, "text", ""))

    def _note_error(self, text: str) -> None:
        if PICTURE_TAKEN not in text:
            self.errors.append(text)


Arrive = Callable[..., Person]


def guides_read(address: str) -> StorageState:
    """The browser storage of a person who has read the guides of all games."""
    kept = [{"name": f"guide:{game}", "value": "read"} for game in GAMES]
    return {"cookies": [], "origins": [{"origin": address, "localStorage": kept}]}  # type: ignore[typeddict-item]


def open_table(
    person: Person,
    name: str = "Ada",
    players: int = 3,
    *,
    game: str = "Keyhole|Le Trou de la serrure",
) -> str:
    """Open a table; returns its link."""
    person.go()
    invite_friends(person, game, name)
    person.page.get_by_role("group", name=re.compile("Players|Joueurs")).get_by_text(
        str(players), exact=True
    ).click()
    press_open(person)
    return person.page.url


def invite_friends(person: Person, game: str, name: str) -> None:
    """In the lobby: open the sheet for a table of this game, and write the name into it."""
    person.press(f"(?:Invite friends|Inviter des amis): (?:{game})")
    person.page.get_by_label(re.compile("Your name|Votre nom")).fill(name)


def unfold_options(person: Person) -> None:
    """In the sheet: show the options that most tables leave as they are."""
    person.page.get_by_text(re.compile("^(?:Rules, notebook|Règles, carnet)")).click()


def press_open(person: Person) -> None:
    """In the sheet: open the table, and wait for its room."""
    person.press("Open the table|Ouvrir la table")
    person.sees("Invite your friends|Invitez vos amis")


def name_by_request(person: Person, name: str) -> None:
    answer = person.page.request.post(f"{person.address}/api/me", data={"name": name})
    assert answer.ok, answer.text()


def open_by_request(person: Person, name: str = "Ada", **wish: object) -> str:
    """Open a table of Keyhole for two without the lobby; returns its path."""
    name_by_request(person, name)
    data = {"game": "keyhole", "seats": 2, **wish}
    answer = person.page.request.post(f"{person.address}/api/tables", data=data)
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['id']}"


def check_reach(person: Person, selector: str) -> None:
    """The middle of every choice can be pressed without scrolling; what is under a dialog that has
    just opened is no choice."""
    hidden = person.page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter((button) => {
            const dialog = document.querySelector("dialog:modal");
            if (dialog && !dialog.contains(button)) return false;
            const { left, right, top, bottom } = button.getBoundingClientRect();
            const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return !button.contains(there);
        }).map((button) => button.outerHTML)""",
        selector,
    )
    assert hidden == [], "out of reach"


def look_at(person: Person, name: str) -> None:
    """Take screenshots in light and dark mode, and check accessibility in light mode on a desktop
    and in dark mode on a phone."""
    at_desk = person.page.viewport_size == DESK
    device = "desk" if at_desk else "phone"
    for light, scheme in (("day", "light"), ("night", "dark")):
        person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if at_desk == (light == "day"):
            person.check_accessibility()
        person.picture(f"{name}-{device}-{light}")


def check_width(person: Person) -> None:
    """No element is wider than the page."""
    wide = person.page.evaluate(
        """() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            const beyond = (each) => each.getBoundingClientRect().right > clientWidth;
            const all = [...document.querySelectorAll("#house *")];
            const wide = scrollWidth > clientWidth ? all.filter(beyond) : [];
            return wide.map((each) => each.outerHTML);
        }"""
    )
    assert wide == [], wide[:5]


def check_fingers(person: Person, selector: str) -> None:
    for button in person.page.locator(selector).all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER, button.inner_text()


def press_with_keys(person: Person, target: Locator) -> None:
    """Press Tab until the target has the focus, then Enter."""
    expect(target.first).to_be_visible()
    for _ in range(120):
        if target.first.evaluate("element => element === document.activeElement"):
            person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{target} cannot be reached with the keyboard")


def choose(person: Person, button: Locator) -> bool:
    """Press by touch on a phone, by keyboard on a desktop, where the focus must then not be lost.
    False if a dialog has opened over the button since it was found."""
    if person.page.viewport_size != DESK:
        return _press_with_a_finger(person, button)
    button.focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("() => document.activeElement !== document.body")
    return True


def _press_with_a_finger(person: Person, button: Locator) -> bool:
    try:
        button.click(timeout=A_MOMENT)
    except TimeoutError:
        if person.page.locator("dialog:modal").count():
            return False
        button.click()  # the machine is slow
    return True
