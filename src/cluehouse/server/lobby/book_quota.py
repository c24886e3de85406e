"""How thick a table's book may become by what its guests do to and fro. The house itself, and the
talk, have bounds of their own."""

from typing import Final, TypeVar

from cluehouse.server.errors import BookFull
from cluehouse.table.book.book import Bot, Note, SatDown, Started, StoodUp, TableBook
from cluehouse.table.book.chat import Removed
from cluehouse.table.book.lifecycle import Abandoned, Resumed

MAX_PAGES: Final = 20_000
"""A book of which nothing more is written for guests."""

RESERVED_PAGES: Final = 1000
"""The last of these are for what lets people go, or the game go on: nobody can use them up who
only sits there."""

N = TypeVar("N", bound=Note)


def with_room(book: TableBook, note: N) -> N:
    """The same note, if there is still a page for it."""
    most = MAX_PAGES if _lets_go(note) else MAX_PAGES - RESERVED_PAGES
    if book.pages >= most:
        raise BookFull
    return note


def _lets_go(note: Note) -> bool:
    if isinstance(note, SatDown):
        return isinstance(note.who, Bot)
    return isinstance(note, StoodUp | Started | Resumed | Abandoned | Removed)
