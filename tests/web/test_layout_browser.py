"""The regions of every game's screen stay where they are through all phases, at four sizes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.server_process import ServerProcess
from tests.web.browser import PATIENCE, guides_read
from tests.web.course import play_on

SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 1440, "height": 900},
    {"width": 1366, "height": 768},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
)
REGIONS: Final = (".seats", ".board", ".lines", ".buttons", ".foot .own", "[data-guide=tools]")
PIECES: Final = {
    "clue": (".plan", ".hand"),
    "crime_hotel": (".facade", ".park", "[data-guide=station]", ".hand"),
    "secret_du_nil": (".river", ".deck", ".hand"),
    "cinq_dernieres_minutes": (".villa", ".terrace", ".hand"),
    "arosa": (".house", ".panel"),
    "keyhole": (".door", ".suspects", ".hand"),
}
"""What lies on the board of a game, and the player's hand."""
SEATS: Final = {"cinq_dernieres_minutes": 6, "arosa": 3, "keyhole": 3}
AVOIDED: Final = ".accuse, .scores, .moons, .tools button"
"""Buttons that end the game for the player, or make no move."""
MOVES: Final = 16
SCRIPT: Final = Path(__file__).with_name("regions.js")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with ServerProcess.opened(tmp_path_factory.mktemp("layout"), "--bot-pause", "0") as server:
        yield server.url


@pytest.mark.parametrize("game", PIECES)
def test_nothing_jumps_while_a_game_is_played(browser: Browser, address: str, game: str) -> None:
    """One player has the table open in four windows, and makes a move in each in turn."""
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", storage_state=guides_read(address)
    )
    context.add_init_script(path=SCRIPT)
    table = start_against_bots(context, address, game)
    pages = [open_page(context, table, size, game) for size in SIZES]
    for i in range(MOVES):
        page = pages[i % len(pages)]
        play_on(until=partial(is_asked_or_over, page), page=page)
        if page.evaluate("table.isOver()"):
            break
        page.evaluate("avoided => table.play(avoided)", AVOIDED)
    for page in pages:
        assert page.evaluate("table.moved") == [], page.viewport_size
        assert page.evaluate("table.misplaced()") == [], page.viewport_size
    context.close()


def start_against_bots(context: BrowserContext, address: str, game: str) -> str:
    def post(path: str, **wish: object) -> dict[str, str]:
        answer = context.request.post(address + path, data=wish)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    post("/api/me", name="Ada")
    table = post("/api/tables", game=game, seats=SEATS.get(game, 4))["id"]
    post(f"/api/tables/{table}/start", fill="novice")
    return f"{address}/t/{table}"


def open_page(context: BrowserContext, table: str, size: ViewportSize, game: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size(size)
    page.goto(table)
    expect(page.locator(".tray")).to_have_count(1)
    page.evaluate("async () => void await document.fonts.ready")
    page.evaluate("regions => table.watch(regions)", [*REGIONS, *PIECES[game]])
    return page


def is_asked_or_over(page: Page) -> bool:
    answer: bool = page.evaluate("table.isAsked(0) || table.isOver()")
    return answer
