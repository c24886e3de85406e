"""One case of each game."""

from typing import Final

from tests.contract.case import Case, cases

SEATS: Final = 3


def _usual(game: str) -> Case:
    """With the usual options, for as many as usually play."""
    of_game = [case for case in cases() if case.game.name == game]
    usual = [case for case in of_game if case.options == of_game[0].options]
    return min(usual, key=lambda case: abs(case.seats - SEATS))


SAMPLES: Final = {it.game.name: _usual(it.game.name) for it in cases()}
"""By game."""
