"""A shared screen, two phones that join by its QR code, and a spectator."""

import re

from playwright.sync_api import expect

from tests.web.browser import Arrive, Person, check_fingers, check_reach, check_width, open_table


def link_on(screen: Person) -> str:
    """The link on the screen. No phone could open it, so there is no code, but a way to get one."""
    screen.sees("only works on this computer")
    expect(screen.page.locator(".door img")).to_have_count(0)
    return screen.page.locator(".door .link").inner_text()


def sit_down(phone: Person, link: str, name: str) -> None:
    phone.page.goto(link)
    phone.give_name(name)
    phone.sees("you|vous")


def test_a_shared_screen_two_phones_and_a_delayed_spectator(arrive: Arrive) -> None:
    screen, ada, blaise = arrive(), arrive(phone=True), arrive(phone=True, language="fr")
    open_table(screen, name="Host", players=2)
    screen.press("Show the board here")
    link = link_on(screen)
    screen.page.set_viewport_size({"width": 1920, "height": 1080})
    sit_down(ada, link, "Ada")
    sit_down(blaise, link, "Blaise")
    screen.sees("Ada")
    screen.sees("Blaise")
    screen.picture("screen-lounge")
    screen.check_accessibility()
    screen.press("Start the game")
    screen.sees("Ada: ask another player for a card")
    check_distance(screen)
    assert not any('"SeatView"' in frame for frame in screen.frames), "no hand on the screen"

    eve = arrive()
    set_delay(screen)
    eve.page.goto(link)
    eve.sees("5 minutes behind")

    expect(ada.page.get_by_role("button", name="Only my hand", pressed=True)).to_be_visible()
    expect(ada.page.locator(".board")).to_be_hidden()
    check_width(ada)
    check_fingers(ada, ".tools .button")
    ada.picture("screen-phone-compact")
    ada.check_accessibility()
    ada.press("Only my hand")
    ada.page.get_by_role("button", name=re.compile("^Ask Blaise")).first.click()
    ada.press("Ask")
    screen.sees("Blaise shows Ada a card")
    blaise.sees("À vous")
    screen.picture("screen-board")
    screen.check_accessibility()

    talk(ada, blaise)
    blaise.press("Fermer")
    blaise.page.set_viewport_size({"width": 1440, "height": 900})
    blaise.picture("screen-desk-talk")

    eve.sees("Waiting for")
    assert "SomeCardShown" not in "".join(eve.frames), "not before its time"
    lift_delay(screen)
    eve.sees("Blaise shows Ada a card")
    assert '"CardShown"' not in "".join(eve.frames)
    eve.sees("Good luck!")


def check_distance(screen: Person) -> None:
    """On a television and on a laptop: the line can be read from three metres, the board is
    large."""
    for width, height in ((1366, 768), (1920, 1080)):
        screen.page.set_viewport_size({"width": width, "height": height})
        line, board = screen.page.locator(".lines .now"), screen.page.locator(".board")
        size = line.evaluate("line => parseFloat(getComputedStyle(line).fontSize)")
        assert size >= width / 42
        box = board.bounding_box()
        assert box is not None
        assert box["width"] * box["height"] > width * height / 2
        check_width(screen)
        screen.picture(f"screen-{width}")


def talk(ada: Person, blaise: Person) -> None:
    """A phrase is shown in the reader's language, free text as it is."""
    ada.press("Talk")
    check_reach(ada, "dialog .phrases li:first-child button")
    ada.press("Good luck!")
    ada.page.get_by_role("textbox").fill("<i>Hm</i>")
    ada.page.get_by_role("textbox").press("Enter")
    expect(blaise.page.locator(".talk b")).to_have_text("2")
    blaise.press("Discussion.*")
    blaise.sees("Bonne chance")
    blaise.sees("<i>Hm</i>")
    blaise.picture("screen-phone-talk")
    blaise.check_accessibility()


def set_delay(screen: Person) -> None:
    screen.press("This table")
    screen.page.get_by_role("dialog").get_by_text("5 minutes later").click()
    expect(screen.page.get_by_role("radio", name="5 minutes later")).to_be_checked()
    screen.picture("screen-menu")
    screen.press("Close")


def lift_delay(screen: Person) -> None:
    screen.press("This table")
    screen.page.get_by_role("dialog").get_by_text("at once", exact=True).click()
    screen.press("Close")
