"""A game in progress without clock, disk or clients: a table, an arena and a test all run it."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from cluehouse.core.chance import Chance
from cluehouse.core.codec import codec
from cluehouse.core.game import AnyGame, Outcome
from cluehouse.core.ids import BEFORE_THE_DEAL, Rail, Seat, Seq, Viewer, seats_of
from cluehouse.core.wire import Wire, encode


class Play:
    """The state folded from a log. `setup` and `decide` propose events; `advance` applies them."""

    __slots__ = ("game", "key", "options", "seats", "seq", "state")

    def __init__(self, game: AnyGame, options: Wire, seats: int, key: bytes) -> None:
        """Raises ValueError if the game does not allow these options or this number of seats."""
        check_table(game, options, seats)
        self.game = game
        self.options = options
        self.seats = seats
        self.key = key
        self.seq = BEFORE_THE_DEAL
        self.state: Any = game.blank(options, seats)

    def setup(self) -> list[Any]:
        return self.game.setup(self.options, self.seats, Chance(self.key, 0))

    def decide(self, seat: int, move: Wire) -> list[Any]:
        """The events this move would cause. Raises Rejected; changes nothing."""
        return self.game.decide(self.state, Seat(seat), move, Chance(self.key, self.seq + 1))

    def advance(self, events: Iterable[Any]) -> None:
        for event in events:
            self.game.apply(self.state, event)
        self.seq = Seq(self.seq + 1)

    def legal_moves(self, seat: int) -> Sequence[Any]:
        return self.game.legal_moves(self.state, Seat(seat))

    def asked(self) -> tuple[Seat, ...]:
        """The seats with a choice to make."""
        return tuple(seat for seat in seats_of(self.seats) if self.legal_moves(seat))

    def sights(self, events: Iterable[Any], viewer: int | Rail) -> list[Any]:
        see, of = self.game.see, as_viewer(viewer)
        return [sight for event in events if (sight := see(event, of)) is not None]

    def view(self, viewer: int | Rail) -> Any:
        return self.game.view(self.state, as_viewer(viewer))

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)


def check_table(game: AnyGame, options: Wire, seats: int) -> None:
    """Raise ValueError, in words, unless the game allows these options and number of seats."""
    if not isinstance(options, game.types.options):
        raise ValueError(
            f"options of {game.name} are made with GAME.types.options(), not {options!r}"
        )
    try:
        codec(game).options.decode(encode(options))
    except (msgspec.MsgspecError, NotImplementedError) as error:
        raise ValueError(f"options of {game.name}: {error}") from None
    if seats not in (allowed := game.seats(options)):
        raise ValueError(f"{game.name} is for {allowed[0]} to {allowed[-1]} seats, not {seats!r}")


def as_viewer(viewer: int | Rail) -> Viewer:
    return viewer if isinstance(viewer, str) else Seat(viewer)
