"""A game abandoned by two people in real browsers: both agree, then everything is shown."""

import re

from playwright.sync_api import expect

from tests.web.browser import Arrive, check_width
from tests.web.test_rematch_browser import SMALL, open_short_table


def test_two_people_abandon_a_game_and_see_what_was_hidden(arrive: Arrive) -> None:
    ada, ben = arrive(), arrive(language="fr", phone=True)
    ben.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    path = open_short_table(ada)
    ada.go(path)
    ben.go(path)
    ben.give_name("Ben")
    ada.sees("Ben")
    ada.press("Start the game")
    ada.sees("Your turn")
    ada.press("This table")
    ada.press("Give up this game")
    ada.sees("Still to agree: Ben")
    ada.page.get_by_role("dialog").last.get_by_role("button", name="Give up this game").click()
    ada.press("Play on after all")
    expect(ada.page.get_by_text("Agreed to give up")).to_have_count(0)
    ada.press("This table")
    ada.press("Give up this game")
    ada.sees("Still to agree: Ben")
    ada.page.get_by_role("dialog").last.get_by_role("button", name="Give up this game").click()
    ben.sees("D’accord pour abandonner la partie.*Ada")
    ben.check_accessibility()
    check_width(ben)
    ben.press("Abandonner aussi")
    ben.sees("Cette partie a été abandonnée")
    ben.picture("given-up-phone")
    ada.sees("This game was given up")
    expect(ada.page.get_by_role("button", name="Pause the table")).to_have_count(0)
    ada.page.get_by_role("link", name=re.compile("^Watch the replay")).first.click()
    ada.sees("Hidden behind the door")
