"""A player leaves in the middle of a game and comes back, in real browsers."""

import re

from playwright.sync_api import expect

from tests.web.browser import Arrive, check_width, open_by_request


def test_a_bot_plays_for_an_absent_player_and_gives_the_seat_back(arrive: Arrive) -> None:
    ada, blaise = arrive(), arrive(phone=True)
    path = open_by_request(ada, grace=2)
    ada.go(path)
    blaise.go(path)
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    ada.sees("Your turn")
    ada.page.goto("about:blank")
    plate = blaise.page.locator(".plate[data-seat='0']")
    expect(plate).to_contain_text("a bot plays for Ada")
    blaise.sees("Your turn")
    blaise.picture("stand-in-phone")
    check_width(blaise)
    ada.go(path)
    ada.press("Continue")
    expect(plate).not_to_contain_text("a bot plays")
    blaise.press("This table")  # the host was absent
    blaise.page.get_by_role("dialog").get_by_text("Pause the table").wait_for()
    blaise.check_accessibility()
    blaise.picture("table-menu-phone")
    blaise.press("Pause the table")
    ada.sees("Blaise has paused the table")
    expect(blaise.page.get_by_role("button", name=re.compile("^Ask "))).to_have_count(0)
    blaise.picture("paused-phone")
    check_width(blaise)
    blaise.press("Resume")
    blaise.page.get_by_role("button", name=re.compile("^Ask ")).first.click()
    blaise.press("Ask")
    ada.sees("Your turn")
    ada.page.get_by_role("button", name=re.compile("^Accuse ")).first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Accuse ")).click()
    ada.sees("Waiting for")
