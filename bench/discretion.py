"""What discretion is worth in Clue: one detective among others who mind only what they learn.

usage: bench/run discretion [--seats 3] [--games 300] [--seed 1] [--processes 2]

The detective sits in every seat of every deal once.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import fmean

from cluehouse.arena.interval import over_deals
from cluehouse.arena.match import play_match
from cluehouse.arena.pool import spread
from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import Level
from cluehouse.games.clue import GAME
from cluehouse.games.clue.belief import Belief
from cluehouse.games.clue.bots.detective import DISCRETION, detect
from cluehouse.games.clue.moves import Move
from cluehouse.games.clue.pieces import Options
from cluehouse.games.clue.view import SeatView, View

DISCREET: Level = "detective"
CARELESS: Level = "plain"
"""What the two are called here: a contest tells bots apart by their level."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run discretion", description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    deals = -(-asked.games // asked.seats)
    shares = list(spread(partial(play_deal, asked.seats, asked.seed), deals, asked.processes))
    low, high = over_deals(shares, deals * asked.seats)
    print(f"{deals * asked.seats} games, {asked.seats} seats, seed {asked.seed}")
    print(f"a fair share is {1 / asked.seats:.1%}")
    print(f"discretion {DISCRETION} among 0: {fmean(shares):.1%}, 95% {low:.1%} – {high:.1%}")


def play_deal(seats: int, seed: int, number: int) -> float:
    """The share that the discreet one wins of a deal."""
    game, key = replace(GAME, choose=choose), subkey(b"discretion", seed, number)
    won = []
    for seat in range(seats):
        levels = [DISCREET if other == seat else CARELESS for other in range(seats)]
        won.append(play_match(game, Options(), levels, key)[1][seat])
    return fmean(won)


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    assert isinstance(view, SeatView)
    discretion = DISCRETION if level == DISCREET else 0.0
    return detect(belief, view.seat, moves, chance, discretion=discretion)


if __name__ == "__main__":
    main()
