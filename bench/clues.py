"""The time of the exact chances of Le Secret du Nil, at every decision of whole games.

usage: bench/run clues [--games 20]

Seat 0 is a detective. The time covers all conclusions from the sights since its last decision, and
the outlook of each pair. The others are novices, who swap whenever they may, or detectives. Times
are CPU milliseconds of this machine.
"""

import argparse
from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from time import process_time

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.core.mind import Mind
from cluehouse.core.play import Play
from cluehouse.games.secret_du_nil import GAME
from cluehouse.games.secret_du_nil.belief import Belief
from cluehouse.games.secret_du_nil.pieces import CATEGORIES, Options

OTHERS: tuple[Level, ...] = ("novice", "detective")
DETECTIVE = Seat(0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run clues", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args()
    print(f"{'ms':24}{'decisions':>10}{'median':>9}{'p90':>9}{'p99':>9}{'max':>9}")
    for others in OTHERS:
        for seats in (2, 4, 6):
            times = [t for game in range(args.games) for t in play_out(game, seats, others)]
            print(row(f"{seats} seats, {others}s", times), flush=True)


def play_out(number: int, seats: int, others: Level) -> Iterator[float]:
    options, luck = Options(), subkey(b"bench", number)
    play = Play(GAME, options, seats, luck)
    levels = ["detective" if seat == DETECTIVE else others for seat in seats_of(seats)]
    minds = [Mind(GAME, options, seats, seat, levels[seat]) for seat in seats_of(seats)]
    belief = GAME.start(options, seats, DETECTIVE, "detective")
    events = play.setup()
    while True:
        play.advance(events)
        for seat in seats_of(seats):
            minds[seat].hear(play.sights(events, seat))
        for sight in play.sights(events, DETECTIVE):
            GAME.update(belief, sight)
        if not play.asked():
            return
        seat = play.asked()[0]
        if seat == DETECTIVE:
            yield _time_chances(belief)
        view, moves = play.view(seat), play.legal_moves(seat)
        move = minds[seat].choose(view, moves, Chance(subkey(luck, seat), play.seq))
        events = play.decide(seat, move)


def row(label: str, times: Sequence[float]) -> str:
    cuts = quantiles(times, n=100)
    figures = (median(times), cuts[89], cuts[98], max(times))
    return f"{label:24}{len(times):10}" + "".join(f"{figure:9.2f}" for figure in figures)


def _time_chances(belief: Belief) -> float:
    began = process_time()
    solution = belief.clues.solve()
    for category in range(len(CATEGORIES)):
        solution.outlook(category)
    return 1000 * (process_time() - began)


if __name__ == "__main__":
    main()
