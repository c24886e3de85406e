"""Every game in GAMES keeps the contract. Names no game."""

import pytest

from tests.contract.case import Case, cases
from tests.contract.checks import CHECKS, PAGES, Check

CASES = cases()
ONE_EACH = list({case.game.name: case for case in CASES}.values())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_keeps_the_contract(case: Case, check: Check) -> None:
    check(case)


@pytest.mark.parametrize("check", PAGES, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", ONE_EACH, ids=lambda case: case.game.name)
def test_a_game_has_texts_tests_playthroughs_and_logs(case: Case, check: Check) -> None:
    check(case)
