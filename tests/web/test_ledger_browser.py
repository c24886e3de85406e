"""The story as a table, in every game; and reasons that cite its rows, by keyboard."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from cluehouse.games import GAMES
from tests.web.browser import PHONE, SMALL_PHONE, Arrive, Person, check_width
from tests.web.course import COMMIT, play_on, sights
from tests.web.test_layout_browser import LAPTOP, start_against_bots
from tests.web.test_replay_browser import LOGS

LATEST = {game: sorted((LOGS / game).glob("v?.json"))[-1] for game in GAMES}
WIDER = """() => [...document.querySelectorAll(".ledger, .ledger :is(th, td), .log")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ className, textContent }) => `${className} ${textContent.trim().slice(0, 40)}`)"""

PLACES = """() => [...document.querySelectorAll("dialog, dialog .kind")]
    .map((each) => [each.offsetTop, each.offsetHeight, each.scrollTop])"""


def test_every_story_is_a_numbered_table_that_fits(arrive: Arrive) -> None:
    """Whole games, on a small phone in French and on a laptop in English."""
    for language, size in (("fr", SMALL_PHONE), ("en", LAPTOP)):
        ada = arrive(language=language, phone=language == "fr")
        ada.page.set_viewport_size(size)  # type: ignore[arg-type]
        for game in GAMES:
            replay(ada.page, f"{ada.address}/replay", LATEST[game])
            if language == "fr":
                ada.press("L’histoire de la partie")
            panel = ada.page.get_by_role("group", name=re.compile("^(The story|L’histoire)"))
            expect(panel.get_by_role("heading").last).to_have_text(re.compile(r"\d"))
            assert ada.page.evaluate(WIDER) == [], (game, language)
            ada.page.locator(".kind label").last.click()
            rows = ada.page.locator(".ledger tbody tr:not(.above)")
            expect(rows.first.get_by_role("rowheader")).to_have_text("1")
            assert rows.count() > 3, game
            assert ada.page.evaluate(WIDER) == [], (game, language)
            check_width(ada)
            ada.picture(f"ledger-{game}-{language}")
            if language == "en":
                ada.check_accessibility()
            ada.page.locator(".kind label").first.click()


def test_the_sheet_stays_where_it_is_when_the_story_becomes_a_table(arrive: Arrive) -> None:
    ada = arrive(phone=True)
    for game in ("secret_du_nil", "keyhole"):
        for moment in ("Home", "End"):
            replay(ada.page, f"{ada.address}/replay", LATEST[game])
            ada.page.get_by_role("slider").press(moment)
            ada.press("The story so far")
            expect(ada.dialog_named("The story so far")).to_be_visible()
            before = ada.page.evaluate(PLACES)
            ada.page.locator(".kind label").last.click()
            expect(ada.page.locator(".log")).to_have_count(0)
            assert ada.page.evaluate(PLACES) == before, (game, moment)
            ada.picture(f"ledger-sheet-{game}-{moment}")
            ada.page.locator(".kind label").first.click()


def test_a_reason_lights_what_it_speaks_of_and_closes_with_escape(
    arrive: Arrive, address: str
) -> None:
    ada = arrive()
    ada.page.add_init_script("localStorage.setItem('side', 'open')")
    ada.page.goto(start_against_bots(ada.context, address, "keyhole"))
    ada.page.locator(".seats .choosable").first.click()
    ada.page.locator(COMMIT).click()
    play_on(until=lambda: any(map(is_shown_to_ada, sights(ada))), page=ada.page)
    (card,) = (sight["card"] for sight in sights(ada) if is_shown_to_ada(sight))
    cell = ada.page.get_by_role("button", name=f"The {card.title()}, Culprit: no")
    reason = ada.page.get_by_role("dialog", name="Why?")

    cell.focus()
    cell.press("Enter")
    expect(reason).to_be_focused()
    expect(reason).to_contain_text(re.compile("^Why\\?.*Question 1.*So it is not"))
    expect(lit(cell)).to_have_count(1)
    expect(ada.page.locator(".ledger tr.lit").get_by_role("rowheader")).to_have_text("1")
    ada.check_accessibility()
    ada.page.keyboard.press("Escape")
    expect(reason).to_have_count(0)
    expect(cell).to_be_focused()
    expect(lit(cell)).to_have_count(0)
    expect(ada.page.locator(".log")).to_be_visible()

    ada.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    notebook = open_notebook(ada)
    cell.click()
    expect(reason).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(reason).to_have_count(0)
    expect(notebook).to_be_visible()


def is_shown_to_ada(sight: dict[str, object]) -> bool:
    return sight["type"] == "CardShown" and sight["to"] == 0


def lit(cell: Locator) -> Locator:
    return cell.and_(cell.page.locator(".lit"))


def open_notebook(person: Person) -> Locator:
    person.press("Notebook")
    notebook = person.dialog_named("Notebook")
    expect(notebook).to_be_visible()
    return notebook


def replay(page: Page, address: str, file: Path) -> None:
    """Show the end of a stored game."""
    page.goto(address)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("slider").press("End")
