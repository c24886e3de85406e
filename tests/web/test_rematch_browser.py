"""After the game, in real browsers: a rematch of all players, and the page of a guest's games."""

import re

from playwright.sync_api import expect

from tests.web.browser import Arrive, Person, check_width, open_by_request
from tests.web.test_browser import play_out

SMALL = {"width": 360, "height": 740}


def open_short_table(person: Person) -> str:
    """Open a table of two with one deal, so that it ends soon; returns its path."""
    return open_by_request(person, options={"deals": 1})


def test_two_people_play_again_with_one_press_and_find_it_among_their_games(arrive: Arrive) -> None:
    ada, ben = arrive(), arrive(language="fr", phone=True)
    ben.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    path = open_short_table(ada)
    ada.go(path)
    ben.go(path)
    ben.give_name("Ben")
    ada.sees("Ben")
    ada.press("Start the game")
    play_out(ada, ben)

    ada.press("Rematch")
    ben.sees("Ada veut rejouer")
    ben.check_accessibility()
    check_width(ben)
    ben.picture("rematch-phone")
    ben.press("Aller à la revanche")
    ada.sees("Waiting for|are dealt")
    ben.sees("À vous")  # both are there, and the second seat begins
    expect(ben.page).not_to_have_url(ben.address + path)
    expect(ada.page).to_have_url(ben.page.url)

    ben.go("/yours")
    ben.sees("À vous")
    ben.sees("Aller à la table")
    for heading in ("En cours", "Terminées", "Statistiques", "Effacer vos données"):
        expect(ben.page.get_by_role("heading", name=heading)).to_be_visible()
    ben.check_accessibility()
    check_width(ben)
    ben.picture("your-games-phone")
    ada.page.get_by_role("link", name="Ada", exact=True).click()
    ada.sees("In progress")
    ada.sees("the others’ turn")
    ada.check_accessibility()
    ada.picture("your-games-desk")
    ada.page.get_by_role("link", name=re.compile("^Watch the replay")).click()
    ada.sees("Hidden behind the door")
