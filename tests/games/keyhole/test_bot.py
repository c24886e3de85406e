"""Keyhole: what bots of each level do."""

from collections.abc import Sequence

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.keyhole.belief import start, update
from cluehouse.games.keyhole.bot import choose
from cluehouse.games.keyhole.events import CardShown
from cluehouse.games.keyhole.moves import Accuse, Ask, Move
from cluehouse.games.keyhole.pieces import Card, Options
from cluehouse.games.keyhole.rules import legal_moves
from cluehouse.games.keyhole.state import State
from cluehouse.games.keyhole.view import see, view
from tests.games.keyhole.stage import ONE, TWO, ZERO, accusing, asking, deal

HANDS: tuple[Card, ...] = ("butler", "doctor", "pilot")
SHOWN = CardShown(by=ONE, to=ZERO, card="doctor")


@pytest.mark.parametrize("level", ["plain", "detective"])
def test_a_bot_that_remembers_never_accuses_a_cleared_card(level: Level) -> None:
    choices = _choices(level, accusing("twin", *HANDS))
    assert choices == {Accuse("pilot"), Accuse("twin"), Accuse("widow")}


def test_a_novice_forgets_the_card_it_was_shown() -> None:
    choices = _choices("novice", accusing("twin", *HANDS))
    assert choices == {Accuse("doctor"), Accuse("pilot"), Accuse("twin"), Accuse("widow")}


@pytest.mark.parametrize("level", ["novice", "plain", "detective"])
def test_any_seat_may_be_asked(level: Level) -> None:
    assert _choices(level, asking("twin", *HANDS)) == {Ask(ONE), Ask(TWO)}


def _choices(level: Level, state: State) -> set[Move]:
    """The moves seat 0 may choose, over many lucks, after seat 1 has shown it a card."""
    belief = start(Options(), 3, ZERO, level)
    for event in (*deal("twin", *HANDS), SHOWN):
        if (sight := see(event, ZERO)) is not None:
            update(belief, sight)
    moves: Sequence[Move] = legal_moves(state, ZERO)
    lucks = (Chance(b"bot", n) for n in range(200))
    return {choose(belief, view(state, ZERO), moves, luck, level) for luck in lucks}
