"""The lobby and the waiting room in a real browser: play at once, invite, join."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser import (
    Arrive,
    Person,
    check_fingers,
    check_reach,
    check_width,
    invite_friends,
    look_at,
    name_by_request,
    open_by_request,
    open_table,
    press_open,
    unfold_options,
)

SHORT_PHONE = {"width": 360, "height": 640}
LAPTOP = {"width": 1366, "height": 768}
NETWORK = "http://192.168.1.5:8000"

IN_VIEW = """selector => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}"""


def be_on_the_network(person: Person) -> None:
    """Let the server say that it listens on its local network."""

    def answer(route: Route) -> None:
        card = route.fetch().json()
        route.fulfill(json={**card, "network": {"origin": NETWORK, "open": True}})

    person.page.route("**/api/house", answer)


@pytest.mark.parametrize("size", [SHORT_PHONE, LAPTOP], ids=["phone", "laptop"])
def test_both_ways_to_play_are_in_sight_and_need_no_name(
    arrive: Arrive, size: dict[str, int]
) -> None:
    ada = arrive(language="fr")
    ada.page.set_viewport_size(size)  # type: ignore[arg-type]
    ada.go()
    ada.page.locator("article").first.wait_for()
    for way in (".main", ".invite", "select"):
        assert ada.page.evaluate(IN_VIEW, f"article .ways {way}"), way
    expect(ada.page.get_by_role("textbox")).to_have_count(0)
    check_fingers(ada, "article button, article a, article select")
    check_width(ada)


def test_a_game_against_bots_is_found_again_on_top_of_the_lobby(arrive: Arrive) -> None:
    ada = arrive(phone=True)
    ada.page.set_viewport_size(SHORT_PHONE)  # type: ignore[arg-type]
    ada.go()
    ada.page.get_by_role("combobox", name="Bots: Keyhole").select_option("detective")
    ada.press("Play: Keyhole")
    ada.sees("are dealt")
    table = ada.page.url
    room = ada.page.request.get(table.replace("/t/", "/api/tables/")).json()
    assert [chair.get("level") for chair in room["chairs"]] == [None, "detective"]
    ada.go()
    expect(ada.page.get_by_role("combobox", name="Bots: Keyhole")).to_have_value("detective")
    running = ada.page.get_by_role("region", name="In progress").get_by_role("link")
    assert ada.page.evaluate(IN_VIEW, "[aria-labelledby=yours] a")
    ada.check_accessibility()
    running.click()
    expect(ada.page).to_have_url(table)


def test_the_sheet_opens_at_the_card_with_its_button_in_reach(arrive: Arrive) -> None:
    ada = arrive(phone=True, language="fr")
    ada.page.set_viewport_size(SHORT_PHONE)  # type: ignore[arg-type]
    ada.go()
    invite_friends(ada, "Le Secret du Nil", "Ada")
    look_at(ada, "invite-sheet")
    for _ in range(2):
        check_reach(ada, "dialog form > .button")
        check_fingers(ada, "dialog :is(button, summary, input.field, fieldset label):visible")
        check_width(ada)
        unfold_options(ada)
    unfold_options(ada)
    ada.page.get_by_role("group", name="Qui peut venir").get_by_text("Tout le monde").click()
    ada.page.get_by_role("group", name="Rythme").get_by_text("Au jour le jour").click()
    press_open(ada)
    room = ada.page.request.get(ada.page.url.replace("/t/", "/api/tables/")).json()
    assert (room["listed"], room["pace"]["type"], room["help"]) == (True, "ByDay", "seen")


def test_a_sheet_is_closed_with_escape_and_gives_the_focus_back(arrive: Arrive) -> None:
    ada = arrive()
    ada.go()
    invite_friends(ada, "Arosa", "Ada")
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Invite friends: Arosa")).to_be_focused()


def test_joining_by_link_asks_for_a_name_and_proposes_one(arrive: Arrive) -> None:
    ada, eve = arrive(), arrive(phone=True)
    path = open_by_request(ada, game="secret_du_nil", seats=3)
    ada.go(path)
    eve.go(path)
    field = eve.page.get_by_label("Your name")
    expect(field).not_to_have_value("")
    proposed = field.input_value()
    field.fill("watson")
    eve.sees("watson” is already taken")
    field.fill("Ada")
    eve.sees("Ada” is already taken")
    field.fill(proposed)
    expect(eve.page.get_by_text("already taken")).to_have_count(0)
    look_at(eve, "join")
    eve.press("Sit down")
    ada.sees(proposed)


def test_a_name_is_changed_on_the_page_of_your_games(arrive: Arrive) -> None:
    ada = arrive()
    name_by_request(ada, "Nell")
    ada.go("/yours")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.press("Save")
    expect(ada.page.locator("header .me")).to_have_text("Ada")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_waiting_room_shows_link_and_code_first(arrive: Arrive, phone: bool) -> None:
    ada = arrive(phone=phone, language="fr" if phone else "en")
    be_on_the_network(ada)
    table = open_table(ada).rpartition("/")[2]
    link = ada.page.get_by_label(re.compile("^(?:Link|Lien)$"))
    expect(link).to_have_value(f"{NETWORK}/t/{table}")
    code = ada.page.get_by_role("img", name=re.compile("QR"))
    expect(code).to_be_visible()
    sections = ada.page.locator(".waiting > section")
    expect(sections.first).to_contain_text(re.compile("Invite your friends|Invitez vos amis"))
    check_width(ada)
    look_at(ada, "waiting-network")


def test_both_buttons_of_the_waiting_room_are_in_one_row_on_a_small_phone(arrive: Arrive) -> None:
    ada = arrive(phone=True, language="fr")
    ada.page.set_viewport_size(SHORT_PHONE)  # type: ignore[arg-type]
    ada.go(open_by_request(ada))
    buttons = ada.page.locator(".waiting footer button")
    expect(buttons).to_have_count(2)
    tops = {round(box["y"]) for button in buttons.all() if (box := button.bounding_box())}
    assert len(tops) == 1
    check_fingers(ada, ".waiting footer button")


def test_a_link_that_no_phone_can_open_comes_with_the_way_to_get_one(arrive: Arrive) -> None:
    ada = arrive()
    open_table(ada)
    ada.sees("only works on this computer")
    expect(ada.page.get_by_role("img", name=re.compile("QR"))).to_have_count(0)


def test_the_host_adds_a_bot_of_a_level(arrive: Arrive) -> None:
    ada = arrive()
    open_table(ada)
    ada.page.get_by_role("combobox", name="Bots").select_option("plain")
    ada.press("Add a bot")
    expect(ada.page.locator(".chairs li").nth(1)).to_contain_text("steady")
