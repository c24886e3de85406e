"""Strict decoders from bytes to a game's own types. `wire.encode` is the inverse."""

from functools import cache
from typing import Any, Generic, TypeVar

from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.offers import Offer, kinds_of, moves_of
from cluehouse.core.wire import Wire, decoder

I = TypeVar("I")  # noqa: E741  sights
V = TypeVar("V")


class Update(Wire, Generic[I, V], frozen=True):
    """The one message a viewer gets: the new sights, the view now, and the moves on offer."""

    seq: Seq
    sights: tuple[I, ...]
    view: V
    moves: tuple[Offer, ...]
    asked: tuple[Seat, ...]
    """The seats with a choice to make; public."""
    outcome: Outcome | None = None


class Codec:
    """Decoders for one game."""

    def __init__(self, game: AnyGame) -> None:
        types = game.types
        self.options = decoder(types.options)
        self.move = decoder(types.move)
        self.events = decoder(tuple[types.event, ...])  # type: ignore[name-defined]
        self.update = decoder(Update[types.sight, types.view])  # type: ignore[name-defined]
        self._kinds = kinds_of(types.move)

    def moves(self, update: Update[Any, Any]) -> list[Any]:
        """The plain list of moves that an update offers."""
        return moves_of(update.moves, self._kinds)


@cache
def codec(game: AnyGame) -> Codec:
    return Codec(game)
