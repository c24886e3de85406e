"""Random play on third-party engines, stepped from Python. A stroke is one whole game."""

from typing import Any

import pyspiel
import rlcard
from open_spiel.python.games import team_dominoes  # noqa: F401  registers the game
from rlcard.games.uno import Game

from bench.luck import Luck
from bench.windows import Stroke


def open_spiel(name: str, luck: Luck) -> Stroke:
    """Deals and draws are chance nodes, stepped but not counted."""
    game: Any = pyspiel.load_game(name)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_drawn(state.chance_outcomes(), luck))
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rlcard_uno(luck: Luck) -> Stroke:
    """RLCard's environment: every step answers with what the next mover observes."""
    env: Any = rlcard.make("uno", {"seed": 0})

    def play() -> int:
        (view, _), decisions = env.reset(), 0
        while not env.is_over():
            view, _ = env.step(luck.choice(view["raw_legal_actions"]), raw_action=True)
            decisions += 1
        return decisions

    return play


def rlcard_uno_inside(luck: Luck) -> Stroke:
    """The game inside the environment: a step answers with the next mover's hand, as text."""
    game: Any = Game()
    game.np_random.seed(0)

    def play() -> int:
        (view, _), decisions = game.init_game(), 0
        while not game.is_over():
            view, _ = game.step(luck.choice(view["legal_actions"]))
            decisions += 1
        return decisions

    return play


def _drawn(outcomes: list[tuple[int, float]], luck: Luck) -> int:
    point = luck.fraction()
    for action, probability in outcomes:
        point -= probability
        if point < 0:
            return action
    return outcomes[-1][0]
