"""List tables for the lobby and for their players. Derived from tables' books; no game reads it."""

import time
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from cluehouse.core.wire import Wire, encode
from cluehouse.server.lobby import seating
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.table.book.book import Person, TableBook
from cluehouse.table.ports import TableId
from cluehouse.table.time_control import Pace, Relaxed

ListingState = Literal["open", "started", "over", "abandoned"]
"""The lobby lists "open" and "started"; "abandoned" only for a while, and "over" never."""

MAX_LISTED_TABLES: Final = 50
"""Tables that one query returns."""

LISTING_AGE_S: Final = 24 * 3600
"""Age at which an open table leaves the public list, and an abandoned one its players' list."""

_ENDED = """
    listings.state = 'over'
    AND EXISTS (SELECT 1 FROM results WHERE results.table_id = listings.table_id)
    OR listings.state = 'abandoned'
"""
_PUT = f"""
    INSERT INTO listings (table_id, state, listed, entry, updated, pages, host)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM book WHERE table_id = ?1)
    ON CONFLICT (table_id) DO UPDATE SET
        listed = excluded.listed, entry = excluded.entry, pages = excluded.pages,
        host = excluded.host,
        state = CASE WHEN {_ENDED} THEN listings.state ELSE excluded.state END,
        updated = CASE WHEN {_ENDED} THEN listings.updated ELSE excluded.updated END
    WHERE excluded.pages >= listings.pages
"""
_IS_LATEST = "EXISTS (SELECT 1 FROM listings WHERE table_id = ?1 AND pages = ?2)"
_CLEAR = f"DELETE FROM sittings WHERE table_id = ?1 AND {_IS_LATEST}"
_SIT = f"""
    INSERT INTO sittings (table_id, guest) SELECT ?1, ?3 WHERE {_IS_LATEST}
    ON CONFLICT DO NOTHING
"""
_STATE = "SELECT state FROM listings WHERE table_id = ?1"
_OPEN = """
    SELECT entry FROM listings WHERE state = 'open' AND listed = 1 AND updated > ?1
    ORDER BY updated DESC LIMIT ?2
"""
_YOURS = """
    SELECT entry FROM listings JOIN sittings USING (table_id)
    WHERE guest = ?1 AND state IN ('open', 'started') ORDER BY updated DESC LIMIT ?2
"""
_ABANDONED = """
    SELECT entry, updated FROM listings JOIN sittings USING (table_id)
    WHERE guest = ?1 AND state = 'abandoned' ORDER BY updated DESC LIMIT ?2
"""


class Listing(Wire, frozen=True, tag=False):
    id: TableId
    game: str
    state: ListingState
    listed: bool
    host: str
    names: tuple[str, ...]
    """The people who sit there, in order of seats."""
    seats: int
    free: int
    pace: Pace = Relaxed()
    """Missing in entries of older versions until their table is listed again."""


class Listings:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def put(self, table: TableId, book: TableBook) -> None:
        """Store the listing of a table as its book has it. A deleted table gets none. A process
        that has read fewer pages of the book than another changes nothing. A game with a result or
        an abandoned game keeps its state for ever; a table without a host is over until it gets
        one."""
        listing = _listing(table, book)
        state = "over" if _lacks_host(book) else listing.state
        sitters = [(table, book.pages, guest) for guest in sorted(book.guests)]
        host = "" if book.host is None else book.host.guest
        row = (table, state, listing.listed, encode(listing), int(time.time()), book.pages, host)
        await self._archive.run(
            Statement(_PUT, [row]),
            Statement(_CLEAR, [(table, book.pages)]),
            Statement(_SIT, sitters),
        )

    async def is_over(self, table: TableId) -> bool:
        return await self.state(table) in ("over", "abandoned")

    async def state(self, table: TableId) -> ListingState | None:
        """None for a table that was deleted."""
        rows = await self._archive.fetch(_STATE, table)
        return rows[0][0] if rows else None

    async def open_tables(self) -> Sequence[Listing]:
        return _listings(
            await self._archive.fetch(_OPEN, int(time.time()) - LISTING_AGE_S, MAX_LISTED_TABLES)
        )

    async def of_guest(self, guest: str) -> Sequence[Listing]:
        return _listings(await self._archive.fetch(_YOURS, guest, MAX_LISTED_TABLES))

    async def abandoned_of(self, guest: str) -> Sequence[tuple[Listing, int]]:
        """Abandoned games, each with the Unix time at which it ended."""
        rows = await self._archive.fetch(_ABANDONED, guest, MAX_LISTED_TABLES)
        return [(_LISTING.decode(entry), ended) for entry, ended in rows]


def names_at(book: TableBook) -> tuple[str, ...]:
    """The people who sit there, in order of seats."""
    return tuple(who.name for _, who in sorted(book.sitters.items()) if isinstance(who, Person))


def _listing(id: TableId, book: TableBook) -> Listing:
    opened = seating.opened(book)
    return Listing(
        id=id,
        game=opened.game,
        state=_state(book),
        listed=opened.listed,
        host=opened.host.name if book.host is None else book.host.name,
        names=names_at(book),
        seats=opened.seats,
        free=len(seating.empty_seats(book)),
        pace=opened.pace,
    )


def _state(book: TableBook) -> ListingState:
    if book.lifecycle.abandoned:
        return "abandoned"
    return "started" if book.started else "open"


def _lacks_host(book: TableBook) -> bool:
    """Whether the host was erased before the start, without a successor. Never true for a table of
    a deal set: others have played its deal, which stays closed for players who may still come."""
    single = seating.opened(book).deal_set is None
    return single and not book.started and book.host is not None and not book.host.guest


_LISTING = msgspec.json.Decoder(Listing)


def _listings(rows: Iterable[Sequence[bytes]]) -> list[Listing]:
    return [_LISTING.decode(entry) for (entry,) in rows]
