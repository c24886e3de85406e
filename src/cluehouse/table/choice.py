"""What a seat may do just now."""

from collections.abc import Sequence
from typing import Any

from cluehouse.core.ids import Seq
from cluehouse.core.offers import Offer, offers


class Choice:
    """What one seat is asked: its legal moves, and the seq at which they were opened."""

    __slots__ = ("_offered", "_offers", "moves", "opened")

    def __init__(self) -> None:
        self.moves: Sequence[Any] = ()
        self.opened = Seq(0)
        self._offered: Sequence[Any] = ()
        self._offers: tuple[Offer, ...] = ()

    def open(self, moves: Sequence[Any], seq: Seq) -> None:
        self.moves = moves
        self.opened = seq

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Worked out once for each list: prebuilt lists come back turn after turn."""
        if not self.moves:
            return ()
        if self.moves is not self._offered:
            self._offered, self._offers = self.moves, offers(self.moves)
        return self._offers
