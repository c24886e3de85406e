"""Abandon started games that have had no move and no change for `abandon_after` days."""

import time
from typing import Final

import structlog

from cluehouse.server.lobby.pending_turns import UNREADABLE_TABLE
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.logs import ref
from cluehouse.server.operator.retention import RETENTION_DAY_S, TABLES_PER_BATCH
from cluehouse.server.storage.archive import Archive
from cluehouse.table.book.lifecycle import Abandoned
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.table import has_ended

_INACTIVE: Final = """
    SELECT table_id FROM listings WHERE state = 'started' AND updated < ?1 AND table_id > ?2
    AND NOT EXISTS (SELECT 1 FROM log WHERE log.table_id = listings.table_id AND at >= ?1)
    ORDER BY table_id LIMIT ?3
"""

_log = structlog.get_logger(__name__)


class Abandonment:
    def __init__(
        self, archive: Archive, registry: TableRegistry, presence: Presence, days: int
    ) -> None:
        """`days` = 0: games are never abandoned."""
        self._archive = archive
        self._registry = registry
        self._presence = presence
        self._days = days

    async def abandon_inactive(self) -> None:
        """Abandon all inactive games, in batches. Tables with a connected device are skipped until
        the next run."""
        last, cutoff = TableId(""), int(time.time()) - self._days * RETENTION_DAY_S
        while self._days and (inactive := await self._inactive(cutoff, last)):
            for table in inactive:
                if not self._presence.has_devices(table):
                    await self._abandon(table)
            last = inactive[-1]

    async def _inactive(self, cutoff: int, after: TableId) -> list[TableId]:
        rows = await self._archive.fetch(_INACTIVE, cutoff, after, TABLES_PER_BATCH)
        return [table for (table,) in rows]

    async def _abandon(self, id: TableId) -> None:
        """A table that cannot be read is logged and skipped."""
        try:
            table = await self._registry.table(id)
            if not has_ended(table):  # if it has, opening it has corrected its listing
                await table.book.write(Abandoned("house", time.time()))
                _log.info("inactive game abandoned", table=ref(id), days=self._days)
        except UNREADABLE_TABLE as error:
            why = type(error).__name__
            _log.warning("table unreadable: game not abandoned", table=ref(id), error=why)
