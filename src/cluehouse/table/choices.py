"""The legal moves of each seat, and since when it has been asked."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat, Seq
from cluehouse.core.offers import Offer, offers
from cluehouse.core.play import Play
from cluehouse.core.wire import Wire

MAX_ALPHABETS: Final = 64
"""Kept in memory. Options may hold text that players wrote: there is no end of different ones."""


@lru_cache(MAX_ALPHABETS)
def alphabet_of(game: AnyGame, options: Wire, seats: int) -> frozenset[Wire]:
    """Every move the game can have, as a set for lookups."""
    return frozenset(game.alphabet(options, seats))


class Choice:
    """One seat's legal moves, and the seq at which they were opened."""

    __slots__ = ("_offered", "_offers", "asked", "moves", "opened")

    def __init__(self) -> None:
        self.moves: Sequence[Any] = ()
        self.opened = Seq(0)
        self.asked = Seq(0)
        """The seq since which the seat has been asked without moving. Public."""
        self._offered: Sequence[Any] = ()
        self._offers: tuple[Offer, ...] = ()

    def follow(self, moves: Sequence[Any], seq: Seq, *, moved: bool) -> None:
        """Set the legal moves after move number `seq`; `moved`: this seat made that move."""
        if moved or not self.moves:
            self.asked = seq
        if moved or moves != self.moves:
            self.moves, self.opened = moves, seq

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The moves as offers, cached per list object: games reuse prebuilt lists across turns."""
        if not self.moves:
            return ()
        if self.moves is not self._offered:
            self._offered, self._offers = self.moves, offers(self.moves)
        return self._offers


class Choices:
    """The choices of all seats of a table."""

    __slots__ = ("_each",)

    def __init__(self, seats: int) -> None:
        self._each = [Choice() for _ in range(seats)]

    def __getitem__(self, seat: Seat) -> Choice:
        return self._each[seat]

    @property
    def asked(self) -> dict[Seat, Seq]:
        """The seats with a choice to make, and since which seq."""
        return {Seat(i): choice.asked for i, choice in enumerate(self._each) if choice.moves}

    def follow(self, play: Play, mover: Seat | None) -> None:
        for seat, choice in enumerate(self._each):
            choice.follow(play.legal_moves(Seat(seat)), play.seq, moved=seat == mover)
