"""Who may know what of a table, and when. Nothing here looks at a game."""

import hashlib
from collections.abc import Iterable
from typing import Final

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import ShownOut
from cluehouse.table.book.book import TableBook
from cluehouse.table.ports import TableId

NOBODY: Final = Guest("")


def check_welcome(book: TableBook, guest: str) -> None:
    if guest in book.chat.removed:
        raise ShownOut


def hosts(book: TableBook, guest: str) -> bool:
    """A host who was forgotten is nobody, and nobody is host."""
    return book.host is not None and book.host.guest == guest != ""


def sees_at_once(book: TableBook, guest: str) -> bool:
    """Whoever sits there or hosts, however the rail is set: the public's side tells them nothing
    that their own would not. So a host's device can be the table's shared screen. Where a deal is
    played at several tables, a host of one may play at another: there only a seat counts."""
    alone = book.opened is None or book.opened.deal_set is None
    return (alone and hosts(book, guest)) or book.seat_of(guest) is not None


def lag(book: TableBook, guest: str) -> int | None:
    """By how many seconds everything is told later to this guest; None: it is not told."""
    if sees_at_once(book, guest):
        return 0
    rail = book.chat.rail
    return rail.delay if rail.open else None


def has_voice(book: TableBook, guest: Guest) -> bool:
    """Watchers have one if the host says so, and they are not behind."""
    if sees_at_once(book, guest.id):
        return True
    return book.chat.rail.speaks and lag(book, guest.id) == 0


def find(table: TableId, book: TableBook, watching: Iterable[tuple[str, str]], who: str) -> Guest:
    """Whoever this is among all who watch here now, or have sat or talked, with the name they had;
    nobody if there is none."""
    known = dict(watching) | book.chat.removed | book.chat.met
    found = (Guest(id, name) for id, name in known.items() if who_is(table, id) == who != "")
    return next(found, NOBODY)


def who_is(table: TableId, guest: str) -> str:
    """The same guest at the same table, told without saying who they are to the house."""
    return hashlib.sha256(f"{table}:{guest}".encode()).hexdigest()[:16] if guest else ""
