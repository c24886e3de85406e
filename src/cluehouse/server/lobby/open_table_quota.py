"""Limit how many tables whose game has not started a guest hosts, and one address has opened.

The address is kept in memory only, by each process for itself.
"""

import time
from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from cluehouse.server.errors import TooManyTables, TooManyTablesHere
from cluehouse.server.net.rate_limits import MAX_TRACKED_CLIENTS, client_prefix
from cluehouse.server.storage.archive import Archive
from cluehouse.table.ports import TableId

MAX_TABLES_OF_GUEST: Final = 10
"""Unstarted tables that a guest hosts and sits at."""

MAX_TABLES_OF_ADDRESS: Final = 30
"""Unstarted tables that were opened from one address within OPENED_AGE_S."""

OPENED_AGE_S: Final = 24 * 3600
"""A table that was opened longer ago does not count for its address: many guests may share one."""

LISTING_DELAY_S: Final = 60.0
"""A table that is older and has no listing was deleted, or never opened."""

_OF_GUEST = """
    SELECT count(*) FROM listings JOIN sittings USING (table_id)
    WHERE host = ?1 AND guest = ?1 AND state = 'open'
"""
_STATES = "SELECT table_id, state FROM listings WHERE table_id IN ({})"


class OpenTableQuota:
    def __init__(self, archive: Archive, scale: float = 1.0) -> None:
        self._archive = archive
        self._scale = scale
        self._opened: OrderedDict[str, dict[TableId, float]] = OrderedDict()
        """The tables opened from each client prefix, and when, in seconds."""

    async def admit(self, guest: str, address: str, tables: Collection[TableId]) -> None:
        """Count new tables before they are opened; raise the refusal if they are too many."""
        ((hosted,),) = await self._archive.fetch(_OF_GUEST, guest)
        if hosted >= MAX_TABLES_OF_GUEST * self._scale:
            raise TooManyTables
        max_opened = MAX_TABLES_OF_ADDRESS * self._scale
        opened = self._opened_from(address)
        if len(opened) + len(tables) > max_opened:
            await self._drop_settled(opened)
        if len(opened) + len(tables) > max_opened:
            raise TooManyTablesHere
        opened.update(dict.fromkeys(tables, time.monotonic()))

    def _opened_from(self, address: str) -> dict[TableId, float]:
        prefix = client_prefix(address)
        opened = self._opened.pop(prefix, {})
        self._opened[prefix] = opened
        if len(self._opened) > MAX_TRACKED_CLIENTS:
            self._opened.popitem(last=False)
        return opened

    async def _drop_settled(self, opened: dict[TableId, float]) -> None:
        """Drop the tables that are not open any more, and those opened long ago."""
        known, now = tuple(opened.items()), time.monotonic()
        marks = ", ".join(f"?{number}" for number in range(1, len(known) + 1))
        rows = await self._archive.fetch(_STATES.format(marks), *opened)
        states = {row[0]: row[1] for row in rows}
        for table, at in known:
            is_new = table not in states and now < at + LISTING_DELAY_S
            is_open = is_new or states.get(table) == "open"
            if not is_open or now > at + OPENED_AGE_S:
                opened.pop(table, None)
