"""Which process keeps which table going. A lease lives as long as its holder: whoever dies leaves
all of theirs, and somebody who has such a table takes it over."""

from collections.abc import Collection
from typing import Any, Final

from cluehouse.table.ports import TableId

ALIVE: Final = "seen > now() - interval '3 seconds'"
"""Of a process, by the clock of Postgres: it has given a sign of life."""

PERIODIC_JOBS: Final = TableId("chores")
"""What one process does for all. No table has so short an id."""

_HELD_BY_THE_LIVING = f"""
    EXISTS (SELECT FROM processes WHERE id = leases.process AND {ALIVE})
"""
# Every statement takes its rows in the same order, so that two can never wait for each other.
_CLAIM = f"""
    INSERT INTO leases (table_id, process)
    SELECT wanted, $1 FROM unnest($2::text[]) AS wanted
    WHERE NOT EXISTS (SELECT FROM leases WHERE table_id = wanted AND {_HELD_BY_THE_LIVING})
    ORDER BY wanted COLLATE "C"
    ON CONFLICT (table_id) DO UPDATE SET process = $1 WHERE NOT {_HELD_BY_THE_LIVING}
"""
_DELETE = """
    DELETE FROM leases WHERE table_id IN
        (SELECT table_id FROM leases WHERE {} ORDER BY table_id FOR UPDATE)
"""
_RELEASE = _DELETE.format("process = $1 AND table_id = ANY($2::text[])")
RELEASE_DEAD: Final = _DELETE.format("process NOT IN (SELECT id FROM processes)")
"""Those of everybody who is no more."""

_HELD = "SELECT table_id FROM leases WHERE process = $1"


class Leases:
    def __init__(self, process: str) -> None:
        self._process = process
        self._held: set[TableId] = set()
        self._judged: set[TableId] = set()
        """Those that could be had or not when we last asked."""

    def holds(self, table: TableId) -> bool:
        return table in self._held

    def knows(self, table: TableId) -> bool:
        """It is decided, for now, who holds it."""
        return table in self._judged

    async def renew(self, postgres: Any, wanted: Collection[TableId]) -> set[TableId]:
        """Ask for these, and give up all others. Those for which something has changed."""
        mine = await self._fetch_held(postgres)
        if missing := [table for table in wanted if table not in mine]:
            await postgres.execute(_CLAIM, self._process, missing)
        if left := mine.difference(wanted):
            await postgres.execute(_RELEASE, self._process, list(left))
        if missing or left:
            mine = await self._fetch_held(postgres)
        before, self._held, self._judged = self._held, mine, set(wanted)
        return before ^ mine

    async def _fetch_held(self, postgres: Any) -> set[TableId]:
        return {row["table_id"] for row in await postgres.fetch(_HELD, self._process)}
