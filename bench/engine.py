"""Decisions per CPU-second of random play, next to OpenSpiel and RLCard in the same run.

A decision is everything from finding the seat to move to the applied events, with a new Chance.
"""

import argparse
from collections.abc import Iterable

from bench.luck import Luck
from bench.mini_clue import MINI_CLUE
from bench.others import open_spiel, rlcard_uno, rlcard_uno_inside
from bench.ours import copying, deep_copying, hearing, imagining, random_play
from bench.windows import Rate, Stroke, measure
from cluehouse.core.game import AnyGame
from cluehouse.games import GAMES

OURS: tuple[AnyGame, ...] = (*GAMES.values(), MINI_CLUE)
HANABI = "OpenSpiel hanabi (C++)"
DOMINOES = "OpenSpiel python_team_dominoes"
UNO = "RLCard uno"
UNO_INSIDE = "RLCard uno, its inner game"
OTHERS = {HANABI: "hanabi", DOMINOES: "dominoes", UNO: "uno", UNO_INSIDE: "inner uno"}

Rates = dict[str, Rate]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run engine", description=__doc__)
    parser.add_argument("--windows", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=0.25, help="CPU time of a window")
    args = parser.parse_args()
    rates = measure(_contenders(), windows=args.windows, seconds=args.seconds)
    print(f"{args.windows} windows of {args.seconds} s each; ratios: of the best (of the medians)")
    for line in (*_speeds(rates), "", *_costs(rates), "", *_floors(rates)):
        print(line)


def _contenders() -> dict[str, Stroke]:
    luck = Luck(seed=1)
    contenders: dict[str, Stroke] = {}
    for game in OURS:
        contenders |= {
            game.name: random_play(game, luck),
            f"{game.name} with views": random_play(game, luck, game.view),
            f"{game.name} copy": copying(game, luck),
            f"{game.name} deepcopy": deep_copying(game, luck),
            f"{game.name} hear": hearing(game, luck),
            f"{game.name} imagine": imagining(game, luck),
        }
    return contenders | {
        HANABI: open_spiel("hanabi", luck),
        DOMINOES: open_spiel("python_team_dominoes", luck),
        UNO: rlcard_uno(luck),
        UNO_INSIDE: rlcard_uno_inside(luck),
    }


def _speeds(rates: Rates) -> Iterable[str]:
    ours = [name for game in OURS for name in (game.name, f"{game.name} with views")]
    yield f"{'decisions per CPU-second':32}{'best':>9}{'median':>9}" + "".join(
        f"{'÷ ' + short:>16}" for short in OTHERS.values()
    )
    for name in (*ours, *OTHERS):
        rate = rates[name]
        ratios = "".join(f"{_ratio(rate.over(rates[other])):>16}" for other in OTHERS)
        yield f"{name:32}{rate.best:9,.0f}{rate.median:9,.0f}{ratios}"


def _costs(rates: Rates) -> Iterable[str]:
    yield f"{'µs each, best windows':32}" + "".join(f"{game.name:>14}" for game in OURS)
    for what, label in (
        ("copy", "state.copy()"),
        ("deepcopy", "copy.deepcopy(state)"),
        ("hear", "belief hears a move"),
        ("imagine", "belief hears a move, imagines"),
    ):
        costs = "".join(f"{1e6 / rates[f'{game.name} {what}'].best:14.2f}" for game in OURS)
        yield f"{label:32}{costs}"


def _floors(rates: Rates) -> Iterable[str]:
    yield f"{'floors':44}{'floor':>8}{'measured':>18}"
    for game in OURS:
        for label, ours, theirs, floor in (
            ("random play ÷ team_dominoes", game.name, DOMINOES, 1 if game.name == "clue" else 2),
            ("with views ÷ RLCard uno", f"{game.name} with views", UNO, 1.5),
            ("copy ÷ deepcopy", f"{game.name} copy", f"{game.name} deepcopy", 10),
        ):
            ratio = rates[ours].over(rates[theirs])
            verdict = "" if ratio.median >= floor else "   MISSED"
            yield f"{f'{game.name}: {label}':44}{floor:8}{_ratio(ratio):>18}{verdict}"


def _ratio(ratio: Rate) -> str:
    return f"{ratio.best:.2f} ({ratio.median:.2f})"


if __name__ == "__main__":
    main()
