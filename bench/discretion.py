"""The win share of a discreet detective in Clue among detectives that hide nothing.

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
"""Levels that stand for the two kinds of bot here: `play_match` knows bots by their level."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run discretion", description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    deals = -(-args.games // args.seats)
    shares = list(spread(partial(play_deal, args.seats, args.seed), deals, args.processes))
    low, high = over_deals(shares, deals * args.seats)
    print(f"{deals * args.seats} games, {args.seats} seats, seed {args.seed}")
    print(f"a fair share is {1 / args.seats:.1%}")
    print(f"discretion {DISCRETION} among 0: {fmean(shares):.1%}, 95% {low:.1%} – {high:.1%}")


def play_deal(seats: int, seed: int, number: int) -> float:
    """The share of a deal that the discreet bot wins."""
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
