"""Accusations: whom a bot accuses, by level.

A novice accuses a player refuted by what it has seen; if there is none, it abstains half of the
time and otherwise guesses. A plain suspect counts contradictions, and accuses the player who has
more of them than any other. A detective weighs all worlds, and accuses the player who is the thief
with more than even chance: a right accusation gains as much as a wrong one costs (CD-ACC-2). As the
thief, the last two abstain: their accusation would not count (CD-DEC-3).
"""

from collections.abc import Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Seat
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, facts_of
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Move
from cluehouse.games.cinq_dernieres_minutes.view import ThiefCard
from cluehouse.games.cinq_dernieres_minutes.worlds import Facts, compatible

NOBODY: Final = Accuse("nobody")
EVEN: Final = 0.5 + 1e-9
"""An even chance, with a margin for rounding errors."""


def novice_accusation(belief: Belief, moves: Sequence[Move], chance: Chance) -> Move:
    refuted = [move for seat in _refuted(belief) if (move := Accuse(seat)) in moves]
    if refuted:
        return chance.choice(refuted)
    if chance.below(2):
        return NOBODY
    return chance.choice([move for move in moves if move != NOBODY])


def plain_accusation(belief: Belief) -> Move:
    if isinstance(belief.card, ThiefCard):
        return NOBODY
    facts = facts_of(belief)
    counts = [_contradictions(player, facts) for player in range(facts.players)]
    most = max(counts)
    if most == 0 or counts.count(most) > 1:
        return NOBODY
    return Accuse(belief.open.order[counts.index(most)])


def detective_accusation(belief: Belief) -> Move:
    if isinstance(belief.card, ThiefCard):
        return NOBODY
    chances = belief.thieves()
    best = max(chances)
    return Accuse(belief.open.order[chances.index(best)]) if best > EVEN else NOBODY


def _refuted(belief: Belief) -> list[Seat]:
    """The seats whose testimony cannot be true together with what this seat has seen."""
    facts = facts_of(belief)
    if facts.seen is None:
        return []
    return [
        belief.open.order[said.player]
        for said in facts.said
        if not compatible(facts.seen, said, facts)
    ]


def _contradictions(player: int, facts: Facts) -> int:
    """How many testimonies contradict this player's. What the viewer has seen outweighs them all,
    and the viewer never suspects itself."""
    if player == facts.suspect:
        return 0
    against = [other for other in facts.statements if other.player != player]
    return sum(
        facts.players if other == facts.seen else 1
        for said in facts.said
        if said.player == player
        for other in against
        if not compatible(said, other, facts)
    )
