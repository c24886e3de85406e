"""The speed of bots, skipping to one's turn, and leaving politely, in real browsers."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server_process import ServerProcess
from tests.web.browser import SMALL_PHONE, Arrive, Person, check_fingers, check_width, open_table

SLOW_BOTS = ("--bot-pause", "30", "--limit-scale", "100")
"""At normal speed a move takes half a minute: nothing happens here unless bots are hurried."""

ASK = re.compile("^(Ask|Demande)")


@pytest.fixture(scope="module")
def slow_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with ServerProcess.opened(tmp_path_factory.mktemp("house"), *SLOW_BOTS) as server:
        yield server.url


@pytest.fixture
def arrive(browser: Browser, slow_house: str) -> Iterator[Arrive]:
    people: list[Person] = []

    def come(**how: object) -> Person:
        people.append(Person.arrive(browser, slow_house, **how))  # type: ignore[arg-type]
        return people[-1]

    yield come
    for person in people:
        person.leave()


@pytest.mark.parametrize(("language", "phone"), [("en", False), ("fr", True)])
def test_player_alone_skips_to_their_turn_and_reads_what_happened(
    arrive: Arrive, language: str, phone: bool
) -> None:
    ada = arrive(language=language, phone=phone)
    if phone:
        ada.page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    open_table(ada)
    ada.press("Start the game|Commencer la partie")
    skip = ada.page.get_by_role("button", name=re.compile("Skip to my turn|Aller à mon tour"))
    expect(ada.page.get_by_role("button", name=ASK).first).to_be_visible()
    expect(skip).to_be_disabled()
    ada.page.get_by_role("button", name=ASK).first.click()
    ada.press("Ask|Demander")
    if phone:
        check_fingers(ada, ".tools .button")
    check_width(ada)
    ada.check_accessibility()
    skip.click()
    told = ada.page.get_by_role("dialog", name=re.compile("What happened|Ce qui s’est passé"))
    expect(told.get_by_role("listitem")).to_have_count(2)
    ada.check_accessibility()
    ada.picture(f"skipped-{'phone' if phone else 'desk'}-{language}")
    ada.press("Continue|Continuer")
    ada.sees("Your turn|À vous")


def test_speed_is_chosen_at_the_table_and_remembered_for_the_next(arrive: Arrive) -> None:
    ada = arrive()
    open_table(ada)
    ada.press("Start the game")
    ada.press("Speed of the bots")
    ada.page.get_by_role("dialog").get_by_text("Instant", exact=True).click()
    expect(ada.page.get_by_role("radio", name="Instant")).to_be_checked()
    ada.check_accessibility()
    ada.press("Close")
    ada.page.get_by_role("button", name=ASK).first.click()
    ada.press("Ask|Demander")
    ada.sees("Your turn")
    open_table(ada)
    expect(ada.page.get_by_role("radio", name="Normal")).to_be_checked()
    ada.press("Start the game")
    expect(ada.page.locator(".frame[data-speed=instant]")).to_be_visible()


def test_player_lets_a_bot_take_the_seat_and_takes_it_back(arrive: Arrive) -> None:
    ada, blaise = arrive(), arrive(phone=True)
    path = open_table(ada, players=2).removeprefix(ada.address)
    blaise.go(path)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.page.get_by_text("Instant", exact=True).click()
    expect(ada.page.get_by_role("radio", name="Instant")).to_be_checked()
    ada.press("Start the game")
    ada.sees("Your turn")
    ada.press("This table")
    ada.press("Let a bot take my seat")
    ada.sees("A bot plays for you")
    plate = blaise.page.locator(".plate[data-seat='0']")
    expect(plate).to_contain_text("a bot plays for Ada")
    blaise.sees("Your turn")
    ada.press("Take my seat back")
    expect(plate).not_to_contain_text("a bot plays")
    blaise.page.get_by_role("button", name=ASK).first.click()
    blaise.press("Ask")
    ada.sees("Your turn")


def test_others_see_when_a_bot_will_step_in_for_an_absent_player(arrive: Arrive) -> None:
    ada, blaise = arrive(), arrive(phone=True)
    path = open_table(ada, players=2).removeprefix(ada.address)
    blaise.go(path)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    ada.sees("Your turn")
    blaise.sees("Waiting for")
    ada.page.goto("about:blank")
    plate = blaise.page.locator(".plate[data-seat='0']")
    expect(plate).to_contain_text(re.compile(r"away, ?a bot takes over in 1:\d\d"))
    check_width(blaise)
    blaise.check_accessibility()
    blaise.picture("away-phone")
