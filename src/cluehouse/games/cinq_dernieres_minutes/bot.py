"""What a bot does. It has no memory of its own: all it knows is in its arguments.

A novice opens any box and tells what it saw; as the thief it tells anything that is not true. It
accuses whoever contradicts its own eyes; if nobody does it abstains half of the time, and else
guesses. In Bourrel's chair it leaves everything to the lot.
"""

from collections.abc import Sequence

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level, Seat
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, facts_of
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Claim, DrawLots, Move
from cluehouse.games.cinq_dernieres_minutes.view import ThiefCard, View
from cluehouse.games.cinq_dernieres_minutes.worlds import compatible


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    """Every level plays as a novice."""
    match moves[0]:
        case Claim():
            return chance.choice(_testimonies(belief, moves))
        case Accuse():
            return chance.choice(_accusations(belief, moves, chance))
        case _:
            return moves[-1] if isinstance(moves[-1], DrawLots) else chance.choice(moves)


def _testimonies(belief: Belief, moves: Sequence[Move]) -> Sequence[Move]:
    assert belief.visit is not None
    truth = Claim(belief.visit.room, belief.visit.found)
    if isinstance(belief.card, ThiefCard):
        return [move for move in moves if move != truth]
    return (truth,)


def _accusations(belief: Belief, moves: Sequence[Move], chance: Chance) -> Sequence[Move]:
    nobody = Accuse("nobody")
    refuted = [move for seat in _refuted(belief) if (move := Accuse(seat)) in moves]
    if refuted:
        return refuted
    return (nobody,) if chance.below(2) else [move for move in moves if move != nobody]


def _refuted(belief: Belief) -> list[Seat]:
    """Whose testimony cannot be true together with what this seat has seen."""
    facts = facts_of(belief)
    if facts.seen is None:
        return []
    return [
        belief.open.order[said.player]
        for said in facts.said
        if not compatible(facts.seen, said, facts)
    ]
