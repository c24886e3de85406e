"""The player of a bot seat: a belief folded from sights, and a choice. All bots are a `Mind`."""

from collections.abc import Iterable, Sequence
from typing import Any

from cluehouse.core.chance import Chance
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Viewer
from cluehouse.core.wire import Wire

FINAL_ONE_IN = 50


class Mind:
    """Knows what its seat was shown, nothing else. A random mind keeps no belief."""

    __slots__ = ("_belief", "_game", "_level")

    def __init__(
        self, game: AnyGame, options: Wire, seats: int, viewer: Viewer, level: Level
    ) -> None:
        self._game = game
        self._level = level
        self._belief: Any = None if level == "random" else game.start(options, seats, viewer, level)

    def hear(self, sights: Iterable[Any]) -> None:
        if self._level != "random":
            for sight in sights:
                self._game.update(self._belief, sight)

    def choose(self, view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        if self._level == "random":
            return random_move(moves, self._game.final, chance)
        return self._game.choose(self._belief, view, moves, chance, self._level)


def not_final(moves: Sequence[Any], final: tuple[type[Wire], ...]) -> list[Any]:
    """The moves that a stand-in may make for a player who is away."""
    return [move for move in moves if type(move) not in final]


def random_move(moves: Sequence[Any], final: tuple[type[Wire], ...], chance: Chance) -> Any:
    """A uniformly random move; a kind that ends a seat's part is drawn one time in fifty."""
    if not final:
        return chance.choice(moves)
    others = not_final(moves, final)
    if len(others) == len(moves) or (others and chance.below(FINAL_ONE_IN) != 0):
        return chance.choice(others)
    return chance.choice([move for move in moves if type(move) in final])
