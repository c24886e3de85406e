"""Decide what a guest may see of a table, how late, and whether they may talk. Reads no game."""

import hashlib
from collections.abc import Iterable
from typing import Final

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import RemovedFromTable
from cluehouse.table.book.book import TableBook
from cluehouse.table.ports import TableId

UNKNOWN_GUEST: Final = Guest("")
"""The result of `find_guest` for an unknown guest."""


def check_not_removed(book: TableBook, guest: str) -> None:
    """Reject a guest whom the host has removed from the table."""
    if guest in book.chat.removed:
        raise RemovedFromTable


def hosts(book: TableBook, guest: str) -> bool:
    """Whether this guest is the host. An erased host has an empty id, which matches no guest."""
    return book.host is not None and book.host.guest == guest != ""


def sees_at_once(book: TableBook, guest: str) -> bool:
    """Whether this guest sees the game without the spectators' delay, even if spectators are
    excluded: true for players and the host, to whom the public view reveals nothing new. So a
    host's device can be the table's shared screen. In a deal set only players count, since the
    host of one table may play the same deal at another."""
    single = book.opened is None or book.opened.deal_set is None
    return (single and hosts(book, guest)) or book.seat_of(guest) is not None


def lag(book: TableBook, guest: str) -> int | None:
    """The delay in seconds of everything this guest is sent; None if they may not watch."""
    if sees_at_once(book, guest):
        return 0
    rail = book.chat.rail
    return rail.delay if rail.open else None


def may_talk(book: TableBook, guest: Guest) -> bool:
    """Whether this guest may talk: spectators may if the host allows it and they have no delay."""
    if sees_at_once(book, guest.id):
        return True
    return book.chat.rail.speaks and lag(book, guest.id) == 0


def find_guest(
    table: TableId, book: TableBook, watching: Iterable[tuple[str, str]], who: str
) -> Guest:
    """The guest with this `guest_hash` among current spectators and all who have sat or talked
    here, with the name they had; UNKNOWN_GUEST if there is none."""
    known = dict(watching) | book.chat.removed | book.chat.met
    found = (Guest(id, name) for id, name in known.items() if guest_hash(table, id) == who != "")
    return next(found, UNKNOWN_GUEST)


def guest_hash(table: TableId, guest: str) -> str:
    """A hash that identifies a guest at one table without revealing their id; empty for none."""
    return hashlib.sha256(f"{table}:{guest}".encode()).hexdigest()[:16] if guest else ""
