"""The replay page: the board stays where it is, plays by itself, and shows secrets to the eye."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from cluehouse.core.record import read_record
from cluehouse.games import GAMES
from cluehouse.study.replay import reveal
from tests.web.browser import Arrive, Person, check_width, open_by_request
from tests.web.test_browser import play_out
from tests.web.test_replay_browser import LOGS, choose, shows

SIZES = ((1440, 900), (1366, 768), (390, 844), (360, 640))
SIX_SECONDS = 6_000


def stored(game: str) -> Path:
    """The newest stored game."""
    return max((LOGS / game).glob("v?.json"))


def last_of(file: Path) -> int:
    return len(json.loads(file.read_text())["entries"]) - 1


def watch(person: Person, file: Path) -> None:
    person.go("/replay")
    choose(person, file)
    expect(slider(person)).to_be_visible()


def slider(person: Person) -> Locator:
    return person.page.get_by_role("slider")


def regions(page: Page) -> list[list[float]]:
    """The rectangles of board and controls."""
    found: list[list[float]] = page.evaluate("""() => [".board", ".remote"].map((name) => {
        const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
        return [x, y, width, height];
    })""")
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_board_and_controls_stay_where_they_are_at_every_moment(
    arrive: Arrive, size: tuple[int, int]
) -> None:
    ada = arrive(phone=size[0] < 700)
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    for game in GAMES:
        file = stored(game)
        watch(ada, file)
        last = last_of(file)
        seen = []
        for step in (0, last // 4, last // 2, last - 1, last):
            slider(ada).fill(str(step))
            shows(ada, f"Move {step} of|The deal")
            seen.append(regions(ada.page))
        board, bar = seen[0]
        assert all(each == seen[0] for each in seen), (game, seen)
        assert board[1] + board[3] <= bar[1], f"{game}: the controls cover the board"
        assert bar[1] + bar[3] <= size[1] + 0.5, f"{game}: the controls are out of sight"
        check_width(ada)


def test_game_plays_by_itself_pauses_and_turns(arrive: Arrive) -> None:
    ada = arrive()
    ada.page.clock.install()
    watch(ada, stored("clue"))
    ada.press("Play")
    ada.page.clock.run_for(SIX_SECONDS)
    shows(ada, "Move 3 of")
    ada.page.locator("body").press("Space")
    ada.page.clock.run_for(SIX_SECONDS)
    shows(ada, "Move 3 of")
    ada.press("Speed: normal")
    ada.press("Play")
    ada.page.clock.run_for(800)
    shows(ada, "Move 4 of")
    ada.press("To the next turning point")
    expect(slider(ada)).to_have_attribute("aria-valuetext", re.compile("Player 1’s turn"))
    ada.page.locator("body").press("?")
    expect(ada.dialog_named("Keyboard shortcuts")).to_contain_text("To the turning point before")


def test_link_opens_the_moment_as_one_seat_saw_it(arrive: Arrive) -> None:
    ada = arrive()
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = open_by_request(ada, options={"deals": 1})
    ada.go(table)
    ada.press("Start the game")
    play_out(ada)
    ada.page.get_by_role("link", name="Watch the replay").click()
    ada.page.get_by_label("Seen by").select_option("Ada")
    slider(ada).fill("2")
    shows(ada, "Move 2 of")
    ada.press("Copy a link to this moment")
    ada.sees("Link copied")
    link = ada.page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("?move=2&seat=1")

    bob = arrive()
    bob.page.goto(ada.address + link.removeprefix(ada.address))
    shows(bob, "Move 2 of")
    expect(bob.page.get_by_label("Seen by").locator("option:checked")).to_have_text("Ada")
    bob.page.reload()
    shows(bob, "Move 2 of")


SECRETS = {
    "arosa": (20, ".house .inside"),
    "cinq_dernieres_minutes": (35, ".villa .box .inside"),
    "clue": (20, ".board .filed"),
    "crime_hotel": (5, ".facade svg.murderer"),
    "keyhole": (2, ".door .culprit"),
    "secret_du_nil": (10, ".deck .pair.open"),
}
"""A moment, and what the board shows then to the eye alone, or more of it than to others."""


@pytest.mark.parametrize("game", GAMES)
def test_eye_sees_hands_and_secrets_on_the_board(arrive: Arrive, game: str) -> None:
    ada = arrive()
    file = stored(game)
    step, place = SECRETS[game]
    truth = list(reveal(read_record(file.read_bytes())))[step]
    watch(ada, file)
    slider(ada).fill(str(step))
    shows(ada, f"Move {step} of")
    secrets, held = ada.page.locator(place), ada.page.locator(".seats .held")
    expect(secrets.first).to_be_visible()
    found = secrets.count()
    for hand, button in zip(getattr(truth, "hands", ()), held.all(), strict=False):
        cards = 1 if isinstance(hand, str) else len(hand)
        expect(button.locator(".face")).to_have_count(cards)
    ada.check_accessibility()
    ada.page.get_by_label("Seen by").select_option("the public")
    expect(secrets).not_to_have_count(found)
    expect(held).to_have_count(0)
