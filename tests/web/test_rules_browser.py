"""The rules of every game: in short, folded rules, and one sheet of paper."""

import re

import pytest
from playwright.sync_api import expect

from cluehouse.games import GAMES
from tests.web.browser import SMALL_PHONE, Arrive, check_width, look_at

PAGE_OF_A_PDF = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_rules_begin_in_short_and_fit_one_sheet(arrive: Arrive, game: str) -> None:
    ada = arrive(language="fr", night=True)
    ada.go(f"/rules/{game}")
    short = ada.page.get_by_role("region", name="En bref")
    expect(short.get_by_role("img").locator("svg").first).to_be_visible()
    expect(short.get_by_role("listitem")).to_have_count(4)
    expect(ada.page.locator(".rule").first).to_be_hidden()
    assert len(PAGE_OF_A_PDF.findall(ada.page.pdf())) == 1
    look_at(ada, f"rules-{game}")
    ada.page.locator("summary").press("Enter")
    expect(ada.page.locator(".rule").last).to_be_visible()
    assert len(PAGE_OF_A_PDF.findall(ada.page.pdf())) > 1
    ada.page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    check_width(ada)


def test_a_link_to_a_rule_unfolds_the_rules(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/rules/clue")
    rule = ada.page.locator("#CL-SUG-4")
    expect(ada.page.get_by_text("For example")).to_be_visible()
    expect(rule).to_be_hidden()
    ada.page.evaluate("location.hash = 'CL-SUG-4'")
    expect(rule).to_be_in_viewport()
    ada.page.reload()
    expect(rule).to_be_in_viewport()


def test_the_rules_are_printed_with_a_button(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/rules/arosa")
    ada.page.evaluate("window.print = () => void (window.printed = true)")
    ada.press("Print")
    assert ada.page.evaluate("window.printed")
