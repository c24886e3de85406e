"""How long finished games are kept. What is swept is gone, with everything about it."""

import time
from collections.abc import Callable
from typing import Final

import structlog

from cluehouse.server.lobby.presence import Presence
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.table.ports import TableId

TABLES_PER_BATCH: Final = 20
"""Tables in one go: whoever plays need not wait long."""

RETENTION_DAY_S: Final = 24 * 3600

# What began is swept only if it has a result or was given up, whatever its line in the lobby says.
_OLD = """
    SELECT table_id FROM listings
    WHERE state IN ('over', 'abandoned') AND updated < ?1 AND table_id > ?2
    AND (state = 'abandoned' OR table_id IN (SELECT table_id FROM results)
        OR table_id NOT IN (SELECT id FROM tables))
    ORDER BY table_id LIMIT ?3
"""
_FORGET = (
    "DELETE FROM log WHERE table_id = ?1",
    "DELETE FROM book WHERE table_id = ?1",
    "DELETE FROM tables WHERE id = ?1",
    "DELETE FROM results WHERE table_id = ?1",
    "DELETE FROM sittings WHERE table_id = ?1",
    "DELETE FROM listings WHERE table_id = ?1",
)

_log = structlog.get_logger(__name__)


class Retention:
    def __init__(
        self,
        archive: Archive,
        presence: Presence,
        days: int,
        swept: Callable[[TableId], None] = lambda _: None,
    ) -> None:
        """No days: for ever. `swept` is told of every table that is gone."""
        self._archive = archive
        self._presence = presence
        self._swept = swept
        self._days = days

    async def sweep(self) -> None:
        """Where somebody still looks at the table, another time."""
        swept, last = 0, TableId("")
        cutoff = int(time.time()) - self._days * RETENTION_DAY_S
        while self._days and (old := await self._old(cutoff, last)):
            gone = [table for table in old if not self._presence.anybody(table)]
            await self._archive.run(*_sweeping(gone))
            for table in gone:
                self._swept(table)
            swept, last = swept + len(gone), old[-1]
        if swept:
            await self._archive.leave_no_trace()
            _log.info("finished tables swept", tables=swept, older_than_days=self._days)

    async def _old(self, cutoff: int, after: TableId) -> list[TableId]:
        return [
            table for (table,) in await self._archive.fetch(_OLD, cutoff, after, TABLES_PER_BATCH)
        ]


def _sweeping(tables: list[TableId]) -> list[Statement]:
    rows = [(table,) for table in tables]
    return [Statement(sql, rows) for sql in _FORGET]
