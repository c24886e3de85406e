"""Who may do what to a table before its game: each answers with the note to write, or refuses."""

from typing import Final

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.server.identity import Guest
from cluehouse.server.last_pages import with_room
from cluehouse.server.refusals import (
    AlreadyStarted,
    BadRequest,
    BookFull,
    ContributedAlready,
    NoTable,
    NotHost,
    NotSeated,
    NotStarted,
    SeatTaken,
)
from cluehouse.table.house import (
    Bot,
    HouseBook,
    Opened,
    Person,
    SatDown,
    Started,
    StoodUp,
    Wished,
)
from cluehouse.table.notebook import Marked, MarkUndone
from cluehouse.table.seal import Contributed
from cluehouse.table.wishes import open_to

MOST_MARKS: Final = 2000
"""Marks a seat may make in one game, rubbed out or not."""


def opened(house: HouseBook) -> Opened:
    if house.opened is None:
        raise NoTable
    return house.opened


def sit(house: HouseBook, guest: Guest, seat: Seat, companion: str | None = None) -> SatDown:
    """A guest has one seat; companions, who have names of their own, may share the device."""
    _waiting(house)
    check_seat(house, seat)
    if seat in house.sitters:
        raise SeatTaken
    if companion is None and house.seat_of(guest.id) is not None:
        raise BadRequest("you have a seat at this table already")
    return SatDown(seat, Person(companion or guest.name, guest.id))


def leave(house: HouseBook, guest: Guest) -> StoodUp:
    _waiting(house)
    return StoodUp(seated(house.seat_of(guest.id)))


def wish(house: HouseBook, game: AnyGame | None, guest: Guest, value: str | None) -> Wished:
    _waiting(house)
    seat = seated(house.seat_of(guest.id))
    possible = open_to(game, opened(house), house.wishes, seat) if game else ()
    if value is not None and value not in possible:
        raise BadRequest(f"you cannot be {value!r} on this seat, next to the others' choices")
    return Wished(seat, value)


def contribute(house: HouseBook, guest: Guest, seat: Seat, value: str) -> Contributed:
    """Once: what was given counts, and whoever gave it can look for it after the game."""
    _waiting(house)
    if opened(house).deal_set is not None:
        raise BadRequest("where several tables play one deal, nobody adds to its luck")
    if seat not in house.seats_of(guest.id):
        raise NotSeated
    if seat in house.seal.contributed:
        raise ContributedAlready
    return Contributed(seat, value)


def seat_bot(house: HouseBook, guest: Guest, seat: Seat, level: Level) -> SatDown:
    _waiting(house)
    check_host(house, guest)
    check_seat(house, seat)
    if isinstance(house.sitters.get(seat), Person):
        raise SeatTaken
    return SatDown(seat, Bot(level))


def free_seat(house: HouseBook, guest: Guest, seat: Seat) -> StoodUp:
    _waiting(house)
    check_host(house, guest)
    check_seat(house, seat)
    return StoodUp(seat)


def is_gathering(house: HouseBook) -> bool:
    """It will start by itself when all who were taken along from another table have come."""
    return opened(house).after is not None and not house.started


def empty_seats(house: HouseBook) -> list[Seat]:
    return [seat for seat in seats_of(opened(house).seats) if seat not in house.sitters]


def start(house: HouseBook, guest: Guest) -> Started:
    _waiting(house)
    check_host(house, guest)
    if empty_seats(house):
        raise BadRequest("somebody left meanwhile: start again")
    return Started()


def mark(house: HouseBook, seat: Seat | None, cell: str, text: str) -> Marked:
    seat = _playing(house, seat)
    if house.notebooks.made[seat] >= MOST_MARKS:
        raise BookFull
    return with_room(house, Marked(seat, cell, text))


def undo_mark(house: HouseBook, seat: Seat | None) -> MarkUndone:
    seat = _playing(house, seat)
    if not house.notebooks.marks[seat]:
        raise BadRequest("there is nothing to take back")
    return MarkUndone(seat)


def seated(seat: Seat | None) -> Seat:
    if seat is None:
        raise NotSeated
    return seat


def _playing(house: HouseBook, seat: Seat | None) -> Seat:
    """A notebook is opened with the game."""
    if not house.started:
        raise NotStarted
    return seated(seat)


def _waiting(house: HouseBook) -> None:
    if house.started:
        raise AlreadyStarted


def check_host(house: HouseBook, guest: Guest) -> None:
    if house.host is None or house.host.guest != guest.id:
        raise NotHost


def check_seat(house: HouseBook, seat: Seat) -> None:
    if seat not in range(opened(house).seats):
        raise BadRequest(f"there is no seat {seat}")
