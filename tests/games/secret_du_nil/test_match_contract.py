"""The contract, on the first games of a match: one game leaves nothing behind for the next.

A whole match is long; the contract suite itself plays single games.
"""

from typing import Final

import pytest

from cluehouse.games.secret_du_nil import GAME
from cluehouse.games.secret_du_nil.pieces import Options
from tests.contract.case import Case, positions, sheet_of
from tests.contract.checks import CHECKS, Check
from tests.contract.rules_checks import check_every_playout_ends

CASE: Final = Case(game=GAME, sheet=sheet_of(GAME), options=Options(match=25), seats=2)


def test_the_match_case_covers_several_games() -> None:
    assert {now.play.state.game for now in positions(CASE)} >= {1, 2, 3}


@pytest.mark.parametrize(
    "check",
    [check for check in CHECKS if check is not check_every_playout_ends],
    ids=lambda check: check.__name__,
)
def test_a_match_keeps_the_contract(check: Check) -> None:
    check(CASE)
