"""Delete tables whose game has not started and where no device has been connected and nothing has
been written for `keep_unstarted` days, with everything stored about them."""

import time
from collections import OrderedDict
from contextlib import suppress
from typing import Final

import structlog

from cluehouse.core.errors import Unavailable
from cluehouse.server.lobby.listings import Listings
from cluehouse.server.lobby.pending_turns import UNREADABLE_TABLE
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.logs import ref
from cluehouse.server.operator.retention import (
    RETENTION_DAY_S,
    TABLES_PER_BATCH,
    delete_unlisted,
)
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.table.book.book import TableBook
from cluehouse.table.book.links import RematchDeleted
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.tasks import TaskSet

VISIT_INTERVAL_S: Final = 3600.0
"""Visits of a table are stored this often at most."""

MAX_REMEMBERED_VISITS: Final = 10_000
"""Tables whose last stored visit is remembered; the oldest is dropped first."""

# A table whose host was erased before the start is listed as over, without a game.
_IS_OLD = "state IN ('open', 'over') AND updated < ?1 AND visited < ?1"
_OLD = f"""
    SELECT table_id FROM listings WHERE {_IS_OLD} AND table_id > ?2
    AND table_id NOT IN (SELECT id FROM tables) ORDER BY table_id LIMIT ?3
"""
_VISIT = "UPDATE listings SET visited = ?1 WHERE table_id = ?2 AND state = 'open'"

# The listing first: it stays, and everything with it, if another process has changed it meanwhile,
# or has written a page and not listed the table yet.
_DELETE_LISTING = f"""
    DELETE FROM listings WHERE {_IS_OLD} AND table_id = ?2
    AND NOT EXISTS (SELECT 1 FROM book WHERE book.table_id = ?2 AND page >= ?3)
"""

_log = structlog.get_logger(__name__)


class UnstartedTables:
    def __init__(
        self,
        archive: Archive,
        registry: TableRegistry,
        listings: Listings,
        presence: Presence,
        days: int,
    ) -> None:
        """`days` = 0: tables are kept for ever."""
        self._archive = archive
        self._registry = registry
        self._listings = listings
        self._presence = presence
        self._days = days
        self._visits: OrderedDict[TableId, float] = OrderedDict()
        self._tasks = TaskSet()

    def on_visit(self, table: TableId) -> None:
        """Store that a device has connected or disconnected; called for started games, too."""
        now = time.time()
        known = now < self._visits.get(table, 0.0) + VISIT_INTERVAL_S
        if not self._days or known or self._registry.supervisor(table) is not None:
            return
        self._visits.pop(table, None)
        self._visits[table] = now
        if len(self._visits) > MAX_REMEMBERED_VISITS:
            self._visits.popitem(last=False)
        self._tasks.spawn(self._store_visit(table, now))

    async def sweep(self) -> None:
        """Delete all expired tables, in batches. A table with a connected device counts as visited
        now."""
        deleted, last = 0, TableId("")
        cutoff = int(time.time()) - self._days * RETENTION_DAY_S
        while self._days and (old := await self._old(cutoff, last)):
            for table in old:
                if self._presence.has_devices(table):
                    await self._store_visit(table, time.time())
                else:
                    deleted += await self._delete(table, cutoff)
            last = old[-1]
        if deleted:
            await self._archive.purge_erased()
            _log.info("unstarted tables deleted", tables=deleted, unused_for_days=self._days)

    async def _old(self, cutoff: int, after: TableId) -> list[TableId]:
        rows = await self._archive.fetch(_OLD, cutoff, after, TABLES_PER_BATCH)
        return [table for (table,) in rows]

    async def _store_visit(self, table: TableId, at: float) -> None:
        with suppress(Unavailable):  # the next visit, or the next sweep, stores it
            await self._archive.run(Statement(_VISIT, [(int(at), table)]))

    async def _delete(self, table: TableId, cutoff: int) -> bool:
        """Return whether the table was deleted. One that cannot be read is logged and stays."""
        try:
            book = await self._registry.book(table)
            if book.started:  # its process stopped before it listed the table again
                await self._listings.put(table, book)
                return False
            await self._unlink(table, book)
            listing = Statement(_DELETE_LISTING, [(cutoff, table, book.pages)])
            await self._archive.run_locked([table], listing, *delete_unlisted([table]))
            if await self._listings.state(table) is not None:
                return False
            self._registry.evict(table)
        except UNREADABLE_TABLE as error:
            why = type(error).__name__
            _log.warning("table unreadable: not deleted", table=ref(table), error=why)
            return False
        return True

    async def _unlink(self, table: TableId, book: TableBook) -> None:
        """Let the players of the previous game ask for another rematch. Before the deletion: else
        a failure in between would leave a link to a table that is gone."""
        if book.opened is None or book.opened.after is None:
            return
        previous = await self._registry.book(book.opened.after)
        if previous.rematch is not None and previous.rematch.table == table:
            await previous.write(RematchDeleted())
