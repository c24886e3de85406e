"""A guest's devices in a real browser: a link or a code for another one, and the list of them."""

import re

from playwright.sync_api import Request, expect

from tests.web.browser import (
    PHONE,
    Arrive,
    Person,
    check_fingers,
    check_width,
    look_at,
    name_by_request,
    open_table,
    press_with_keys,
)

CONTINUE = "Continue on another device|Continuer sur un autre appareil"
GET = "Get a link and a code|Obtenir un lien et un code"
SHORT_PHONE = {"width": 360, "height": 640}


def get_pass(person: Person) -> tuple[str, str]:
    """Get a pass in the lobby: its link and its code."""
    person.go()
    person.page.get_by_text(re.compile(CONTINUE)).click()
    person.press(GET)
    code = person.page.locator(".code").inner_text()
    return person.page.get_by_label(re.compile("^(Link|Lien)")).input_value(), code


def listen(person: Person) -> list[str]:
    """Everything the browser says to any server from now on, except for bodies of requests."""
    said: list[str] = []

    def hear(request: Request) -> None:
        said.extend((request.url, *request.all_headers().values()))

    person.page.on("request", hear)
    return said


def test_a_link_moves_the_seat_after_a_question_and_is_never_sent(arrive: Arrive) -> None:
    laptop, phone = arrive(), arrive(phone=True, language="fr")
    table = open_table(laptop)
    link, _ = get_pass(laptop)
    look_at(laptop, "pass")
    secret = link.partition("#")[2]
    said = listen(phone)
    phone.page.goto(link)
    phone.sees("Continuer ici comme Ada")
    assert secret not in phone.page.url, "nor is it in the history"
    phone.page.set_viewport_size(SHORT_PHONE)  # type: ignore[arg-type]
    check_width(phone)
    check_fingers(phone, "main .button")
    look_at(phone, "resume-newcomer")
    assert phone.page.request.get(f"{phone.address}/api/me").json() == {"name": ""}, "asked first"
    phone.press("Devenir Ada")
    phone.sees("Bon retour, Ada")
    phone.page.goto(table)
    phone.sees("vous")
    phone.press("Commencer la partie")
    laptop.page.goto(table)
    laptop.sees("are dealt")
    assert said
    assert not [it for it in said if secret in it], "no request line or header has it"


def test_a_code_asks_who_has_a_name_already_by_keyboard(arrive: Arrive) -> None:
    laptop, other = arrive(), arrive()
    open_table(laptop)
    _, code = get_pass(laptop)
    name_by_request(other, "Zoé")
    other.go()
    other.page.get_by_text(re.compile(CONTINUE)).click()
    other.page.get_by_label("I have a code").fill(f" {code[:4].lower()} {code[4:]}")
    other.page.keyboard.press("Enter")
    other.sees("Continue here as Ada")
    other.sees("Here you are Zoé now")
    other.sees("Zoé is signed in nowhere else")
    look_at(other, "resume-named")
    press_with_keys(other, other.page.get_by_role("link", name="Stay Zoé"))
    other.sees("Detective games")
    other.page.get_by_text(re.compile(CONTINUE)).click()
    other.page.get_by_label("I have a code").fill(code)
    other.page.keyboard.press("Enter")
    press_with_keys(other, other.page.get_by_role("button", name="Become Ada"))
    other.sees("Welcome back, Ada")


def test_a_cancelled_link_does_not_work(arrive: Arrive) -> None:
    laptop, phone = arrive(), arrive(phone=True)
    open_table(laptop)
    link, _ = get_pass(laptop)
    laptop.press("Cancel the link")
    laptop.sees("no longer work")
    phone.page.goto(link)
    phone.sees("That code or link is not known here")
    expect(phone.page.get_by_role("button", name=re.compile("Become"))).to_have_count(0)
    phone.errors.clear()  # the console tells of the refusal


def test_a_device_is_signed_out_on_the_page_of_your_games(arrive: Arrive) -> None:
    laptop, phone = arrive(), arrive(phone=True, language="fr")
    table = open_table(laptop)
    link, _ = get_pass(laptop)
    phone.page.goto(link)
    phone.press("Devenir Ada")
    phone.sees("Bon retour, Ada")
    for size in (SHORT_PHONE, PHONE):
        phone.page.set_viewport_size(size)  # type: ignore[arg-type]
        phone.go("/yours")
        devices = phone.page.get_by_role("region", name="Vos appareils")
        expect(devices.get_by_role("listitem")).to_have_count(2)
        expect(devices.get_by_text("cet appareil")).to_have_count(1)
        expect(devices.get_by_text(re.compile("^Chrome sur Linux"))).to_have_count(2)
        devices.scroll_into_view_if_needed()
        check_width(phone)
        check_fingers(phone, "section[aria-labelledby=devices] .button")
        look_at(phone, f"devices-{size['height']}")
    phone.page.goto(table)
    phone.sees("vous")
    laptop.go("/yours")
    devices = laptop.page.get_by_role("region", name="Your devices")
    look_at(laptop, "devices")
    other = devices.get_by_role("listitem").filter(has_not_text="this device")
    press_with_keys(laptop, other.get_by_role("button", name="Sign out Chrome on Linux"))
    laptop.sees("It stops playing as you at once")
    laptop.picture("devices-confirm")
    dialog = laptop.page.get_by_role("dialog")
    press_with_keys(laptop, dialog.get_by_role("button", name="Sign out Chrome on Linux"))
    laptop.sees("Signed out: Chrome on Linux")
    expect(devices.get_by_role("listitem")).to_have_count(1)
    phone.sees("Cet appareil a été déconnecté")
    phone.picture("devices-signed-out")
    phone.press("Repartir de zéro")
    phone.sees("Votre nom")


def test_a_link_that_was_not_used_is_cancelled_on_the_page_of_your_games(arrive: Arrive) -> None:
    laptop, phone = arrive(), arrive(phone=True)
    open_table(laptop)
    link, _ = get_pass(laptop)
    laptop.go("/yours")
    laptop.sees("A link you made can still be used for 10 minutes")
    laptop.press("Cancel the link")
    laptop.sees("no longer work")
    expect(laptop.page.get_by_text("can still be used")).to_have_count(0)
    phone.page.goto(link)
    phone.sees("That code or link is not known here")
    phone.errors.clear()  # the console tells of the refusal
