"""Keep tables in memory up to date with what other processes write: at once after a change notice,
else with the next poll."""

from collections.abc import Callable
from typing import Any, Final

import structlog

from cluehouse.core.errors import Closed, CluehouseError
from cluehouse.server.logs import ref
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.tasks import TaskSet

# One query for all tables. The last numbers are found in the primary key indexes.
_LAST_NUMBERS: Final = """
    SELECT id, coalesce((SELECT max(page) FROM book WHERE table_id = id), -1) AS page,
        coalesce((SELECT max(seq) FROM log WHERE table_id = id), -1) AS seq,
        coalesce((SELECT times FROM rewritings WHERE table_id = id), 0) AS times
    FROM unnest($1::text[]) AS id
"""

_log = structlog.get_logger(__name__)


class Follower:
    """Catches up tables in memory with what other processes wrote."""

    def __init__(self, registry: TableRegistry, on_erased: Callable[[set[str]], None]) -> None:
        """`on_erased` is called with the guests that another process has erased."""
        self._registry = registry
        self._on_erased = on_erased
        self._rewrites: dict[TableId, int] = {}
        """How often each book had been rewritten when it was last read."""
        self._by_ref: dict[str, TableId] = {}
        """Tables in memory, by the hash that notices use."""
        self._catching_up: set[TableId] = set()
        self._tasks = TaskSet()

    def on_notice(self, name: str) -> None:
        """Catch up with a table that another process wrote to, if it is in memory."""
        if (table := self._by_ref.get(name)) is not None:
            self._start_catch_up(table)

    async def poll(self, postgres: Any) -> None:
        tables = self._registry.in_memory
        self._by_ref = {ref(id): id for id in tables}
        self._rewrites = {id: times for id, times in self._rewrites.items() if id in tables}
        for row in await postgres.fetch(_LAST_NUMBERS, tables):
            if row["page"] < 0:  # another process has deleted the table
                self._registry.evict(row["id"])
            else:
                self._compare(row["id"], row["page"] + 1, row["seq"], row["times"])

    def _compare(self, table: TableId, pages: int, seq: int, rewrites: int) -> None:
        known_pages, known_seq = self._registry.position(table)
        if pages > known_pages or (known_seq is not None and seq > known_seq):
            self._start_catch_up(table)
        if rewrites > self._rewrites.get(table, 0):
            self._rewrites[table] = rewrites
            self._tasks.spawn(self._reload(table))

    def _start_catch_up(self, table: TableId) -> None:
        """Start once: requests before the task runs share it."""
        if table not in self._catching_up:
            self._catching_up.add(table)
            self._tasks.spawn(self._catch_up(table))

    async def _catch_up(self, table: TableId) -> None:
        self._catching_up.discard(table)
        try:
            await self._registry.catch_up(table)
        except Closed:
            pass  # this server is shutting down
        except CluehouseError as error:  # the next poll tries again
            _log.warning("cannot catch up with a table", table=ref(table), id=error.id)

    async def _reload(self, table: TableId) -> None:
        try:
            self._on_erased(await self._registry.reload(table))
        except Closed:
            pass
        except CluehouseError as error:
            self._rewrites.pop(table, None)
            _log.warning("cannot reload a table", table=ref(table), id=error.id)
