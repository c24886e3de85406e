"""What a bot does. It has no memory of its own: all it knows is in its arguments."""

from collections.abc import Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.secret_du_nil.belief import Belief
from cluehouse.games.secret_du_nil.cards import pair_code
from cluehouse.games.secret_du_nil.moves import Announce, Answer, Move, PlayCards, Swap
from cluehouse.games.secret_du_nil.pieces import PLACE, SUSPECTS, Culprit
from cluehouse.games.secret_du_nil.view import View

REMEMBERED: Final = 3
"""How many of its looks a novice remembers."""


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    return _novice(belief, moves, chance)


def _novice(belief: Belief, moves: Sequence[Move], chance: Chance) -> Move:
    """Lets the boat go slowly, looks where it can, swaps whenever it may, and names whom it
    remembers as guilty."""
    match moves[0]:
        case Announce():
            return Announce("one")
        case PlayCards():
            return chance.choice([move for move in moves if _only_places(move)] or moves)
        case Answer():
            return Answer(*(_remembered_culprit(belief, category) for category in range(3)))
        case _:
            return chance.choice([move for move in moves if isinstance(move, Swap)] or moves)


def _only_places(move: Move) -> bool:
    return isinstance(move, PlayCards) and all(card in PLACE for card in move.cards)


def _remembered_culprit(belief: Belief, category: int) -> Culprit:
    proof = belief.open.proofs[category]
    guilty = pair_code(proof, proof)
    for glimpse in belief.looks[-REMEMBERED:]:
        kind, suspect = divmod(glimpse.pair, len(SUSPECTS))
        if kind == category and glimpse.code == guilty:
            return SUSPECTS[suspect]
    return "nobody"
