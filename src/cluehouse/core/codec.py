"""Strict decoders from bytes to a game's own types. `wire.encode` is the inverse."""

from functools import cache
from typing import Any, Generic, TypeVar

from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.offers import Offer, kinds_of, moves_of
from cluehouse.core.wire import Wire, decoder

I = TypeVar("I")  # noqa: E741  sights
V = TypeVar("V")


class StandInMark(Wire, frozen=True, tag=False):
    """A move that a bot made for a player who was away or out of time."""

    sight: int
    """Its first sight, by the place among the sights of the update."""
    seat: Seat


class Update(Wire, Generic[I, V], frozen=True):
    """The one message a viewer gets: the new sights, the view now, and the moves on offer."""

    seq: Seq
    sights: tuple[I, ...]
    view: V
    moves: tuple[Offer, ...]
    asked: tuple[Seat, ...]
    """The seats with a choice to make; public."""
    outcome: Outcome | None = None
    stand_ins: tuple[StandInMark, ...] = ()
    """Which of these sights begin a move of a stand-in."""
    ended_by_stand_in: tuple[Seat, ...] = ()
    """With the outcome: the players for whom a bot made their last move."""


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
