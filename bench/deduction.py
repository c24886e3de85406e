"""Exact deduction on random tables of Clue, next to other exact counters, on the same boards.

usage: bench/run deduction [--boards 10] [--others 12]

Ours is the public notebook: adding the last entry and computing the whole table, without a cache.
Enumeration (python-sat) stops at MAX_MODELS deals; its time up to there counts. The third compiles
the same conditions to an SDD (PySDD). All must agree. CPU times of this machine: compare columns of
one run.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from bench.clue_logs import Log, random_log, write
from bench.counters import TooMany, by_compilation, by_enumeration
from cluehouse.games.clue.cards import CARD, Card
from cluehouse.games.clue.notebook.meaning import Seating
from cluehouse.games.clue.notebook.notebook import Notebook
from cluehouse.reason.deck import Condition, Deck

SEATS = (3, 4, 5, 6)
MIN_PROOF = 3
"""Facts in a proof; shorter ones are not timed."""

Marginals = dict[int, float]
Counter = Callable[[Deck, Iterable[Condition]], Marginals]


@dataclass(frozen=True, slots=True)
class Scene:
    name: str
    players: tuple[int, ...]
    rounds: tuple[int, ...]
    me: str | None = "p1"
    sizes: bool = True

    def logs(self, boards: int, rng: Random) -> list[Log]:
        return [
            random_log(players, rounds * players, rng)
            for _ in range(boards)
            for players in self.players
            for rounds in self.rounds
        ]


SCENES = (
    Scene("seat, early, six players", (6,), (1,)),
    Scene("seat, mid-game, 3-6 players", SEATS, (2, 3, 4)),
    Scene("seat, late, 3-6 players", SEATS, (6,)),
    Scene("spectator, early, six players", (6,), (1,), me=None),
    Scene("spectator, mid-game, 3-6 players", SEATS, (2, 3, 4), me=None),
    Scene("spectator, no sizes, mid-game", SEATS, (2, 3, 4), me=None, sizes=False),
)
PROOFS = (
    Scene("why, seat, mid-game and late", SEATS, (3, 6)),
    Scene("why, spectator, mid-game and late", SEATS, (3, 6), me=None),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run deduction", description=__doc__)
    parser.add_argument("--boards", type=int, default=10, help="for each table size and round")
    parser.add_argument("--others", type=int, default=12, help="boards of a scene for the others")
    args = parser.parse_args()
    print(f"{'all marginals, ms':<36}{'boards':>7}{'median':>9}{'p99':>9}{'max':>9}")
    for scene in SCENES:
        _report_marginals(scene, args.boards, args.others)
    print(f"\n{f'proofs of {MIN_PROOF} facts or more, ms':<36}{'proofs':>7}")
    for scene in PROOFS:
        _report_proofs(scene, args.boards)


def _report_marginals(scene: Scene, boards: int, others: int) -> None:
    logs = scene.logs(boards, Random(scene.name))
    print(_row(scene.name, [_time_table(scene, log) for log in logs]))
    if not scene.sizes:
        return
    some = Random(1).sample(logs, min(others, len(logs)))
    ours = [_time_table(scene, log) for log in some]
    for name, counter in (("python-sat", by_enumeration), ("PySDD", by_compilation)):
        theirs = [_time_other(counter, scene, log) for log in some]
        ratio = median(b / a for a, b in zip(ours, (time for time, _ in theirs), strict=True))
        gave_up = sum(not done for _, done in theirs)
        note = f"  {ratio:,.0f} x ours" + (f", gave up on {gave_up}" if gave_up else "")
        print(_row(f"  {name}, some of these", [time for time, _ in theirs]) + note)


def _time_table(scene: Scene, log: Log) -> float:
    book = log.notebook(scene.me, sizes=scene.sizes, entries=len(log.entries) - 1)
    began = process_time()
    write(book, log.entries[-1], scene.me)
    book.table()
    return process_time() - began


def _time_other(counter: Counter, scene: Scene, log: Log) -> tuple[float, bool]:
    """The time, and whether it finished."""
    book = log.notebook(scene.me)
    deck, conditions = _problem(book, scene, log)
    began = process_time()
    try:
        found = counter(deck, conditions)
    except TooMany:
        return process_time() - began, False
    spent = process_time() - began
    _check(found, book, deck)
    return spent, True


def _problem(book: Notebook, scene: Scene, log: Log) -> tuple[Deck, list[Condition]]:
    sizes = [len(hand) for hand in log.hands.values()]
    mine: tuple[Card, ...] | None = None if scene.me is None else log.hands[scene.me]
    seating = Seating(book.players, sizes, scene.me, mine)
    return seating.deck, [seating.condition(fact) for fact in book.facts]


def _check(found: Marginals, book: Notebook, deck: Deck) -> None:
    for card, row in book.table().items():
        for holder, chance in enumerate(row.values()):
            other = found.get(holder * deck.size + CARD[card], 0.0)
            assert abs(other - chance) < 1e-9, (card, holder, other, chance)


def _report_proofs(scene: Scene, boards: int) -> None:
    times: list[float] = []
    sizes: list[int] = []
    for log in scene.logs(max(1, boards // 3), Random(scene.name)):
        book = log.notebook(scene.me)
        for card, row in book.table().items():
            for holder, chance in row.items():
                if chance in (0, 1):
                    began = process_time()
                    proof = book.why(card, holder)
                    spent = process_time() - began
                    if proof is not None and len(proof) >= MIN_PROOF:
                        times.append(spent)
                        sizes.append(len(proof))
    print(_row(scene.name, times) + f"  median {median(sizes):.0f}, at most {max(sizes)} facts")


def _row(name: str, seconds: Sequence[float]) -> str:
    times = sorted(1000 * time for time in seconds)
    at_99 = times[min(len(times) - 1, int(0.99 * len(times)))]
    return f"{name:<36}{len(times):>7}{median(times):>9.2f}{at_99:>9.2f}{times[-1]:>9.2f}"


if __name__ == "__main__":
    main()
