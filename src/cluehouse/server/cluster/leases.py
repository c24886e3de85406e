"""Leases: which process runs the bots and clocks of which table. A lease is valid as long as its
process lives; when it dies, another one that has the table in memory takes it over (failover)."""

from collections.abc import Collection
from typing import Any, Final

from cluehouse.table.ports import TableId

ALIVE: Final = "seen > now() - interval '3 seconds'"
"""SQL condition: the last heartbeat of a process is recent, by the clock of Postgres."""

PERIODIC_JOBS: Final = TableId("chores")
"""Lease for the periodic jobs that one process does for all. No table id is this short."""

_HOLDER_IS_ALIVE = f"""
    EXISTS (SELECT FROM processes WHERE id = leases.process AND {ALIVE})
"""
# Every statement locks its rows in the same order, so that two can never deadlock.
_CLAIM = f"""
    INSERT INTO leases (table_id, process)
    SELECT wanted, $1 FROM unnest($2::text[]) AS wanted
    WHERE NOT EXISTS (SELECT FROM leases WHERE table_id = wanted AND {_HOLDER_IS_ALIVE})
    ORDER BY wanted COLLATE "C"
    ON CONFLICT (table_id) DO UPDATE SET process = $1 WHERE NOT {_HOLDER_IS_ALIVE}
"""
_DELETE = """
    DELETE FROM leases WHERE table_id IN
        (SELECT table_id FROM leases WHERE {} ORDER BY table_id FOR UPDATE)
"""
_RELEASE = _DELETE.format("process = $1 AND table_id = ANY($2::text[])")
RELEASE_DEAD: Final = _DELETE.format("process NOT IN (SELECT id FROM processes)")
"""SQL: delete the leases of processes that are gone."""

_HELD = "SELECT table_id FROM leases WHERE process = $1"


class Leases:
    """The leases that this process holds."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._held: set[TableId] = set()
        self._decided: set[TableId] = set()
        """Tables that the last renewal asked for, whether or not it got their leases."""

    def holds(self, table: TableId) -> bool:
        return table in self._held

    def knows(self, table: TableId) -> bool:
        """Return whether the last renewal decided who holds this lease."""
        return table in self._decided

    async def renew(self, postgres: Any, wanted: Collection[TableId]) -> set[TableId]:
        """Claim the leases of these tables and release all others. Return those that changed."""
        held = await self._fetch_held(postgres)
        if missing := [table for table in wanted if table not in held]:
            await postgres.execute(_CLAIM, self._process, missing)
        if unwanted := held.difference(wanted):
            await postgres.execute(_RELEASE, self._process, list(unwanted))
        if missing or unwanted:
            held = await self._fetch_held(postgres)
        before, self._held, self._decided = self._held, held, set(wanted)
        return before ^ held

    async def _fetch_held(self, postgres: Any) -> set[TableId]:
        return {row["table_id"] for row in await postgres.fetch(_HELD, self._process)}
