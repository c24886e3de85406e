"""Every screen on the smallest phone, in both languages: no word is cut, broken or out of sight,
and every target has room for a finger."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from cluehouse.games import GAMES
from tests.abuse.fuzz_settings import FUZZ_FACTOR
from tests.server_process import ServerProcess
from tests.web.browser import Arrive, Person, invite_friends, open_by_request, unfold_options
from tests.web.course import play_on
from tests.web.test_bourrel_browser import NAMES
from tests.web.test_layout_browser import AVOIDED, SCRIPT, SEATS, is_asked_or_over
from tests.web.test_notebook_page_browser import SIX, entries, load

SHORT_PHONE = {"width": 360, "height": 640}
WORDS = Path(__file__).with_name("words.js")
LOGS = Path(__file__).parents[1] / "logs"
DESKS = ({"width": 1366, "height": 768}, {"width": 1440, "height": 900})
CUT_HEADS = """() => [...document.querySelectorAll("th .name")]
    .filter((name) => name.scrollWidth > name.clientWidth)
    .map((name) => `${name.textContent}: ${name.scrollWidth} > ${name.clientWidth} px`)"""
LANGUAGES = ("en", "fr")
TEXTS = {
    language: json.loads((WORDS.parents[2] / f"web/src/texts/{language}.json").read_text("utf-8"))
    for language in LANGUAGES
}
NARROW = {
    ".place": 12,
    ".facade button": 34,
    ".storey": 37,
    "table button": 31,
    ".held": 28,
}
"""How small a target may be, in pixels: a square of the mansion, a room of the hotel, a storey, a
cell of a notebook: all moves are also in a list. An open hand is touched on its plate, too."""
PRESSES = 4 * FUZZ_FACTOR
"""What is pressed in each game: choices on the board, in the hand and in dialogs."""
STEPS = 5
"""Moments of each stored game."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with ServerProcess.opened(tmp_path_factory.mktemp("words"), "--bot-pause", "0") as server:
        yield server.url


@pytest.fixture
def arrive(browser: Browser, address: str) -> Iterator[Arrive]:
    people: list[Person] = []

    def come(**how: object) -> Person:
        person = Person.arrive(browser, address, phone=True, **how)  # type: ignore[arg-type]
        person.page.set_viewport_size(SHORT_PHONE)  # type: ignore[arg-type]
        for script in (SCRIPT, WORDS):
            person.context.add_init_script(path=script)
        people.append(person)
        return person

    yield come
    for person in people:
        person.leave()


class Walk:
    """A person who looks at every screen, and the faults found on the way."""

    def __init__(self, person: Person, language: str) -> None:
        self.person = person
        self.page = person.page
        self.texts: dict[str, str] = TEXTS[language]
        self.faults: dict[str, str] = {}

    def look(self, where: str) -> None:
        """Note what is wrong, once, with the screen on which it was seen first."""
        self.page.evaluate("async () => void await document.fonts.ready")
        for fault in self.page.evaluate("narrow => faults(narrow)", NARROW):
            if fault not in self.faults:
                self.faults[fault] = where
                self.person.picture("fault-" + re.sub(r"\W+", "-", where))

    def go(self, path: str, seen: str = "main h1") -> None:
        self.person.go(path)
        self.page.locator(seen).first.wait_for()
        self.look(path)

    def press(self, key: str) -> None:
        self.person.press(re.escape(self.texts[key]) + ".*")

    def open_and_close(self, key: str, title: str | None = None) -> None:
        """A dialog of the game may have opened over the button."""
        name = re.compile(f"^{re.escape(self.texts[key])}")
        self.page.get_by_role("button", name=name).first.dispatch_event("click")
        sheet = self.person.dialog_named(self.texts[title or key])
        expect(sheet).to_be_visible()
        self.look(key)
        sheet.evaluate("dialog => dialog.close()")
        expect(sheet).to_have_count(0)
        self.page.wait_for_function("() => history.state === null")

    def check(self) -> None:
        told = [f"{where}: {fault}" for fault, where in self.faults.items()]
        assert told == [], "\n".join(told)

    def unfold(self) -> None:
        self.page.evaluate(
            "document.querySelectorAll('details').forEach((each) => (each.open = true))"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_and_fingers_reach_on_all_pages(
    arrive: Arrive, language: str, tmp_path: Path
) -> None:
    ada = arrive(language=language)
    walk = Walk(ada, language)
    walk.go("/", seen="article")
    walk.unfold()
    walk.look("lobby, unfolded")
    invite_friends(ada, "Les Cinq Dernières Minutes|The Last Five Minutes", "Ada")
    unfold_options(ada)
    walk.look("invite")
    for path in ("/about", "/yours", "/replay", "/practice", "/notebook", "/bourrel", "/nowhere"):
        walk.go(path)
    for game in GAMES:
        walk.go(f"/rules/{game}")
        walk.unfold()
        walk.look(f"rules of {game}, unfolded")
        walk.go(open_by_request(ada, game=game, seats=SEATS.get(game, 4)), seen=".chairs")
        walk.unfold()
        walk.look(f"waiting room of {game}, unfolded")
    walk.go("/yours")
    walk.press("device.get")
    ada.page.locator(".code").wait_for()
    walk.look("pass")
    walk.go("/notebook")
    load(ada, tmp_path, SIX)
    entries(ada).first.wait_for()
    ada.page.get_by_role("table").wait_for()
    walk.look("real table")
    walk.open_and_close("real.write")
    walk.open_and_close("real.best.ask", "real.best")
    walk.go("/practice")
    walk.press("practice.drop")
    ada.page.get_by_text(walk.texts["practice.guess"]).wait_for()
    ada.page.locator(".storeys button").first.click()
    walk.look("practice, guessed")
    bourrel(walk)
    walk.check()


def bourrel(walk: Walk) -> None:
    """The cover, a card, the choice of a box, and what is in it."""
    page = walk.page
    walk.go("/bourrel")
    for number, name in enumerate(NAMES, 1):
        page.locator("input.field").nth(number - 1).fill(name)
    walk.press("round.begin")
    page.get_by_text(walk.texts["round.look"]).wait_for()
    walk.look("Bourrel, covered")
    page.locator("main .main").click()
    hold = page.get_by_role("button", name=walk.texts["round.hold.card"])
    hold.focus()
    page.keyboard.down("Space")
    page.locator(".card").wait_for()
    walk.look("Bourrel, card")
    page.keyboard.up("Space")
    page.locator("button.room").last.click()
    walk.look("Bourrel, visit")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_and_fingers_reach_at_every_table(
    arrive: Arrive, language: str, game: str
) -> None:
    ada = arrive(language=language)
    walk = Walk(ada, language)
    page = ada.page
    table = open_by_request(ada, game=game, seats=SEATS.get(game, 4))
    command(ada, table, "start", fill="novice")
    command(ada, table, "speed", speed="instant")
    walk.go(table, seen=".tray")
    for sheet in ("notebook", "story", "talk", "menu"):
        walk.open_and_close(sheet)
    for i in range(PRESSES):
        play_on(until=partial(is_asked_or_over, page), page=page)
        if page.evaluate("table.isOver()"):
            break
        page.evaluate("avoided => table.press(avoided)", AVOIDED)
        walk.look(f"{game} after {i + 1}")
    if not page.evaluate("table.isOver()"):
        command(ada, table, "step-out", seat=0)
    play_on(until=lambda: bool(page.evaluate("table.isOver()")), page=page)
    walk.go(table, seen=".tray")
    ada.page.get_by_role("dialog").get_by_text(walk.texts["outcome.title"]).wait_for()
    walk.look(f"result of {game}")
    replay(walk, game)
    walk.check()


def replay(walk: Walk, game: str) -> None:
    """Moments of a stored game, seen by all and by its first player."""
    file = LOGS / game / "v1.json"
    last = len(json.loads(file.read_text("utf-8"))["entries"]) - 1
    walk.person.go("/replay")
    walk.page.locator("input[type=file]").set_input_files(file)
    slider = walk.page.get_by_role("slider")
    for side in (0, 2):
        slider.wait_for()
        walk.page.get_by_label(walk.texts["replay.side"]).select_option(index=side)
        for step in range(0, last + 1, max(1, last // STEPS)):
            slider.fill(str(step))
            expect(walk.page.get_by_role("slider")).to_have_value(str(step))
            walk.look(f"replay of {game}, {step}, side {side}")
    end = slider.get_attribute("max") or ""
    slider.fill(end)
    expect(slider).to_have_value(end)
    verdict = walk.page.locator(".scores, .moons")
    if verdict.count():
        verdict.click()
        expect(walk.page.get_by_role("dialog")).to_be_visible()
        walk.look(f"verdict of {game}")


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_in_the_notebook_of_a_desk(arrive: Arrive, language: str, seats: int) -> None:
    ada = arrive(language=language)
    table = open_by_request(ada, game="clue", seats=seats)
    command(ada, table, "start", fill="novice")
    for size in DESKS:
        ada.page.set_viewport_size(size)  # type: ignore[arg-type]
        ada.go(table)
        ada.page.locator(".frame aside table").wait_for()
        ada.page.evaluate("async () => void await document.fonts.ready")
        assert ada.page.evaluate("faults({ '*': 0 })") == [], size
        if seats == 4:
            assert ada.page.evaluate(CUT_HEADS) == [], size


def command(person: Person, table: str, what: str, **wish: object) -> None:
    answer = person.page.request.post(
        f"{person.address}{table.replace('/t/', '/api/tables/')}/{what}", data=wish
    )
    assert answer.ok, answer.text()


def test_words_fit_on_a_phone_beside_a_shared_screen(arrive: Arrive) -> None:
    screen, ada = arrive(), arrive(language="fr")
    walk = Walk(ada, "fr")
    table = open_by_request(screen, game="clue", seats=3)
    screen.go(table)
    screen.press("Show the board here")
    screen.sees("Start the game")
    ada.go(table)
    ada.give_name("Blaise")
    ada.sees("vous")
    screen.press("Start the game")
    ada.page.get_by_role("button", name=walk.texts["screen.compact"]).wait_for()
    walk.look("phone beside a shared screen")
    walk.check()
