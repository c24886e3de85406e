"""Report: the expected value of a written report."""

from collections.abc import Callable, Mapping
from typing import Final

from cluehouse.games.secret_du_nil.moves import Answer
from cluehouse.games.secret_du_nil.pieces import BLANK, CATEGORIES, VERDICT, VERDICTS, Match
from cluehouse.games.secret_du_nil.score import BONUS, RIGHT, WRONG

Chances = Mapping[tuple[int, ...], float]
"""The joint chances of the culprits in the three categories."""

_KINDS: Final = range(len(CATEGORIES))


def expected(chances: Chances, match: Match) -> Callable[[Answer], float]:
    """The expected points in a match (NI-MTC-1), or right answers in a single game (NI-END-2)."""
    alone = [[0.0] * len(VERDICTS) for _ in _KINDS]
    for culprits, chance in chances.items():
        for kind, culprit in enumerate(culprits):
            alone[kind][culprit] += chance

    def right_answers(report: Answer) -> float:
        return sum(alone[kind][name] for kind, name in enumerate(_names(report)))

    def points(report: Answer) -> float:
        names = _names(report)
        each = [_points(alone[kind][name]) for kind, name in enumerate(names) if name != BLANK]
        return sum(each) + BONUS * chances.get(names, 0.0)

    return right_answers if match == "single" else points


def _points(chance: float) -> float:
    """The expected points of an answer that is right with this chance."""
    return RIGHT * chance + WRONG * (1 - chance)


def _names(report: Answer) -> tuple[int, ...]:
    verdicts = report.fingerprint, report.stain, report.shoe_print
    return tuple(VERDICT[verdict] for verdict in verdicts)
