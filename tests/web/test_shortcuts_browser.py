"""Keys: a turn of Clue without a mouse, the list behind `?`, the order of Tab in every game."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import Arrive, Person, open_by_request
from tests.web.course import await_people, play_on

TITLES = {"en": "Keyboard shortcuts", "fr": "Raccourcis clavier"}
SEATS = {
    "arosa": 3,
    "cinq_dernieres_minutes": 4,
    "clue": 3,
    "crime_hotel": 3,
    "keyhole": 3,
    "secret_du_nil": 3,
}
REGION = """() => {
    const of = (region) => document.activeElement.closest(region);
    return of(".tray .buttons") ? "actions" : of(".board") ? "board" : of(".tools") ? "tools" : "";
}"""
PICK = """() => {
    const { activeElement } = document;
    if (activeElement.matches("dialog .button.main")) return "Enter";
    if (activeElement.matches("dialog:has(.button.main:disabled) .card.lit")) return "Space";
    return activeElement.matches("dialog input[type=radio]") ? "Space" : null;
}"""


def sit_with_bots(person: Person, game: str) -> None:
    person.go(open_by_request(person, game=game, seats=SEATS[game]))
    person.press("Start the game|Commencer la partie")
    person.page.locator(".frame .board").wait_for()
    await_people(person, 1)


def answer_with_keys(person: Person) -> None:
    """In an open dialog, pick something of each kind and confirm."""
    if (title := person.dialog()) is None:
        return
    for _ in range(60):
        if key := person.page.evaluate(PICK):
            person.page.keyboard.press(key)
        if key == "Enter" or person.dialog() != title:
            break
        person.page.keyboard.press("Tab")


@pytest.mark.parametrize("game", SEATS)
def test_tab_reaches_the_board_before_the_actions(arrive: Arrive, game: str) -> None:
    ada = arrive()
    sit_with_bots(ada, game)
    while ada.dialog():
        ada.page.keyboard.press("Escape")
    ada.page.evaluate("document.getElementById('main').focus()")
    reached: list[str] = []
    while "tools" not in reached and len(reached) < 300:
        ada.page.keyboard.press("Tab")
        reached.append(ada.page.evaluate(REGION))
    regions = [region for region in reached if region]
    assert regions[-1] == "tools"
    assert regions == sorted(regions, key=["board", "actions", "tools"].index), regions


def test_a_turn_of_clue_is_played_by_keys_alone(arrive: Arrive) -> None:
    ada = arrive()
    sit_with_bots(ada, "clue")
    page, keys = ada.page, ada.page.keyboard
    roll = page.get_by_role("button", name="Roll the dice")
    end = page.get_by_role("button", name="End the turn")
    places = page.locator(".place[data-place]")

    play_on(lambda: answer_with_keys(ada), until=lambda: roll.count() > 0, page=page)
    keys.press("a")
    expect(ada.dialog_named("Your accusation")).to_be_visible()
    keys.press("r")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(roll).to_be_visible()
    keys.press("r")
    expect(roll).to_be_focused()
    keys.press("Enter")
    expect(roll).to_have_count(0)
    expect(places.first).to_be_visible()
    keys.press("b")
    expect(places.first).to_be_focused()
    keys.press("Enter")
    expect(places).to_have_count(0)

    play_on(lambda: answer_with_keys(ada), until=lambda: end.count() > 0, page=page)
    while ada.dialog():
        answer_with_keys(ada)
    keys.press("e")
    expect(end).to_be_focused()
    keys.press("Enter")
    expect(end).to_have_count(0)
    keys.press("n")
    expect(page.locator("aside table :focus")).to_have_count(1)
    keys.press("t")
    keys.type("rest")
    expect(page.locator(".side :focus")).to_have_value("rest")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_question_mark_lists_the_keys_and_turns_them_off(arrive: Arrive, language: str) -> None:
    ada = arrive(language=language)
    sit_with_bots(ada, "keyhole")
    ada.page.keyboard.press("?")
    keys = ada.dialog_named(TITLES[language])
    expect(keys.locator("kbd").first).to_be_visible()
    ada.check_accessibility()
    ada.picture(f"keys-desk-{language}")
    keys.get_by_role("checkbox").press("Space")
    ada.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    ada.page.reload()
    ada.page.locator(".frame .board").wait_for()
    ada.page.keyboard.press("?")
    expect(keys).to_have_count(0)
    ada.press("This table|Cette table")
    ada.press(TITLES[language])
    expect(keys).to_be_visible()
    ada.page.set_viewport_size({"width": 360, "height": 640})
    ada.picture(f"keys-phone-{language}")
