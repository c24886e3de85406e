"""Play in a browser other than Chromium: the same board, and nothing jumps or is cut."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.web.browser import DESK, PATIENCE, PHONE, SCREENSHOTS, chromium

SIZES: Final[Sequence[ViewportSize]] = (DESK, PHONE)  # type: ignore[assignment]
SCRIPT: Final = Path(__file__).with_name("regions.js")
REGIONS: Final = [".seats", ".board", ".lines", ".buttons", ".foot .own", "[data-guide=tools]"]
PIECES: Final = {"Clue": ".plan", "Arosa": ".house"}
"""What a game is played on."""
MOVES: Final = {"Clue": 1000, "Arosa": 8}
"""A player who accuses at random soon ends a game of Clue; one of Arosa is long."""
NO_MOVES: Final = ".scores, .moons, .tools button"
ROUNDING: Final = 1.0
"""Pixels by which browsers may differ."""
Board = tuple[float, float]
"""Width and height in pixels."""
Boards = Mapping[str, Sequence[Board]]
"""Of each game, in windows of `SIZES`."""

SKIP: Final = "document.querySelector('.panel .waiting + button:not([aria-pressed])')?.click()"
HEARD: Final = "!document.querySelector('.panel :is(.sounding, .waiting, .blocked)')"
SHOW_PICTURE: Final = (
    "document.querySelector('[data-guide=sound] button[aria-pressed=false]:enabled')?.click()"
)
"""The button is disabled, and the picture shown, until a slow browser has started its sound."""
SIZE_OF: Final = """(piece) => {
    const { width, height } = document.querySelector(`.frame ${piece}`).getBoundingClientRect();
    return [width, height];
}"""
READY: Final = (
    "!!document.querySelector('.frame .board') && !!document.querySelector('.frame .tray')"
)
CUT: Final = """[...document.querySelectorAll("aside button, .tray button")].filter((button) => {
    const { left, right, width } = button.getBoundingClientRect();
    for (let box = button.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === "visible") continue;
        const edge = box.getBoundingClientRect().left + box.clientLeft;
        if (width > 2 && (left < edge - 1 || right > edge + box.clientWidth + 1)) return true;
    }
    return false;
}).map((button) => button.outerHTML)"""
"""Buttons that reach under a scroll bar or beyond a box that scrolls."""
NEEDLESS: Final = """[...document.querySelectorAll("*")].filter((box) => {
    const beyond = box.scrollHeight - box.clientHeight;
    return beyond > 0 && beyond < 4 && /auto|scroll/.test(getComputedStyle(box).overflowY);
}).map((box) => box.outerHTML.slice(0, 200))"""
"""Boxes with a scroll bar for nothing."""
PAINTED: Final = """(() => {
    const canvas = document.querySelector(".picture canvas");
    if (!canvas || canvas.width < 100) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 0 && value > 120).length > 50;
})()"""


class Window(Protocol):
    """A window of the player's browser, in which `SCRIPT` runs on every page."""

    def open(self, address: str) -> None: ...

    def run(self, script: str) -> Any:
        """The value of an expression; of a promise, what it resolves to."""

    def wait_for(self, condition: str) -> None: ...

    def press(self, selector: str) -> None:
        """Press the first of these with a pointer."""

    def picture(self, name: str) -> None: ...


def check_game(
    windows: Sequence[Window], address: str, game: str, boards: Sequence[Board], browser: str
) -> None:
    """Play against bots, with a move in each window in turn."""
    sit_down(windows, address, game)
    for window, board, size in zip(windows, boards, SIZES, strict=True):
        seen = board_in(window, game)
        assert seen == pytest.approx(board, abs=ROUNDING), f"{size}: {seen}, in Chromium {board}"
        assert window.run(CUT) == [], size
    if game == "Arosa":
        hear_falls(windows[0])
    play(windows, MOVES[game])
    for window, size in zip(windows, SIZES, strict=True):
        window.picture(f"{game.lower()}-{browser}-{size['width']}")
        assert window.run("table.moved") == [], size
        assert window.run("table.misplaced()") == [], size
        assert window.run(CUT) == [], size
        assert window.run(NEEDLESS) == [], size


def sit_down(windows: Sequence[Window], address: str, game: str) -> None:
    """Press what opens a table against bots, in the first window; the others follow."""
    first, *others = windows
    first.open(address)
    first.run(f"localStorage.setItem('guide:{game.lower()}', 'read')")
    first.press(f"button[aria-label='Play: {game}']")
    first.wait_for(READY)
    for window in others:
        window.open(first.run("location.href"))
    for window in windows:
        window.wait_for(READY)
        window.run("document.fonts.ready.then(() => true)")
        window.run(f"table.watch({[*REGIONS, PIECES[game]]})")


def hear_falls(window: Window) -> None:
    """Drop a cube with a pointer: the picture is still there when the last sound has ended."""
    window.wait_for("table.isAsked(0)")
    window.press(".cubes button")
    window.wait_for(f"({SKIP}, {SHOW_PICTURE}, {HEARD} && {PAINTED})")


def play(windows: Sequence[Window], moves: int) -> None:
    for window in islice(cycle(windows), moves):
        window.wait_for("(table.readOn(), table.isAsked(0) || table.isOver())")
        if window.run("table.isOver()"):
            break
        window.run(f"table.play({NO_MOVES!r}).then(() => true)")


def board_in(window: Window, game: str) -> Board:
    width, height = window.run(f"({SIZE_OF})('{PIECES[game]}')")
    return width, height


def boards_in_chromium(address: str) -> Boards:
    with sync_playwright() as playwright, chromium(playwright) as browser:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        context.add_init_script(path=SCRIPT)
        windows = [PlaywrightWindow(context.new_page(), size) for size in SIZES]
        boards = {}
        for game in PIECES:
            sit_down(windows, address, game)
            boards[game] = [board_in(window, game) for window in windows]
        return boards


class PlaywrightWindow:
    def __init__(self, page: Page, size: ViewportSize) -> None:
        self.page = page
        page.set_viewport_size(size)
        page.set_default_timeout(PATIENCE)

    def open(self, address: str) -> None:
        self.page.goto(address)

    def run(self, script: str) -> Any:
        return self.page.evaluate(script)

    def wait_for(self, condition: str) -> None:
        self.page.wait_for_function(f"() => {condition}")

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def picture(self, name: str) -> None:
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")
