"""The regions of every game's screen stay where they are through all phases, at four sizes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from cluehouse.games import GAMES
from tests.server_process import ServerProcess
from tests.web.browser import PATIENCE, Arrive, guides_read, needs
from tests.web.course import play_on

LAPTOP: Final[ViewportSize] = {"width": 1366, "height": 768}
SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 1440, "height": 900},
    LAPTOP,
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
PARTS: Final = {
    "clue": (".plan > .name",),
    "crime_hotel": (".facade .spot", ".facade .name", ".department"),
    "secret_du_nil": (".landing", ".suspect", ".suspect .name"),
    "cinq_dernieres_minutes": (".room", ".terrace li", ".terrace .name"),
    "arosa": (".house > *",),
}
"""What keeps its arrangement on a desk, with the story beside the board or folded."""
SEATS: Final = {"cinq_dernieres_minutes": 6, "arosa": 3, "keyhole": 3}
AVOIDED: Final = ".accuse, .scores, .moons, .tools button"
"""Buttons that end the game for the player, or make no move."""
MOVES: Final = 16
HEADER_TOLERANCE: Final = 12
"""What the page's header may be lower than the style sheet allows for, in pixels."""
SCRIPT: Final = Path(__file__).with_name("regions.js")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with ServerProcess.opened(tmp_path_factory.mktemp("layout"), "--bot-pause", "0") as server:
        yield server.url


@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_while_a_game_is_played(browser: Browser, address: str, game: str) -> None:
    """One player has the table open in four windows, and in a fifth with the story beside the
    board, and makes a move in each in turn."""
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", storage_state=guides_read(address)
    )
    context.add_init_script(path=SCRIPT)
    table = start_against_bots(context, address, game)
    pages = [open_page(context, table, size, game) for size in SIZES]
    pages.append(open_page(context, table, LAPTOP, game, unfolded=True))
    for i in range(MOVES):
        page = pages[i % len(pages)]
        play_on(until=partial(is_asked_or_over, page), page=page)
        if page.evaluate("table.isOver()"):
            break
        page.evaluate("avoided => table.play(avoided)", AVOIDED)
    for page in pages:
        assert page.evaluate("table.moved") == [], page.viewport_size
        assert page.evaluate("table.misplaced()") == [], page.viewport_size
    at_desks = {each for page in (*pages[:2], pages[-1]) for each in arrangements(page)}
    assert len(at_desks) == 1, "\n\n".join(sorted(at_desks))
    context.close()


def test_story_and_talk_are_folded_for_a_player_alone_with_bots(
    arrive: Arrive, address: str
) -> None:
    ada, eve = arrive(), arrive()
    page = ada.page
    page.set_viewport_size(LAPTOP)
    nile, clue = (
        start_against_bots(ada.context, address, game) for game in ("secret_du_nil", "clue")
    )
    fold = page.get_by_role("button", name="Story and talk")
    story = page.get_by_label("The story so far")
    page.goto(clue)
    assert width(page.locator(".plan")) > 500
    page.goto(nile)
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(story).to_have_count(0)
    ada.check_accessibility()
    fold.click()
    expect(story.first).to_be_visible()
    ada.check_accessibility()
    page.goto(clue)
    expect(story.first).to_be_visible()
    assert width(page.locator(".plan")) > 470, "also beside the panel"
    eve.page.goto(clue)
    expect(eve.page.get_by_label("The story so far").first).to_be_visible()


@pytest.mark.parametrize("game", ["crime_hotel", "secret_du_nil"])
def test_a_banner_takes_nothing_from_the_board_of_a_phone(
    arrive: Arrive, address: str, game: str
) -> None:
    ada = arrive(phone=True)
    ada.page.set_viewport_size(SIZES[-1])
    table = start_against_bots(ada.context, address, game)
    ada.page.goto(table)
    before = height(ada.page.locator(".board"))
    answer = ada.page.request.post(table.replace("/t/", "/api/tables/") + "/pause", data={})
    assert answer.ok, answer.text()
    expect(ada.page.locator(".banner")).to_be_visible()
    assert abs(height(ada.page.locator(".board")) - before) <= HEADER_TOLERANCE


@needs("going back")
def test_back_closes_a_sheet_and_keeps_the_table(arrive: Arrive, address: str) -> None:
    ada = arrive(phone=True)
    page = ada.page
    ada.go()
    table = start_against_bots(ada.context, address, "keyhole")
    page.goto(table)
    for name in ("Notebook", "The story so far", "Talk"):
        ada.press(name)
        sheet = ada.dialog_named(name)
        expect(sheet).to_be_visible()
        page.go_back()
        expect(sheet).to_have_count(0)
        assert page.url == table
    ada.press("Notebook")
    page.keyboard.press("Escape")
    expect(ada.dialog_named("Notebook")).to_have_count(0)
    page.wait_for_function("() => history.state === null")
    page.go_back()
    expect(page).to_have_url(f"{address}/")


@needs("scroll bars of a phone")
def test_sentences_that_are_cut_are_shown_in_full_over_the_board(
    arrive: Arrive, address: str
) -> None:
    ada = arrive(phone=True)
    ada.page.goto(start_against_bots(ada.context, address, "keyhole"))
    ada.sees("^Your turn: ask ")
    ada.page.set_viewport_size({"width": 110, "height": 640})
    board = ada.page.locator(".board")
    before = board.bounding_box()
    ada.press("Show the sentences in full")
    now = ada.page.locator(".now")
    expect(now).to_have_count(2)
    assert now.last.inner_text() == now.first.inner_text()
    assert board.bounding_box() == before
    ada.press("Show the sentences in full")
    expect(now).to_have_count(1)


def width(element: Locator) -> float:
    return size(element)[0]


def height(element: Locator) -> float:
    return size(element)[1]


def size(element: Locator) -> tuple[float, float]:
    expect(element).to_be_visible()
    box = element.bounding_box()
    assert box
    return box["width"], box["height"]


def start_against_bots(context: BrowserContext, address: str, game: str) -> str:
    def post(path: str, **wish: object) -> dict[str, str]:
        answer = context.request.post(address + path, data=wish)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    post("/api/me", name="Ada")
    table = post("/api/tables", game=game, seats=SEATS.get(game, 4))["id"]
    post(f"/api/tables/{table}/start", fill="novice")
    return f"{address}/t/{table}"


def open_page(
    context: BrowserContext, table: str, size: ViewportSize, game: str, *, unfolded: bool = False
) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size(size)
    if unfolded:
        page.add_init_script("localStorage.setItem('side', 'open')")
    page.goto(table)
    expect(page.locator(".tray")).to_have_count(1)
    page.evaluate("async () => void await document.fonts.ready")
    if unfolded:
        expect(page.get_by_label("The story so far").first).to_be_visible()
    watched = [[*REGIONS, *PIECES.get(game, ())], PARTS.get(game, ())]
    page.evaluate("([regions, parts]) => table.watch(regions, parts)", watched)
    return page


def arrangements(page: Page) -> list[str]:
    """All that were seen on this page."""
    seen: list[str] = page.evaluate("table.arrangements()")
    return seen


def is_asked_or_over(page: Page) -> bool:
    answer: bool = page.evaluate("(table.readOn(), table.isAsked(0) || table.isOver())")
    return answer
