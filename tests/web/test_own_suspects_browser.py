"""A table of Le Secret du Nil with the suspects of its own box, from the lobby to the rules."""

import re

from playwright.sync_api import expect

from tests.rules import rule
from tests.web.browser import (
    Arrive,
    Person,
    check_width,
    invite_friends,
    look_at,
    open_table,
    press_open,
    unfold_options,
)

NAMES = ("Ada <i>Lovelace</i>", "Œdipe de Thèbes la Haute", "M. Q", "Zoë")
"""The second is as long as a name may be."""
NILE = "The Secret of the Nile|Le Secret du Nil"


@rule("NI-DEC-1")
def test_a_host_copies_the_suspects_of_a_box_and_all_read_them(arrive: Arrive) -> None:
    ada = arrive(language="fr", phone=True)
    ada.go()
    invite_friends(ada, NILE, "Ada")
    unfold_options(ada)
    fold = ada.page.locator("details details", has_text="dans votre boîte")
    fold.locator("summary").click()
    check_trouble_is_said_and_nothing_is_opened(ada)
    for number, name in enumerate(NAMES, 1):
        ada.page.get_by_label(f"Suspect {number}").fill(name)
    ada.page.get_by_label("On croise").first.select_option("Bar")
    fold.scroll_into_view_if_needed()
    check_width(ada)
    look_at(ada, "own-suspects-form")
    press_open(ada)
    blaise = arrive(language="en")
    blaise.page.goto(ada.page.url)
    blaise.give_name("Blaise")
    for person in (ada, blaise):
        expect(person.page.locator("dl")).to_contain_text(f"{NAMES[0]} (Bar, ")
        person.page.get_by_text(re.compile("^Suspects, ")).scroll_into_view_if_needed()
        look_at(person, "own-suspects-terms")
    ada.press("Lancer la partie|Commencer la partie|Commencer")
    for person in (ada, blaise):
        person.page.locator(".deck").wait_for()
        expect(person.page.locator(".deck .name")).to_have_text(list(NAMES))
        assert person.page.locator(".deck i").count() == 0, "a name is text, never markup"
        look_at(person, "own-suspects-board")
        check_width(person)
    check_the_rules_are_the_tables(blaise)


@rule("NI-DEC-1")
def test_a_table_without_a_word_about_suspects_has_the_usual_ones(arrive: Arrive) -> None:
    ada = arrive(language="en")
    open_table(ada, game=NILE)
    expect(ada.page.locator("dl")).to_contain_text("Mrs Watson (Promenade, Pool)")


def check_trouble_is_said_and_nothing_is_opened(ada: Person) -> None:
    ada.page.get_by_label("Suspect 1").fill("m. marpel")
    expect(ada.page.get_by_role("alert").filter(has_text="nom différent")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Ouvrir la table")).to_be_disabled()
    ada.press("Revenir aux suspects habituels")
    expect(ada.page.get_by_role("button", name="Ouvrir la table")).to_be_enabled()


def check_the_rules_are_the_tables(person: Person) -> None:
    with person.context.expect_page() as opened:
        person.page.get_by_role("link", name="Rules").click()
    rules = opened.value
    expect(rules.locator("[id='NI-DEC-1']")).to_contain_text(f"At this table: {NAMES[0]} (Bar, ")
    expect(rules.locator("[id='NI-DEC-1']")).to_contain_text(NAMES[3])
    rules.close()
