"""Crime Hotel in a real browser: a whole investigation, two people, a bot, two languages."""

import re
from functools import partial

from playwright.sync_api import Locator, expect

from tests.web.browser import DESK, Arrive, Person, check_reach, choose, look_at, open_table
from tests.web.course import await_people, confirm, play_on, sights, updates

SEATS = {"Ada": 0, "Blaise": 1}
CARDS = ".cards button"
CLOSED = re.compile("^(Investigation 1 is closed|L’enquête 1 est close)$")
SECRETS = {"Exchanged": "SomeExchanged", "Looked": "SomeLooked"}


def test_two_people_and_a_bot_play_an_investigation_and_pages_reveal_no_secret(
    arrive: Arrive,
) -> None:
    ada, blaise = arrive(language="en"), arrive(language="fr", phone=True)
    blaise.page.goto(open_table(ada, game="Crime Hotel"))
    blaise.give_name("Blaise")
    ada.sees("Blaise")
    ada.press("Start the game")
    for person in (ada, blaise):
        person.page.locator(".facade").wait_for()
        await_people(person, 2)
        look_at(person, "crime-hotel-start")
    play_investigation(ada, blaise)
    for person in (ada, blaise):
        look_at(person, "crime-hotel-end")
    assert score_sheet(ada) == score_sheet(blaise) == points_told(ada) == points_told(blaise)
    for person, name in ((ada, "Ada"), (blaise, "Blaise")):
        check_secrecy(person, SEATS[name])
    assert secrets_told(ada) == secrets_told(blaise), "both pages are told that it happened"


# --- playing ----------------------------------------------------------------------------------


def play_investigation(*people: Person) -> None:
    pictured: set[Person] = set()

    def take_part(person: Person) -> None:
        if person not in pictured and in_the_middle(person):
            pictured.add(person)
            look_at(person, "crime-hotel-middle")
        act(person)

    play_on(
        *(partial(take_part, person) for person in people),
        until=lambda: all(is_done(person) for person in people),
        page=people[0].page,
    )


def in_the_middle(person: Person) -> bool:
    """A guess is asked for, and several have been made."""
    page = person.page
    asked = page.locator(".facade button").count() > 0 and person.dialog() is None
    return asked and page.locator(".detective").count() >= 3


def act(person: Person) -> None:
    """Make a move that the screen offers, if any; all offers must be in reach."""
    page = person.page
    if title := person.dialog():
        if not CLOSED.match(title):
            answer(person, person.dialog_named(title))
        return
    for offered in (CARDS, "[data-department=look]", "[data-department]"):
        buttons = page.locator(offered)
        if buttons.count():
            check_reach(person, offered)
            if choose(person, buttons.first) and offered == CARDS:
                confirm_card(person)
            return
    empty = page.locator(".facade button:not(.hopeless):not(:has(.detective))")
    places = empty if empty.count() else page.locator(".facade button")
    if places.count():
        check_reach(person, ".facade button")
        choose(person, places.last)


def confirm_card(person: Person) -> None:
    """A finger selects a card first; a key plays it at once."""
    if person.page.viewport_size == DESK:
        return
    expect(person.page.locator(".now")).to_have_text(re.compile(r"^(Play|Jouer) \d+\s*\?$"))
    assert person.page.locator(f"{CARDS}[aria-pressed=true]").count() == 1
    confirm(person)


def answer(person: Person, dialog: Locator) -> None:
    """Confirm a move, use a reinforcement, or close a dialog that only informs."""
    wanted = re.search(r"\d", " ".join(dialog.locator("#give").all_inner_texts()))
    for i in range(int(wanted[0]) if wanted else 0):
        dialog.locator(".cards button").nth(i).click()
    choose(person, dialog.locator(".button.main"))


def is_done(person: Person) -> bool:
    return CLOSED.match(person.dialog() or "") is not None


def verdict(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name=CLOSED)


# --- looking ----------------------------------------------------------------------------------


def score_sheet(person: Person) -> list[int]:
    totals = verdict(person).locator("tbody td:last-child").all_inner_texts()
    return [int(total) for total in totals]


# --- messages received ------------------------------------------------------------------------


def points_told(person: Person) -> list[int]:
    (found,) = (sight for sight in sights(person) if sight["type"] == "MurdererFound")
    points: list[int] = found["points"]
    return points


def check_secrecy(person: Person, seat: int) -> None:
    told = sights(person)
    assert [sight["to"] for sight in told if sight["type"] == "Dealt"] == [seat]
    assert "MurdererHidden" not in "".join(person.frames)
    for sight in told:
        if sight["type"] in SECRETS:
            assert seat in (sight["by"], sight["whom"]), sight
    for update in updates(person):
        assert update["view"]["seat"] == seat
        if update["view"]["open"]["phase"] not in ("between", "over"):
            assert update["view"]["open"]["murderer"] is None


def secrets_told(person: Person) -> list[tuple[str, int, int]]:
    """The seats that looked or swapped, and with whom, with or without the cards."""
    return [
        (SECRETS.get(sight["type"], sight["type"]), sight["by"], sight["whom"])
        for sight in sights(person)
        if sight["type"] in (*SECRETS, *SECRETS.values())
    ]
