"""Score: the culprits, the value of the answers, and the winners."""

from collections.abc import Sequence
from typing import Final

from cluehouse.core.game import Outcome
from cluehouse.games.secret_du_nil.cards import PAIRS, pair_code
from cluehouse.games.secret_du_nil.events import Revealed
from cluehouse.games.secret_du_nil.pieces import (
    CATEGORIES,
    MOST_GAMES,
    SUSPECTS,
    Culprit,
    Verdicts,
)
from cluehouse.games.secret_du_nil.state import State

RIGHT: Final = 2
WRONG: Final = -1
BONUS: Final = 3
"""The bonus for three right answers: 9 points in all (NI-MTC-1)."""

Culprits = tuple[Culprit, Culprit, Culprit]


def revelation(state: State) -> Revealed:
    """The truth of this game, as it is revealed at Cairo (NI-END-1)."""
    suspect_count, kinds = len(SUSPECTS), range(len(CATEGORIES))
    rows = [state.pairs[suspect_count * kind : suspect_count * (kind + 1)] for kind in kinds]
    fingerprint, stain, shoe_print = (_culprit(rows[kind], state.proofs[kind]) for kind in kinds)
    culprits = (fingerprint, stain, shoe_print)
    points = tuple(_points(state, answers, culprits) for answers in state.answers)
    return Revealed(
        pairs=tuple(tuple(PAIRS[code] for code in row) for row in rows),
        answers=tuple(state.answers),
        culprits=culprits,
        points=points,
        over=_is_over(state, points),
    )


def outcome_of(state: State, end: Revealed) -> Outcome:
    """The outcome if the last game has ended like this."""
    target = state.options.match
    if target == "single":
        return _of_single_game(end, everybody_loses=state.options.everybody_loses)
    totals = _totals(state.points)
    several = sum(total >= target for total in totals) > 1
    ranks = [(total,) for total in totals]
    return _won(ranks, totals, "NI-DEC-3" if several else "NI-MTC-1")


def _culprit(pairs: Sequence[int], proof: int) -> Culprit:
    """The suspect whose pair has two cards of the proof's colour (NI-OBS-5, NI-DEC-7)."""
    guilty = pair_code(proof, proof)
    return SUSPECTS[pairs.index(guilty)] if guilty in pairs else "nobody"


def _points(state: State, answers: Verdicts, culprits: Culprits) -> int:
    right = _right(answers, culprits)
    if state.options.match == "single":
        return right
    wrong = len(CATEGORIES) - right - answers.count("blank")
    return RIGHT * right + WRONG * wrong + BONUS * (right == len(CATEGORIES))


def _right(answers: Verdicts, culprits: Culprits) -> int:
    return sum(answer == culprit for answer, culprit in zip(answers, culprits, strict=True))


def _is_over(state: State, points: tuple[int, ...]) -> bool:
    target = state.options.match
    if target == "single" or state.game == MOST_GAMES:
        return True
    return max(_totals([*state.points, points])) >= target


def _totals(points: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*points, strict=True)))


def _of_single_game(end: Revealed, *, everybody_loses: bool) -> Outcome:
    found = [_found(answers, end.culprits) for answers in end.answers]
    if everybody_loses and set().union(*found) != set(end.culprits) - {"nobody"}:
        return Outcome(shares=(0.0,) * len(found), points=end.points, rule="NI-END-3")
    ranks = [(right, len(names)) for right, names in zip(end.points, found, strict=True)]
    return _won(ranks, end.points, "NI-END-2")


def _found(answers: Verdicts, culprits: Culprits) -> set[Culprit]:
    """The culprits these answers name in the right category."""
    pairs = zip(answers, culprits, strict=True)
    return {culprit for answer, culprit in pairs if answer == culprit != "nobody"}


def _won(ranks: Sequence[tuple[int, ...]], points: tuple[int, ...], rule: str) -> Outcome:
    """The highest rank wins; equals share."""
    best = max(ranks)
    winners = sum(rank == best for rank in ranks)
    shares = tuple(1 / winners if rank == best else 0.0 for rank in ranks)
    return Outcome(shares=shares, points=points, rule=rule)
