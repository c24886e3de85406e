"""The engine benchmark counts what was done."""

import pytest

from bench.luck import Luck
from bench.mini_clue import MINI_CLUE
from bench.ours import MAX_MOVES, copying, deep_copying, hearing, imagining, random_play
from bench.windows import Rate, measure
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.games.keyhole import GAME
from cluehouse.games.keyhole.state import State

A_GAME_OF_KEYHOLE = 3 + 3 + 3 + 3 + 3
"""Moves: three seats ask, accuse and say they are ready; then ask and accuse again."""


@pytest.mark.parametrize(("game", "moves"), [(GAME, A_GAME_OF_KEYHOLE), (MINI_CLUE, MAX_MOVES)])
def test_every_decision_counts_once(game: AnyGame, moves: int) -> None:
    play = random_play(game, Luck(1))
    assert [play(), play()] == [moves, moves]


def test_look_runs_before_each_decision() -> None:
    looks: list[Seat] = []

    def look(state: State, seat: Seat) -> None:
        assert GAME.legal_moves(state, seat)
        looks.append(seat)

    assert random_play(GAME, Luck(1), look)() == len(looks)


@pytest.mark.parametrize("work", [copying, deep_copying, hearing, imagining])
def test_the_deal_and_every_move_are_a_position(work: object) -> None:
    assert callable(work)
    assert work(GAME, Luck(1))() == 1 + A_GAME_OF_KEYHOLE


def test_luck_stays_below_its_bound_and_reaches_it() -> None:
    luck = Luck(2)
    assert {luck.below(3) for _ in range(100)} == {0, 1, 2}
    assert {luck.choice("ab") for _ in range(100)} == {"a", "b"}


def test_contenders_take_turns() -> None:
    order: list[str] = []

    def stroke(name: str) -> int:
        if order[-1:] != [name]:
            order.append(name)
        return 5

    contenders = {name: lambda name=name: stroke(name) for name in "ab"}
    rates = measure(contenders, windows=3, seconds=0.001)
    assert order == ["a", "b"] * 4  # once to warm up
    assert all(rate.best >= rate.median > 0 for rate in rates.values())


def test_a_ratio_is_taken_best_to_best_and_median_to_median() -> None:
    assert Rate(best=30, median=20).over(Rate(best=10, median=5)) == Rate(best=3, median=4)
