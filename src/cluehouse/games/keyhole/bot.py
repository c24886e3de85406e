"""Bot: chooses a move. It has no memory of its own: all it knows is in its arguments."""

from collections.abc import Sequence

from cluehouse.core.chance import Chance
from cluehouse.core.ids import Level
from cluehouse.games.keyhole.belief import Belief
from cluehouse.games.keyhole.moves import Accuse, Move
from cluehouse.games.keyhole.view import View


def choose(belief: Belief, view: View, moves: Sequence[Move], chance: Chance, level: Level) -> Move:
    """Accuse a card that is not cleared; otherwise pick any move. Levels differ in what their
    belief remembers."""
    likely = [move for move in moves if not isinstance(move, Accuse) or move.card not in belief.why]
    return chance.choice(likely)
