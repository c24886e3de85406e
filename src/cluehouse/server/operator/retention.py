"""Delete finished games after `keep_finished` days, with everything stored about them."""

import time
from collections.abc import Callable
from typing import Final

import structlog

from cluehouse.server.lobby.presence import Presence
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.table.ports import TableId

TABLES_PER_BATCH: Final = 20
"""Tables deleted in one transaction: short transactions do not hold up moves."""

RETENTION_DAY_S: Final = 24 * 3600

# A started game is deleted only if it has a result or was abandoned, whatever its listing says.
_OLD = """
    SELECT table_id FROM listings
    WHERE state IN ('over', 'abandoned') AND updated < ?1 AND table_id > ?2
    AND (state = 'abandoned' OR table_id IN (SELECT table_id FROM results)
        OR table_id NOT IN (SELECT id FROM tables))
    ORDER BY table_id LIMIT ?3
"""
_DELETE = (
    "DELETE FROM log WHERE table_id = ?1",
    "DELETE FROM book WHERE table_id = ?1",
    "DELETE FROM tables WHERE id = ?1",
    "DELETE FROM results WHERE table_id = ?1",
    "DELETE FROM sittings WHERE table_id = ?1",
    "DELETE FROM deal_seats WHERE table_id = ?1",
    "DELETE FROM listings WHERE table_id = ?1",
)

_log = structlog.get_logger(__name__)


class Retention:
    """Deletes finished games after the days that the operator set."""

    def __init__(
        self,
        archive: Archive,
        presence: Presence,
        days: int,
        swept: Callable[[TableId], None] = lambda _: None,
    ) -> None:
        """`days` = 0: games are kept for ever. `swept` is called for every deleted table."""
        self._archive = archive
        self._presence = presence
        self._swept = swept
        self._days = days

    async def sweep(self) -> None:
        """Delete all expired tables, in batches. Tables with a connected device are skipped until
        the next run."""
        deleted, last = 0, TableId("")
        cutoff = int(time.time()) - self._days * RETENTION_DAY_S
        while self._days and (old := await self._old(cutoff, last)):
            unused = [table for table in old if not self._presence.has_devices(table)]
            await self._archive.run(*_deletion(unused))
            for table in unused:
                self._swept(table)
            deleted, last = deleted + len(unused), old[-1]
        if deleted:
            await self._archive.purge_erased()
            _log.info("finished tables deleted", tables=deleted, older_than_days=self._days)

    async def _old(self, cutoff: int, after: TableId) -> list[TableId]:
        rows = await self._archive.fetch(_OLD, cutoff, after, TABLES_PER_BATCH)
        return [table for (table,) in rows]


def _deletion(tables: list[TableId]) -> list[Statement]:
    rows = [(table,) for table in tables]
    return [Statement(sql, rows) for sql in _DELETE]
