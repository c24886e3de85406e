"""Keyhole in a real browser: several people, bots, both languages, phone and desktop."""

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server_process import ServerProcess
from tests.web.browser import Arrive, Person, look_at, needs, open_table, press_with_keys
from tests.web.course import play_on


def result(person: Person) -> Locator:
    return person.page.get_by_role("dialog").filter(has_text=re.compile("closed|close|élucidée"))


def ask(person: Person) -> None:
    person.page.get_by_role("button", name=re.compile("^Ask ")).first.click()
    person.press("Ask")


def move(person: Person) -> None:
    """Make a move that the screen offers, if any: ask a seat, accuse, be ready."""
    page = person.page
    for name in ("Ask .*|Demander .*", "Accuse .*|Accuser .*", "Ready .*|Continuer .*"):
        button = page.get_by_role("button", name=re.compile(f"^(?:{name})"))
        if button.count():
            button.first.click()
            confirm = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Accus"))
            if "Accuse" in name:
                confirm.click()
            elif "Ask" in name:
                person.press("Ask|Demander")
            return


def play_out(*people: Person) -> None:
    play_on(
        *(partial(move, person) for person in people),
        until=lambda: all(result(person).count() for person in people),
        page=people[0].page,
    )


def test_two_people_and_a_bot_play_a_game_in_two_languages(arrive: Arrive) -> None:
    ada, blaise = arrive(language="en"), arrive(language="fr", phone=True)
    link = open_table(ada)
    ada.picture("waiting-desk")
    blaise.page.goto(link)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    ada.sees("are dealt")
    blaise.sees("Vous recevez")
    ada.picture("start-desk")
    blaise.picture("start-phone")
    play_out(ada, blaise)
    ada.picture("end-desk")
    blaise.picture("end-phone")
    for person, other in ((ada, "Blaise"), (blaise, "Ada")):
        told = "".join(person.frames)
        seat = {"Ada": 0, "Blaise": 1}[other]
        assert f'"type":"Dealt","to":{seat}' not in told, "no page gets another seat's card"
        assert "CulpritHidden" not in told


def test_a_reload_keeps_the_seat_and_shows_what_happened_meanwhile(arrive: Arrive) -> None:
    ada, blaise = arrive(), arrive()
    link = open_table(ada, players=2)
    blaise.page.goto(link)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    blaise.sees("Waiting for")
    blaise.page.goto("about:blank")
    ask(ada)
    ada.sees("Waiting for")
    blaise.page.goto(link)
    blaise.sees("While you were away")
    blaise.sees("You show Ada")
    blaise.press("Continue")
    blaise.sees("Your turn")


def test_the_language_switches_and_is_remembered(arrive: Arrive) -> None:
    ada = arrive(language="en")
    ada.go()
    ada.sees("Invite friends")
    ada.page.get_by_role("button", name=re.compile("français")).click()
    ada.sees("Inviter des amis")
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
    ada.page.reload()
    ada.sees("Inviter des amis")


@needs("focus that comes back to a page which it left by Tab")
def test_a_game_can_be_played_with_the_keyboard_alone(arrive: Arrive) -> None:
    ada = arrive()
    page = ada.page
    ada.go()
    press_with_keys(ada, page.get_by_role("button", name="Invite friends: Keyhole"))
    page.get_by_label("Your name").focus()
    page.keyboard.type("Ada")  # in place of the proposed name, which is selected
    press_with_keys(ada, page.get_by_role("button", name="Open the table"))
    press_with_keys(ada, page.get_by_role("button", name="Start the game"))
    press_with_keys(ada, page.get_by_role("button", name=re.compile("^Ask ")))
    press_with_keys(ada, page.get_by_role("button", name="Ask", exact=True))
    press_with_keys(ada, page.get_by_role("button", name=re.compile("^Accuse ")))
    dialog = page.get_by_role("dialog")
    press_with_keys(ada, dialog.get_by_role("button", name=re.compile("^Accuse ")))
    press_with_keys(ada, page.get_by_role("button", name=re.compile("^Ready ")))
    ada.sees("Deal 2 of 2")


def test_a_refusal_is_a_sentence_with_its_rule(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/rules/keyhole#KEY-3")
    ada.sees("You may not ask yourself")
    expect(ada.page.locator("#KEY-3")).to_have_count(1)


def test_an_unknown_table_and_an_unknown_page_are_explained(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/t/there-is-none")
    ada.sees("This page or table does not exist")
    ada.go("/nowhere/at/all")
    ada.sees("This page or table does not exist")
    ada.errors = [error for error in ada.errors if "404" not in error]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_every_page_passes_the_accessibility_check(arrive: Arrive, phone: bool) -> None:
    ada = arrive(phone=phone, language="fr" if phone else "en")
    for path, name in (("/", "lobby"), ("/rules/keyhole", "rules"), ("/about", "about")):
        ada.go(path)
        ada.page.wait_for_load_state("networkidle")
        look_at(ada, name)
    open_table(ada)
    look_at(ada, "waiting")
    ada.press("Start the game|Commencer.*|Lancer.*")
    ada.sees("Your turn|À vous|C’est à vous|Votre tour")
    look_at(ada, "turn")
    play_out(ada)
    look_at(ada, "end")


def test_a_page_reconnects_after_the_server_was_killed_and_started_again(
    browser: Browser, tmp_path: Path
) -> None:
    flags = ("--bot-pause", "0.2")
    with ServerProcess.opened(tmp_path / "house", *flags) as server:
        ada = Person.arrive(browser, server.url)
        open_table(ada, players=2)
        ada.press("Start the game")
        ada.sees("Your turn")
        ada.press("This table")
        server.end()
        dialog = ada.page.get_by_role("dialog")
        expect(dialog.get_by_role("alert")).to_contain_text("Connection lost")
        ada.page.keyboard.press("Escape")
        ada.sees("Connection lost")
    port = str(server.address[1])
    with ServerProcess.opened(server.folder, *flags, "--port", port):
        expect(ada.page.get_by_text("Connection lost")).to_be_hidden()
        ask(ada)
        ada.sees("shows you")
    ada.context.close()
