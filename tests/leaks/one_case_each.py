"""One case of each game, by its name."""

from typing import Final

from tests.contract.case import Case, cases

SEATS: Final = 3


def _usual(game: str) -> Case:
    """The case with the default options and nearest to SEATS seats."""
    of_game = [case for case in cases() if case.game.name == game]
    usual = [case for case in of_game if case.options == of_game[0].options]
    return min(usual, key=lambda case: abs(case.seats - SEATS))


CASES: Final = {it.game.name: _usual(it.game.name) for it in cases()}
"""By name of the game."""
