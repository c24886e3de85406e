"""Arosa: what the bots do."""

from collections import Counter

import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.arosa.belief import Belief, start
from cluehouse.games.arosa.bot import choose
from cluehouse.games.arosa.moves import Drop, Erase, Move, Open, Suspect, TakeBack
from cluehouse.games.arosa.pieces import COLOURS, STOREYS, Colour
from cluehouse.games.arosa.rules import legal_moves, outcome
from cluehouse.games.arosa.state import State
from cluehouse.games.arosa.view import view
from tests.games.arosa.stage import (
    BLUE,
    BROWN,
    GREY,
    QUICK,
    YELLOW,
    drop_all,
    keep,
    lying,
    pin,
    play,
    searching,
)

CAREFUL = pytest.mark.parametrize("level", ["plain", "detective"])


def test_a_novice_opens_any_storey() -> None:
    choices = _choices(searching({4: ["red"]}, act="one"), "novice")
    assert set(choices) == {Open(storey) for storey in STOREYS}


def test_a_novice_names_one_other_player_and_any_storey() -> None:
    choices = _choices(pin(searching({4: ["blue"]}), YELLOW, 4, 4), "novice")
    assert set(choices) == {
        Suspect((seat,), storey) for seat in (BLUE, BROWN, GREY) for storey in STOREYS
    }


def test_a_novice_erases_anywhere_when_five_traces_speak_against_it() -> None:
    state = pin(pin(searching({4: ["blue"]}), YELLOW, 4, 3), YELLOW, 2, 2)
    assert set(_choices(state, "novice")) == {Erase(storey) for storey in STOREYS}


def test_a_novice_drops_in_any_order() -> None:
    state = searching({4: ["yellow", "grey"]})
    play(state, YELLOW, Suspect((GREY,), 4))
    assert set(_choices(state, "novice")) == {Drop("yellow"), Drop("grey")}


@pytest.mark.parametrize("level", ["novice", "plain", "detective"])
def test_bots_take_back_as_many_traces_as_they_can(level: Level) -> None:
    state = pin(searching({4: ["yellow"] * 3}), YELLOW, 4, 2)
    play(state, YELLOW, Erase(4))
    assert set(_choices(state, level)) == {TakeBack(2)}


@CAREFUL
def test_the_victim_is_looked_for_where_it_lies(level: Level) -> None:
    state = searching({4: ["red"], 2: ["blue", "grey"], 6: ["yellow"]}, act="one")
    assert _choice(state, level) == Open(4)


@CAREFUL
def test_of_two_victims_the_one_among_traces_of_others_is_looked_for_first(level: Level) -> None:
    state = searching({4: ["red", "yellow", "yellow"], 2: ["red", "blue", "grey"]}, act="one")
    assert _choice(state, level) == Open(2)


@CAREFUL
def test_exactly_the_seats_whose_traces_lie_there_are_named(level: Level) -> None:
    state = searching({4: ["blue", "grey"], 6: ["brown"]})
    assert _choice(state, level) == Suspect((BLUE, GREY), 4)


@CAREFUL
def test_a_crime_scene_is_searched_rather_than_a_storey_far_from_it(level: Level) -> None:
    state = searching({7: ["blue"], 3: ["grey"]}, victims=(3, 3))
    assert _choice(state, level) == Suspect((GREY,), 3)


@CAREFUL
def test_the_seat_with_the_fewest_points_is_suspected(level: Level) -> None:
    state = searching({2: ["blue"], 4: ["grey"]})
    pin(pin(state, GREY, 3, 3), BROWN, 7, 8)
    assert _choice(state, level) == Suspect((BLUE,), 2)


@CAREFUL
def test_the_ground_floor_is_searched_only_with_a_trace_of_ones_own(level: Level) -> None:
    others: list[Colour] = ["blue", "blue", "grey"]
    assert _choice(searching({0: others, 2: ["blue"]}), level) == Suspect((BLUE,), 2)
    state = searching({0: [*others, "yellow"], 2: ["blue"]})
    assert _choice(state, level) == Suspect((BLUE, GREY), 0)


@CAREFUL
def test_traces_are_erased_when_that_brings_more_than_a_suspicion(level: Level) -> None:
    state = pin(searching({3: ["yellow", "yellow"], 7: ["blue"]}), YELLOW, 3, 2)
    assert _choice(state, level) == Erase(3)


@CAREFUL
def test_a_leader_ends_the_game(level: Level) -> None:
    state = pin(searching({7: ["blue"], 3: ["grey", "grey"]}), BLUE, 7, 9)
    for seat in (YELLOW, BROWN, GREY):
        pin(state, seat, 1, 2 if seat == YELLOW else 3)
    assert _choice(state, level) == Suspect((BLUE,), 7)


@CAREFUL
def test_a_seat_that_is_behind_does_not_end_the_game(level: Level) -> None:
    state = pin(searching({7: ["blue"], 6: ["grey"]}), BLUE, 7, 9)
    pin(state, YELLOW, 3, 2)
    assert _choice(state, level) == Suspect((GREY,), 6)


@CAREFUL
def test_a_leader_also_ends_the_game_by_a_sloppy_search_with_its_last_trace(level: Level) -> None:
    state = keep(searching({4: ["grey"], 2: ["blue"]}), YELLOW, 1)
    pin(pin(state, BROWN, 7, 1), BLUE, 7, 1)
    play(state, YELLOW, _choice(state, level))
    drop_all(state)
    ended = outcome(state)
    assert ended is not None
    assert ended.shares == (1, 0, 0, 0)


@CAREFUL
def test_traces_of_others_are_dropped_before_ones_own(level: Level) -> None:
    state = searching({4: ["yellow", "grey", "blue"]})
    play(state, YELLOW, Suspect((GREY,), 4))
    assert set(_choices(state, level)) == {Drop("grey"), Drop("blue")}


def test_choices_of_equal_worth_come_up_equally_often() -> None:
    choices = _choices(searching({4: ["blue"], 2: ["grey"]}), "detective")
    assert sorted(choices, key=repr) == [Suspect((BLUE,), 4), Suspect((GREY,), 2)]
    assert min(choices.values()) > 60


def _choice(state: State, level: Level) -> Move:
    """The choice, which is always the same."""
    (move,) = _choices(state, level, times=5)
    return move


def _choices(state: State, level: Level, times: int = 200) -> Counter[Move]:
    """The choices of a bot that knows what lies where."""
    belief, seen = _knowing(state, level), view(state, YELLOW)
    moves = legal_moves(state, YELLOW)
    lucks = (Chance(b"bot", number) for number in range(times))
    return Counter(choose(belief, seen, moves, luck, level) for luck in lucks)


def _knowing(state: State, level: Level) -> Belief:
    belief = start(QUICK, state.seats, YELLOW, level)
    belief.open = state.copy()
    belief.open.inside.clear()
    for colour, cubes in zip(COLOURS, belief.cubes, strict=True):
        cubes.lie([lying(state, storey).count(colour) for storey in STOREYS])
    return belief
