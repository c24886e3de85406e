"""What bots do in Arosa."""

from collections import Counter

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.arosa.belief import start
from cluehouse.games.arosa.bot import choose
from cluehouse.games.arosa.moves import Drop, Erase, Move, Open, Suspect, TakeBack
from cluehouse.games.arosa.pieces import STOREYS
from cluehouse.games.arosa.rules import legal_moves
from cluehouse.games.arosa.state import State
from cluehouse.games.arosa.view import view
from tests.games.arosa.stage import BLUE, BROWN, GREY, QUICK, YELLOW, pin, play, searching

LEVELS = pytest.mark.parametrize("level", ["novice"])


@LEVELS
def test_a_novice_opens_any_storey(level: Level) -> None:
    choices = _choices(searching({4: ["red"]}, act="one"), level)
    assert set(choices) == {Open(storey) for storey in STOREYS}


@LEVELS
def test_a_novice_names_one_other_player_and_any_storey(level: Level) -> None:
    choices = _choices(pin(searching({4: ["blue"]}), YELLOW, 4, 4), level)
    assert set(choices) == {
        Suspect((seat,), storey) for seat in (BLUE, BROWN, GREY) for storey in STOREYS
    }


@LEVELS
def test_a_novice_erases_anywhere_when_five_traces_speak_against_it(level: Level) -> None:
    state = pin(pin(searching({4: ["blue"]}), YELLOW, 4, 3), YELLOW, 2, 2)
    assert set(_choices(state, level)) == {Erase(storey) for storey in STOREYS}


@LEVELS
def test_a_novice_takes_back_all_it_can(level: Level) -> None:
    state = pin(searching({4: ["yellow"] * 3}), YELLOW, 4, 2)
    play(state, YELLOW, Erase(4))
    assert set(_choices(state, level)) == {TakeBack(2)}


@LEVELS
def test_a_novice_drops_in_any_order(level: Level) -> None:
    state = searching({4: ["yellow", "grey"]})
    play(state, YELLOW, Suspect((GREY,), 4))
    assert set(_choices(state, level)) == {Drop("yellow"), Drop("grey")}


def _choices(state: State, level: Level) -> Counter[Move]:
    belief, seen = start(QUICK, state.seats, YELLOW, level), view(state, YELLOW)
    moves = legal_moves(state, YELLOW)
    lucks = (Chance(b"bot", number) for number in range(400))
    return Counter(choose(belief, seen, moves, luck, level) for luck in lucks)
