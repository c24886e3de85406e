"""Every page passes the accessibility check in light and in dark."""

from pathlib import Path

from playwright.sync_api import expect

from cluehouse.games import GAMES
from tests.web.browser import Arrive, Person, open_by_request

LOGS = Path(__file__).parents[1] / "logs"
PAGES = (
    *("/", "/about", "/yours", "/resume", "/notebook", "/practice", "/bourrel", "/replay"),
    "/nowhere",
    *(f"/rules/{game}" for game in GAMES),
)
SEATS = {"arosa": 2, "cinq_dernieres_minutes": 4}


def check_both(person: Person) -> None:
    """In dark, colours alone are other than in light."""
    person.page.emulate_media(color_scheme="light")
    person.check_accessibility()
    person.page.emulate_media(color_scheme="dark")
    person.check_accessibility("color-contrast", "link-in-text-block")


def test_every_page_passes_in_both_themes(arrive: Arrive) -> None:
    ada = arrive()
    for path in PAGES:
        ada.go(path)
        ada.page.locator("main h1").wait_for()
        ada.page.wait_for_load_state("networkidle")
        check_both(ada)
    ada.go("/replay")
    ada.page.locator("input[type=file]").set_input_files(LOGS / "clue" / "v1.json")
    ada.page.locator(".board").wait_for()
    check_both(ada)


def test_every_table_passes_in_both_themes(arrive: Arrive) -> None:
    ada = arrive()
    for game in GAMES:
        table = open_by_request(ada, game=game, seats=SEATS.get(game, 3))
        ada.go(table)
        start = ada.page.get_by_role("button", name="Start the game")
        expect(start).to_be_visible()
        if game == "clue":
            check_both(ada)
        start.click()
        ada.page.locator(".frame .board").wait_for()
        check_both(ada)


def test_the_shared_screen_passes_in_both_themes(arrive: Arrive) -> None:
    host = arrive()
    host.go(open_by_request(host, game="clue", seats=3))
    host.press("Show the board here")
    host.page.locator(".shared-screen .door").wait_for()
    check_both(host)
    host.press("Start the game")
    host.page.locator(".shared-screen .frame .board").wait_for()
    check_both(host)
