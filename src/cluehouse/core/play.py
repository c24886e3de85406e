"""A game in progress without clock, disk or clients: a table, an arena and a test all run it."""

from collections.abc import Iterable, Sequence
from typing import Any

from cluehouse.core.chance import Chance
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import BEFORE_THE_DEAL, Seat, Seq, Viewer, seats_of
from cluehouse.core.wire import Wire


class Play:
    """The state folded from a log. `setup` and `decide` propose events; `advance` applies them."""

    __slots__ = ("game", "key", "options", "seats", "seq", "state")

    def __init__(self, game: AnyGame, options: Wire, seats: int, key: bytes) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.key = key
        self.seq = BEFORE_THE_DEAL
        self.state: Any = game.blank(options, seats)

    def setup(self) -> list[Any]:
        return self.game.setup(self.options, self.seats, Chance(self.key, 0))

    def decide(self, seat: Seat, move: Wire) -> list[Any]:
        """The events this move would cause. Raises Rejected; changes nothing."""
        return self.game.decide(self.state, seat, move, Chance(self.key, self.seq + 1))

    def advance(self, events: Iterable[Any]) -> None:
        for event in events:
            self.game.apply(self.state, event)
        self.seq = Seq(self.seq + 1)

    def legal_moves(self, seat: Seat) -> Sequence[Any]:
        return self.game.legal_moves(self.state, seat)

    def asked(self) -> tuple[Seat, ...]:
        """The seats with a choice to make."""
        return tuple(seat for seat in seats_of(self.seats) if self.legal_moves(seat))

    def sights(self, events: Iterable[Any], viewer: Viewer) -> list[Any]:
        see = self.game.see
        return [sight for event in events if (sight := see(event, viewer)) is not None]

    def view(self, viewer: Viewer) -> Any:
        return self.game.view(self.state, viewer)

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)
