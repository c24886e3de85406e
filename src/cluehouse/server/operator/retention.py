"""Delete finished games after `keep_finished` days, with everything stored about them."""

import time
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from cluehouse.server.lobby.presence import Presence
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.table.ports import TableId

TABLES_PER_BATCH: Final = 20
"""Tables deleted in one transaction: short transactions do not hold up moves."""

RETENTION_DAY_S: Final = 24 * 3600

# A started game is deleted only if it has a result or was abandoned, whatever its listing says.
_IS_OLD = """
    state IN ('over', 'abandoned') AND updated < ?1
    AND (state = 'abandoned' OR table_id IN (SELECT table_id FROM results)
        OR table_id NOT IN (SELECT id FROM tables))
"""
_OLD = f"""
    SELECT table_id FROM listings WHERE {_IS_OLD} AND table_id > ?2 ORDER BY table_id LIMIT ?3
"""
_DELETE_LISTING = f"DELETE FROM listings WHERE {_IS_OLD} AND table_id = ?2"
_ROWS = (
    ("log", "table_id"),
    ("book", "table_id"),
    ("tables", "id"),
    ("results", "table_id"),
    ("sittings", "table_id"),
    ("deal_seats", "table_id"),
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
            listings = Statement(_DELETE_LISTING, [(cutoff, table) for table in unused])
            await self._archive.run_locked(unused, listings, *delete_unlisted(unused))
            for table in unused:
                self._swept(table)
            deleted, last = deleted + len(unused), old[-1]
        if deleted:
            await self._archive.purge_erased()
            _log.info("finished tables deleted", tables=deleted, older_than_days=self._days)

    async def _old(self, cutoff: int, after: TableId) -> list[TableId]:
        rows = await self._archive.fetch(_OLD, cutoff, after, TABLES_PER_BATCH)
        return [table for (table,) in rows]


def delete_unlisted(tables: Sequence[TableId]) -> list[Statement]:
    """Statements that delete everything about these tables, for a transaction that has deleted
    their listings. A table whose listing is still there has changed meanwhile and is kept."""
    unlisted = "NOT EXISTS (SELECT 1 FROM listings WHERE table_id = ?1)"
    return [
        Statement(f"DELETE FROM {rows} WHERE {id} = ?1 AND {unlisted}", [(it,) for it in tables])
        for rows, id in _ROWS
    ]
