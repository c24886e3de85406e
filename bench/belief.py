"""The time of the exact chances of Crime Hotel, at every decision of whole games.

usage: bench/run belief [--games 50]

Positions in which cards changed hands unseen are listed separately. Times are of this machine; the
last column is the ratio to folding the sights of the whole game, measured in the same run.
"""

import argparse
from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import seats_of
from cluehouse.core.play import Play
from cluehouse.games.crime_hotel import GAME
from cluehouse.games.crime_hotel.belief import Belief
from cluehouse.games.crime_hotel.pieces import Options


class Cost(NamedTuple):
    unseen: bool
    """Cards have changed hands out of this seat's sight."""
    chances: float
    fold: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run belief", description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    args = parser.parse_args()
    costs = [
        cost for number in range(args.games) for cost in play_out(number, seats=3 + number % 2)
    ]
    print(f"{'ms':24}{'decisions':>10}{'median':>9}{'p90':>9}{'p99':>9}{'max':>9}{'÷ fold':>9}")
    for label, unseen in (("all exchanges seen", False), ("after an unseen one", True)):
        print(row(label, [cost for cost in costs if cost.unseen == unseen]))


def play_out(number: int, seats: int) -> Iterator[Cost]:
    """A game of random moves; before each, the mover computes its chances without a cache."""
    options, luck = Options(), subkey(b"bench", number)
    play = Play(GAME, options, seats, luck)
    beliefs = [GAME.start(options, seats, seat, "detective") for seat in seats_of(seats)]
    folds = [0.0] * seats
    events = play.setup()
    while True:
        play.advance(events)
        for seat in seats_of(seats):
            began = process_time()
            for sight in play.sights(events, seat):
                GAME.update(beliefs[seat], sight)
            folds[seat] += process_time() - began
        if not play.asked():
            return
        seat = play.asked()[0]
        yield Cost(_unseen(beliefs[seat]), _time_chances(beliefs[seat]), folds[seat])
        move = Chance(luck, play.seq).choice(play.legal_moves(seat))
        events = play.decide(seat, move)


def row(label: str, costs: Sequence[Cost]) -> str:
    times = [cost.chances * 1000 for cost in costs]
    cuts = quantiles(times, n=100)
    ratio = median(cost.chances / cost.fold for cost in costs)
    figures = (median(times), cuts[89], cuts[98], max(times), ratio)
    return f"{label:24}{len(costs):10}" + "".join(f"{figure:9.2f}" for figure in figures)


def _unseen(belief: Belief) -> bool:
    return any(not trade.seen for trade in belief.cards.trades)


def _time_chances(belief: Belief) -> float:
    belief.cards.is_at(0, 0)  # says nothing new, but clears the cache
    began = process_time()
    belief.chances()
    return process_time() - began


if __name__ == "__main__":
    main()
