"""Bot: chooses a move. It has no memory of its own: all it knows is in its arguments.

A novice remembers little and swaps at random. A plain player remembers all it saw, swaps nothing
and deduces nothing. The detective is in detective.py.
"""

from collections.abc import Callable, Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.secret_du_nil.belief import Belief, Glimpse
from cluehouse.games.secret_du_nil.cards import colours_of, pair_code
from cluehouse.games.secret_du_nil.detective import Detective
from cluehouse.games.secret_du_nil.moves import (
    Announce,
    Answer,
    Look,
    Move,
    PlayCards,
    PutBack,
    Swap,
)
from cluehouse.games.secret_du_nil.pieces import (
    CATEGORIES,
    PLACE,
    PROOF_SQUARES,
    SUSPECTS,
    Culprit,
)
from cluehouse.games.secret_du_nil.state import pair_number
from cluehouse.games.secret_du_nil.view import SeatView, View

REMEMBERED_LOOKS: Final = 3
"""The number of its latest looks a novice remembers."""

_KINDS: Final = range(len(CATEGORIES))


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    assert isinstance(view, SeatView)
    if level == "novice":
        return _novice(belief, moves, chance)
    if level == "plain":
        return _Plain(belief, chance).choose(moves)
    return moves[0] if len(moves) == 1 else Detective(belief, view.seat, chance).choose(moves)


def _novice(belief: Belief, moves: Sequence[Move], chance: Chance) -> Move:
    """Announce the slow speed, look where it can, swap whenever it may, and name the suspects it
    remembers as guilty."""
    match moves[0]:
        case Announce():
            return Announce("one")
        case PlayCards():
            return chance.choice([move for move in moves if _only_places(move)] or moves)
        case Answer():
            return _report(belief, belief.looks[-REMEMBERED_LOOKS:])
        case _:
            return chance.choice([move for move in moves if isinstance(move, Swap)] or moves)


def _only_places(move: Move) -> bool:
    return isinstance(move, PlayCards) and all(card in PLACE for card in move.cards)


def _report(belief: Belief, looks: Sequence[Glimpse]) -> Answer:
    """Name the suspects that were seen to be guilty."""
    return Answer(*(_culprit(belief, kind, looks) for kind in _KINDS))


def _culprit(belief: Belief, category: int, looks: Sequence[Glimpse]) -> Culprit:
    proof = belief.open.proofs[category]
    guilty = pair_code(proof, proof)
    for glimpse in looks:
        kind, suspect = divmod(glimpse.pair, len(SUSPECTS))
        if kind == category and glimpse.code == guilty:
            return SUSPECTS[suspect]
    return "nobody"


class _Plain:
    """Looks where it knows least, puts every pair back, and hurries once it knows all."""

    def __init__(self, belief: Belief, chance: Chance) -> None:
        self._belief = belief
        self._chance = chance
        self._codes = {glimpse.pair: glimpse.code for glimpse in belief.looks}
        """What it last saw of each pair."""

    def choose(self, moves: Sequence[Move]) -> Move:
        match moves[0]:
            case Announce():
                return Announce("two" if all(map(self._knows, _KINDS)) else "one")
            case PlayCards():
                return self._best(moves, _eagerness)
            case Look():
                return self._best(moves, self._ignorance)
            case Answer():
                return _report(self._belief, self._belief.looks)
            case _:
                return PutBack() if moves[-1] == PutBack() else self._chance.choice(moves)

    def _knows(self, category: int) -> bool:
        """Whether it has found the culprit, or seen that no suspect is guilty."""
        if self._belief.open.boat < PROOF_SQUARES[category]:
            return False
        first = len(SUSPECTS) * category
        pairs = range(first, first + len(SUSPECTS))
        found = _culprit(self._belief, category, self._belief.looks) != "nobody"
        return found or all(self._is_sure(pair) for pair in pairs)

    def _is_sure(self, pair: int) -> bool:
        return pair in self._codes and not self._belief.changes[pair]

    def _ignorance(self, move: Move) -> int:
        """Highest for a pair it never saw, then for one that has changed, then for one that still
        may."""
        assert isinstance(move, Look)
        pair = pair_number(move.suspect, move.category)
        if not self._is_sure(pair):
            return 2 if pair in self._codes else 3
        one, other = colours_of(self._codes[pair])
        return int(one != other)

    def _best(self, moves: Sequence[Move], value: Callable[[Move], int]) -> Move:
        most = max(map(value, moves))
        return self._chance.choice([move for move in moves if value(move) == most])


def _eagerness(move: Move) -> int:
    """Highest for a play with the most place cards, then for the joker alone."""
    assert isinstance(move, PlayCards)
    places = sum(card in PLACE for card in move.cards)
    if "joker" in move.cards:
        return 0 if places else 1
    return 2 * places
