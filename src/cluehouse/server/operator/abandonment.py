"""Games that nobody has come back to for very long: the house gives them up."""

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

_SILENT: Final = """
    SELECT table_id FROM listings WHERE state = 'started' AND updated < ?1 AND table_id > ?2
    AND NOT EXISTS (SELECT 1 FROM log WHERE log.table_id = listings.table_id AND at >= ?1)
    ORDER BY table_id LIMIT ?3
"""

_log = structlog.get_logger(__name__)


class Abandonment:
    def __init__(
        self, archive: Archive, registry: TableRegistry, presence: Presence, days: int
    ) -> None:
        """No days: the house waits for ever."""
        self._archive = archive
        self._registry = registry
        self._presence = presence
        self._days = days

    async def end(self) -> None:
        """Where somebody is at the table, another time."""
        last, cutoff = TableId(""), int(time.time()) - self._days * RETENTION_DAY_S
        while self._days and (silent := await self._silent(cutoff, last)):
            for table in silent:
                if not self._presence.anybody(table):
                    await self._give_up(table)
            last = silent[-1]

    async def _silent(self, cutoff: int, after: TableId) -> list[TableId]:
        return [
            table
            for (table,) in await self._archive.fetch(_SILENT, cutoff, after, TABLES_PER_BATCH)
        ]

    async def _give_up(self, id: TableId) -> None:
        """One table that cannot be read holds up no other."""
        try:
            table = await self._registry.table(id)
            if not has_ended(table):  # if it has, opening it lists it so
                await table.book.write(Abandoned("house", time.time()))
                _log.info("game given up after long silence", table=ref(id))
        except UNREADABLE_TABLE as trouble:
            _log.warning("not given up", table=ref(id), why=type(trouble).__name__)
