"""The vote on abandoning a game: all players who are not gone must agree.

A player who is replaced while present keeps their vote. Otherwise a losing host could end the game
alone by replacing all other players with bots.
"""

from cluehouse.core.ids import Seat
from cluehouse.table.book.book import Person, TableBook


def voting_seat_of(book: TableBook, guest: str) -> Seat | None:
    """The seat a guest votes for: their own, or the first they were removed from."""
    own = book.seat_of(guest)
    lost = (seat for seat, who in book.displaced.items() if who.guest == guest != "")
    return next(lost, None) if own is None else own


def voters(book: TableBook) -> dict[Seat, str]:
    """The names of all voters by seat, one seat per guest. Erased guests do not vote."""
    sitting = {seat: who for seat, who in book.sitters.items() if isinstance(who, Person)}
    return {
        seat: who.name
        for seat, who in sorted((book.displaced | sitting).items())
        if seat == voting_seat_of(book, who.guest) and seat not in book.lifecycle.gone
    }


def missing_voters(book: TableBook) -> set[Seat]:
    """The voters who have not agreed."""
    return voters(book).keys() - book.lifecycle.willing
