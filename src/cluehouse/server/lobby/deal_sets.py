"""Several tables that play the same deal: who may sit where, how long it stays closed, and how
they compare."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, PlayedElsewhere, SameDeal
from cluehouse.server.lobby.listings import Listings, names_at
from cluehouse.server.lobby.results import Results
from cluehouse.server.lobby.seating import opened
from cluehouse.server.wire.rematch import SameDealTables, TableOfDeal
from cluehouse.table.book.book import HostPassed, TableBook
from cluehouse.table.book.links import DealSet
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry

DEAL_SET_TIMEOUT_S: Final = 90 * 24 * 3600
"""Seconds after which a table that has not ended keeps its deal closed no more."""

_ID: Final = re.compile("[A-Za-z0-9_-]{1,40}")


def new_id() -> TableId:
    return TableId(secrets.token_urlsafe(16))


def could_be_id(text: str) -> bool:
    """Anything may stand in a link."""
    return _ID.fullmatch(text) is not None


def drawn(tables: int) -> tuple[tuple[TableId, ...], DealSet | None]:
    """Tables to be opened, and what binds them if they are several."""
    ids = tuple(new_id() for _ in range(tables))
    return ids, DealSet(ids, time.time()) if tables > 1 else None


def hosted_by(book: TableBook, seat: Seat) -> HostPassed | None:
    """Whoever opened several tables sits at one: at another, the first who sits down is host. So
    it is where the host was forgotten and left the table to nobody."""
    host, alone = book.host, opened(book).deal_set is None
    if host is None or book.seats_of(host.guest) or (alone and host.guest):
        return None
    return HostPassed(seat)


class DealSets:
    def __init__(
        self,
        registry: TableRegistry,
        listings: Listings,
        results: Results,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._registry = registry
        self._listings = listings
        self._results = results
        self._now = now
        self._doors: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()

    def door(self, id: TableId, book: TableBook) -> asyncio.Lock:
        """Held by whoever sits down, at one table after the other of a set: until they sit, they
        could still be let in elsewhere."""
        first, *_ = _tables(book) or (id,)
        return self._doors.setdefault(first, asyncio.Lock())

    async def check_newcomer(self, id: TableId, book: TableBook, guest: Guest) -> None:
        """Nobody plays a deal at two tables, not even after they left one."""
        for other in _tables(book):
            there = await self._registry.book(other)
            if other != id and (there.seats_of(guest.id) or guest.id in there.dealt_in):
                raise PlayedElsewhere

    async def check_open(self, book: TableBook) -> None:
        if await self._is_closed(book):
            raise SameDeal

    async def compare(self, book: TableBook) -> SameDealTables:
        deal_set = opened(book).deal_set
        if deal_set is None:
            raise BadRequest("this deal is played at one table alone")
        closed = await self._is_closed(book)
        tables = [await self._table(id, closed) for id in deal_set.tables]
        return SameDealTables(closed, int(deal_set.opened + DEAL_SET_TIMEOUT_S), tuple(tables))

    async def _table(self, id: TableId, closed: bool) -> TableOfDeal:
        state = await self._listings.state(id)
        if state is None:
            return TableOfDeal(id, "gone", (), ())
        seats = () if closed else await self._results.of_table(id)
        return TableOfDeal(id, state, names_at(await self._registry.book(id)), seats)

    async def _is_closed(self, book: TableBook) -> bool:
        """A table that was swept away has ended long ago."""
        deal_set = opened(book).deal_set
        if deal_set is None or self._now() > deal_set.opened + DEAL_SET_TIMEOUT_S:
            return False
        states = [await self._listings.state(id) for id in deal_set.tables]
        return any(state in ("open", "started") for state in states)


def _tables(book: TableBook) -> tuple[TableId, ...]:
    deal_set = opened(book).deal_set
    return () if deal_set is None else deal_set.tables
