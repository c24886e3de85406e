"""Table commands before the start, and marks. Each checks the guest's right and returns the note
to write to the book, or raises the refusal."""

from collections.abc import Mapping
from typing import Final

from cluehouse.core.errors import OutOfTime, Stale
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Level, Seat, Seq, seats_of
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import (
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
from cluehouse.server.lobby.book_quota import check_quota
from cluehouse.server.lobby.permissions import check_not_removed, hosts
from cluehouse.table.book.book import (
    Bot,
    Opened,
    Person,
    SatDown,
    Started,
    StoodUp,
    TableBook,
    Wished,
)
from cluehouse.table.book.lifecycle import CameBack
from cluehouse.table.book.marks import Marked, MarkUndone
from cluehouse.table.book.preferences import open_to
from cluehouse.table.book.seal import Contributed

MAX_MARKS: Final = 2000
"""Marks a seat may make in one game, undone ones included."""


def opened(book: TableBook) -> Opened:
    if book.opened is None:
        raise NoTable
    return book.opened


def sit(book: TableBook, guest: Guest, seat: Seat, companion: str | None = None) -> SatDown:
    """A guest has one seat of their own, and one more for each named companion who shares their
    device."""
    _check_not_started(book)
    check_seat(book, seat)
    if seat in book.sitters:
        raise SeatTaken
    if companion is None and book.seat_of(guest.id) is not None:
        raise BadRequest("you have a seat at this table already")
    return SatDown(seat, Person(companion or guest.name, guest.id))


def leave(book: TableBook, guest: Guest) -> StoodUp:
    _check_not_started(book)
    return StoodUp(seated(book.seat_of(guest.id)))


def wish(
    book: TableBook, game: AnyGame | None, guest: Guest, value: str | None, at: Seat | None = None
) -> Wished:
    """`at`: one of the guest's seats; by default their own."""
    _check_not_started(book)
    seat = seated(book.seat_of(guest.id) if at is None else at)
    if seat not in book.seats_of(guest.id):
        raise NotSeated
    possible = open_to(game, opened(book), book.wishes, seat) if game else ()
    if value is not None and value not in possible:
        raise BadRequest(f"you cannot be {value!r} on this seat, next to the others' choices")
    return Wished(seat, value)


def contribute(book: TableBook, guest: Guest, seat: Seat, value: str) -> Contributed:
    """A seat contributes to the deal's randomness once. The value is final: its player can check
    after the game that it was used."""
    _check_not_started(book)
    if opened(book).deal_set is not None:
        raise BadRequest("where several tables play one deal, nobody adds to its luck")
    if seat not in book.seats_of(guest.id):
        raise NotSeated
    if seat in book.seal.contributed:
        raise ContributedAlready
    return Contributed(seat, value)


def seat_bot(book: TableBook, guest: Guest, seat: Seat, level: Level) -> SatDown:
    _check_not_started(book)
    check_host(book, guest)
    check_seat(book, seat)
    if isinstance(book.sitters.get(seat), Person):
        raise SeatTaken
    return SatDown(seat, Bot(level))


def free_seat(book: TableBook, guest: Guest, seat: Seat) -> StoodUp:
    _check_not_started(book)
    check_host(book, guest)
    check_seat(book, seat)
    return StoodUp(seat)


def is_gathering(book: TableBook) -> bool:
    """Whether this is a rematch that starts by itself once all its players are connected."""
    return opened(book).after is not None and not book.started


def empty_seats(book: TableBook) -> list[Seat]:
    return [seat for seat in seats_of(opened(book).seats) if seat not in book.sitters]


def start(book: TableBook, guest: Guest) -> Started:
    _check_not_started(book)
    check_host(book, guest)
    if empty_seats(book):
        raise BadRequest("somebody left meanwhile: start again")
    return Started()


def mark(book: TableBook, seat: Seat | None, cell: str, text: str) -> Marked:
    seat = _check_playing(book, seat)
    if book.notebooks.made[seat] >= MAX_MARKS:
        raise BookFull
    return check_quota(book, Marked(seat, cell, text))


def undo_mark(book: TableBook, seat: Seat | None) -> MarkUndone:
    seat = _check_playing(book, seat)
    if not book.notebooks.marks[seat]:
        raise BadRequest("there is nothing to take back")
    return MarkUndone(seat)


def seated(seat: Seat | None) -> Seat:
    """Return the seat, or raise NotSeated if there is none."""
    if seat is None:
        raise NotSeated
    return seat


def check_plays(book: TableBook, guest: Guest, seat: Seat) -> None:
    check_not_removed(book, guest.id)
    if seat not in book.seats_of(guest.id):
        raise NotSeated


def come_back(book: TableBook, guest: Guest, seat: Seat) -> CameBack:
    check_plays(book, guest, seat)
    return CameBack(seat)


def check_moves(book: TableBook, guest: Guest, seat: Seat, asked: Mapping[Seat, Seq]) -> None:
    """Raise a refusal unless the book says that the guest makes this seat's choice, and no bot in
    their place. `asked` is since when each seat has had its choice."""
    check_plays(book, guest, seat)
    if seat in book.lifecycle.standing_in:
        raise Stale("a bot stands in for this seat")
    if seat in asked and book.lifecycle.out_of_time.get(seat) == asked[seat]:
        raise OutOfTime


def _check_playing(book: TableBook, seat: Seat | None) -> Seat:
    """Marks need a seat, and a game that has started."""
    if not book.started:
        raise NotStarted
    return seated(seat)


def _check_not_started(book: TableBook) -> None:
    if book.started:
        raise AlreadyStarted


def check_host(book: TableBook, guest: Guest) -> None:
    if not hosts(book, guest.id):
        raise NotHost


def check_seat(book: TableBook, seat: Seat) -> None:
    if seat not in range(opened(book).seats):
        raise BadRequest(f"there is no seat {seat}")
