"""Bot: chooses a move. It has no memory of its own: all it knows is in its arguments.

All bots open a random box: before the first testimony all rooms are equal to a suspect, so no room
tells more than another. A suspect says what it saw. What a bot says as the thief is in `lies`, whom
it accuses in `accusations`. As Bourrel it leaves everything to chance.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.cinq_dernieres_minutes.accusations import (
    detective_accusation,
    novice_accusation,
    plain_accusation,
)
from cluehouse.games.cinq_dernieres_minutes.belief import Belief, facts_of
from cluehouse.games.cinq_dernieres_minutes.lies import detective_lie, novice_lie, plain_lie
from cluehouse.games.cinq_dernieres_minutes.moves import Accuse, Claim, DrawLots, Move
from cluehouse.games.cinq_dernieres_minutes.pieces import FOUND, ROOMS
from cluehouse.games.cinq_dernieres_minutes.view import View
from cluehouse.games.cinq_dernieres_minutes.worlds import Lie, Statement

_LIES: Final[Mapping[Level, Callable[[Lie, Chance], Statement]]] = {
    "novice": novice_lie,
    "plain": plain_lie,
    "detective": detective_lie,
}


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    match moves[0]:
        case Claim():
            return _testimony(belief, chance, level)
        case Accuse():
            return _accusation(belief, moves, chance, level)
        case _:
            return moves[-1] if isinstance(moves[-1], DrawLots) else chance.choice(moves)


def _testimony(belief: Belief, chance: Chance, level: Level) -> Claim:
    facts = facts_of(belief)
    if facts.thief is None or facts.ring is None:
        assert belief.visit is not None
        return Claim(belief.visit.room, belief.visit.found)
    lie = Lie(facts.players, facts.rooms, facts.items, facts.thief, facts.ring, facts.said)
    said = _LIES[level](lie, chance)
    return Claim(ROOMS[said.room], FOUND[said.found])


def _accusation(belief: Belief, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    if level == "detective":
        return detective_accusation(belief)
    if level == "plain":
        return plain_accusation(belief)
    return novice_accusation(belief, moves, chance)
