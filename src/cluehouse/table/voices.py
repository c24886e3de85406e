"""Who is asked whether to give a game up: all the people who play it and are not gone.

Whoever is put out of their seat while they are there is still asked. Else a host who is losing
could end the game alone, by putting bots in the place of everybody else.
"""

from cluehouse.core.ids import Seat
from cluehouse.table.house import HouseBook, Person


def voice_of(house: HouseBook, guest: str) -> Seat | None:
    """Their own seat, or the first that they were put out of."""
    own = house.seat_of(guest)
    lost = (seat for seat, who in house.displaced.items() if who.guest == guest != "")
    return next(lost, None) if own is None else own


def voices(house: HouseBook) -> dict[Seat, str]:
    """Their names, each by one seat, however many they have. Whoever was forgotten is nobody."""
    sitting = {seat: who for seat, who in house.sitters.items() if isinstance(who, Person)}
    return {
        seat: who.name
        for seat, who in sorted((house.displaced | sitting).items())
        if seat == voice_of(house, who.guest) and seat not in house.course.gone
    }


def missing_voices(house: HouseBook) -> set[Seat]:
    """Who has not agreed."""
    return voices(house).keys() - house.course.willing
