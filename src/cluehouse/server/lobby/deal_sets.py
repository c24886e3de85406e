"""Deal sets: several tables that play the same deal, and are compared once all have ended.

A guest plays a deal at one table only: the page that seats them is written together with a claim
(`SeatClaim`), which has a unique key in the database. Records and results stay closed while a table
is unfinished.
"""

import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Final

from cluehouse.core.ids import Seat
from cluehouse.server.errors import BadRequest, SameDeal
from cluehouse.server.lobby.listings import Listings, ListingState, names_at
from cluehouse.server.lobby.results import Results
from cluehouse.server.lobby.seating import opened
from cluehouse.server.wire.rematch import SameDealTables, TableOfDeal
from cluehouse.table.book.book import HostPassed, TableBook
from cluehouse.table.book.links import DealSet
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry

DEAL_SET_TIMEOUT_S: Final = 90 * 24 * 3600
"""Age of a deal set at which records and results open, even if a table has not ended."""

_ID: Final = re.compile("[A-Za-z0-9_-]{1,40}")


def new_id() -> TableId:
    return TableId(secrets.token_urlsafe(16))


def could_be_id(text: str) -> bool:
    """Whether the text has the form of a table id: a link may hold anything."""
    return _ID.fullmatch(text) is not None


def new_tables(tables: int) -> tuple[tuple[TableId, ...], DealSet | None]:
    """New table ids, and the deal set that links them if there are several."""
    ids = tuple(new_id() for _ in range(tables))
    return ids, DealSet(ids, time.time()) if tables > 1 else None


class HasHost(Exception):
    """The table has a host, so a new player does not become host."""


def hosted_by(book: TableBook, seat: Seat) -> HostPassed:
    """The note that makes a new player the host; raises HasHost. The guest who opened a deal set
    sits at one of its tables; at each other one, the first player to sit down becomes host. The
    same holds at a table whose host was erased without a successor."""
    host, single = book.host, opened(book).deal_set is None
    if host is None or book.seats_of(host.guest) or (single and host.guest):
        raise HasHost
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

    async def check_open(self, book: TableBook) -> None:
        """Reject access to records while the deal is still played at a table of the set."""
        deal_set = opened(book).deal_set
        if deal_set is not None and self._is_closed(deal_set, await self._states(deal_set)):
            raise SameDeal

    async def compare(self, book: TableBook) -> SameDealTables:
        deal_set = opened(book).deal_set
        if deal_set is None:
            raise BadRequest("this deal is played at one table alone")
        states = await self._states(deal_set)
        closed = self._is_closed(deal_set, states)
        tables = [await self._table(id, state, closed) for id, state in states.items()]
        return SameDealTables(closed, int(deal_set.opened + DEAL_SET_TIMEOUT_S), tuple(tables))

    async def _table(self, id: TableId, state: ListingState | None, closed: bool) -> TableOfDeal:
        if state is None:
            return TableOfDeal(id, "gone", (), ())
        seats = () if closed else await self._results.of_table(id)
        return TableOfDeal(id, state, names_at(await self._registry.book(id)), seats)

    async def _states(self, deal_set: DealSet) -> dict[TableId, ListingState | None]:
        """The state of each table; None for one deleted by retention."""
        return {id: await self._listings.state(id) for id in deal_set.tables}

    def _is_closed(self, deal_set: DealSet, states: Mapping[TableId, ListingState | None]) -> bool:
        """Whether a table of the set is unfinished; a table deleted by retention has ended."""
        if self._now() > deal_set.opened + DEAL_SET_TIMEOUT_S:
            return False
        return any(state in ("open", "started") for state in states.values())
