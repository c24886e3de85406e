"""Who is asked whether to give a game up: all the people who play it and are not gone.

Whoever is put out of their seat while they are there is still asked. Else a host who is losing
could end the game alone, by putting bots in the place of everybody else.
"""

from cluehouse.core.ids import Seat
from cluehouse.table.book.book import Person, TableBook


def voice_of(book: TableBook, guest: str) -> Seat | None:
    """Their own seat, or the first that they were put out of."""
    own = book.seat_of(guest)
    lost = (seat for seat, who in book.displaced.items() if who.guest == guest != "")
    return next(lost, None) if own is None else own


def voices(book: TableBook) -> dict[Seat, str]:
    """Their names, each by one seat, however many they have. Whoever was forgotten is nobody."""
    sitting = {seat: who for seat, who in book.sitters.items() if isinstance(who, Person)}
    return {
        seat: who.name
        for seat, who in sorted((book.displaced | sitting).items())
        if seat == voice_of(book, who.guest) and seat not in book.lifecycle.gone
    }


def missing_voices(book: TableBook) -> set[Seat]:
    """Who has not agreed."""
    return voices(book).keys() - book.lifecycle.willing
