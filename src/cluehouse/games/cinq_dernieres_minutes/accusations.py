"""Whom a bot accuses, level by level.

A novice believes its own eyes; if they refute nobody it abstains half of the time, and else
guesses. A plain suspect counts contradictions, and accuses whoever has more of them than anybody
else. A detective weighs every world, and accuses whom it holds to be the thief more likely than
not: right brings as much as wrong costs (CD-ACC-2). As a thief neither of the last two accuses
anybody: it would not count (CD-DEC-3).
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
"""Rounding is no reason to accuse."""


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
    """Whose testimony cannot be true together with what this seat has seen."""
    facts = facts_of(belief)
    if facts.seen is None:
        return []
    return [
        belief.open.order[said.player]
        for said in facts.said
        if not compatible(facts.seen, said, facts)
    ]


def _contradictions(player: int, facts: Facts) -> int:
    """How many testimonies this player's word cannot stand beside. What one has seen outweighs
    them all, and of oneself one is sure."""
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
