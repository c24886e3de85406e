"""Limit how many pages of a table's book requests of guests may fill.

The server's own notes, and the chat, have limits of their own.
"""

from typing import Final, TypeVar

from cluehouse.server.errors import BookFull
from cluehouse.table.book.book import Bot, Note, SatDown, Started, StoodUp, TableBook
from cluehouse.table.book.chat import Removed
from cluehouse.table.book.lifecycle import Abandoned, CameBack, Resumed

MAX_PAGES: Final = 20_000
"""Pages of a book after which every note on request of a guest is rejected."""

RESERVED_PAGES: Final = 1000
"""The last pages, reserved for notes that let players leave or the game continue: a guest cannot
fill them by sitting down and standing up."""

N = TypeVar("N", bound=Note)


def check_quota(book: TableBook, note: N) -> N:
    """Return the note if the book still has a page for it; raise BookFull otherwise."""
    max_pages = MAX_PAGES if _may_use_reserve(note) else MAX_PAGES - RESERVED_PAGES
    if book.pages >= max_pages:
        raise BookFull
    return note


def _may_use_reserve(note: Note) -> bool:
    if isinstance(note, SatDown):
        return isinstance(note.who, Bot)
    return isinstance(note, StoodUp | Started | CameBack | Resumed | Abandoned | Removed)
