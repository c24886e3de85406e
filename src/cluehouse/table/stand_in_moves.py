"""Which moves of a game stand-ins made, and for which seats they made the last one."""

from cluehouse.core.ids import Seat, Seq
from cluehouse.table.book.stand_ins import StandIns


class StandInMoves:
    """Follows the log, entry by entry."""

    def __init__(self, history: StandIns) -> None:
        self._history = history
        self._last_moves: dict[Seat, Seq] = {}
        self.seats: dict[Seq, Seat] = {}
        """By the number of the move, the seat it was made for."""

    def follow(self, seq: Seq, seat: Seat, pages: int, asked: Seq) -> None:
        """Move number `seq` was made at this seat, which was asked at `asked`, and decided on this
        number of pages."""
        if self._history.stood_in(seat, pages, asked):
            self.seats[seq] = seat
        self._last_moves[seat] = seq

    @property
    def last_movers(self) -> tuple[Seat, ...]:
        """The seats for which a stand-in made the last move."""
        return tuple(sorted(s for s, seq in self._last_moves.items() if seq in self.seats))
