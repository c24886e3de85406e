"""Keeps what is in memory up to date with what other processes write: at once where there are
news, else within a pulse."""

from collections.abc import Callable
from typing import Any, Final

import structlog

from cluehouse.core.errors import Closed, CluehouseError
from cluehouse.server.logs import ref
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.tasks import TaskSet

# One question for all tables. The last numbers are found in the indexes of the keys.
_STANDING: Final = """
    SELECT id, coalesce((SELECT max(page) FROM book WHERE table_id = id), -1) AS page,
        coalesce((SELECT max(seq) FROM log WHERE table_id = id), -1) AS seq,
        coalesce((SELECT times FROM rewritings WHERE table_id = id), 0) AS times
    FROM unnest($1::text[]) AS id
"""

_log = structlog.get_logger(__name__)


class Follower:
    def __init__(self, registry: TableRegistry, forgotten: Callable[[set[str]], None]) -> None:
        """`forgotten` is told which guests another process has forgotten."""
        self._registry = registry
        self._forgotten = forgotten
        self._times: dict[TableId, int] = {}
        """How often each book had been written anew when we last read it."""
        self._known: dict[str, TableId] = {}
        """Tables in memory, by what news call them."""
        self._coming: set[TableId] = set()
        self._tasks = TaskSet()

    def on_notice(self, name: str) -> None:
        """There is something to read at a table, if we have it."""
        if (table := self._known.get(name)) is not None:
            self._go_to(table)

    async def poll(self, postgres: Any) -> None:
        tables = self._registry.in_memory
        self._known = {ref(id): id for id in tables}
        self._times = {id: times for id, times in self._times.items() if id in tables}
        for row in await postgres.fetch(_STANDING, tables):
            self._compare(row["id"], row["page"] + 1, row["seq"], row["times"])

    def _compare(self, table: TableId, pages: int, seq: int, times: int) -> None:
        known_pages, known_seq = self._registry.position(table)
        if pages > known_pages or (known_seq is not None and seq > known_seq):
            self._go_to(table)
        if times > self._times.get(table, 0):
            self._times[table] = times
            self._tasks.spawn(self._read_again(table))

    def _go_to(self, table: TableId) -> None:
        """Asked for again before we get there, it is read once."""
        if table not in self._coming:
            self._coming.add(table)
            self._tasks.spawn(self._read_on(table))

    async def _read_on(self, table: TableId) -> None:
        self._coming.discard(table)
        try:
            await self._registry.catch_up(table)
        except Closed:
            pass  # the house is, and nobody is here who would read it
        except CluehouseError as trouble:  # the next pulse tries again
            _log.warning("cannot read on", table=ref(table), id=trouble.id)

    async def _read_again(self, table: TableId) -> None:
        try:
            self._forgotten(await self._registry.reload(table))
        except Closed:
            pass
        except CluehouseError as trouble:
            self._times.pop(table, None)
            _log.warning("cannot read again", table=ref(table), id=trouble.id)
