"""What a seat may do just now."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.offers import Offer, offers
from cluehouse.core.play import Play
from cluehouse.core.wire import Wire


@cache
def alphabet_of(game: AnyGame, options: Wire, seats: int) -> frozenset[Wire]:
    """Every move there can be, for looking up."""
    return frozenset(game.alphabet(options, seats))


class Choice:
    """What one seat is asked: its legal moves, and the seq at which they were opened."""

    __slots__ = ("_offered", "_offers", "asked", "moves", "opened")

    def __init__(self) -> None:
        self.moves: Sequence[Any] = ()
        self.opened = Seq(0)
        self.asked = Seq(0)
        """Since when it has been asked without having moved: this much everybody sees."""
        self._offered: Sequence[Any] = ()
        self._offers: tuple[Offer, ...] = ()

    def follow(self, moves: Sequence[Any], seq: Seq, *, moved: bool) -> None:
        """What the seat may do after the move of this number, which was its own or another's."""
        if moved or not self.moves:
            self.asked = seq
        if moved or moves != self.moves:
            self.moves, self.opened = moves, seq

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Worked out once for each list: prebuilt lists come back turn after turn."""
        if not self.moves:
            return ()
        if self.moves is not self._offered:
            self._offered, self._offers = self.moves, offers(self.moves)
        return self._offers


class Choices:
    """Those of a whole table."""

    __slots__ = ("_each",)

    def __init__(self, seats: int) -> None:
        self._each = [Choice() for _ in range(seats)]

    def __getitem__(self, seat: Seat) -> Choice:
        return self._each[seat]

    @property
    def asked(self) -> dict[Seat, Seq]:
        """Who has a choice to make, and since when."""
        return {Seat(i): choice.asked for i, choice in enumerate(self._each) if choice.moves}

    def follow(self, play: Play, mover: Seat | None) -> None:
        for seat, choice in enumerate(self._each):
            choice.follow(play.legal_moves(Seat(seat)), play.seq, moved=seat == mover)
