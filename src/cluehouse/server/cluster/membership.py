"""Cluster membership: live processes, where clients are connected, which tables have changed.

Twice a second a process publishes which clients are connected to it, and reads which other
processes live and where they have written; change notices make that faster and are never needed.
However long a poll takes, a separate connection sends the heartbeat. A process without a heartbeat
for some seconds is dead, and its clients and leases go with it. A move waits for none of this.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec
import structlog

from cluehouse.core.errors import Unavailable
from cluehouse.core.wire import encode
from cluehouse.server.accounts.device_sessions import DeviceSessions
from cluehouse.server.cluster.bus import Bus, ChangeNotice, NoBus
from cluehouse.server.cluster.ended_sessions import EndedSessions
from cluehouse.server.cluster.follower import Follower
from cluehouse.server.cluster.leases import ALIVE, PERIODIC_JOBS, RELEASE_DEAD, Leases
from cluehouse.server.lobby.presence import Attendances, Presence, RemoteDevice
from cluehouse.server.logs import ref
from cluehouse.server.periodic import run_alongside, run_periodically
from cluehouse.server.storage.postgres_pool import PostgresPool
from cluehouse.server.wire.close_codes import COME_BACK
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry

POLL_INTERVAL_S: Final = 0.5
"""Seconds between two polls while nothing happens."""

MIN_POLL_INTERVAL_S: Final = 0.02
"""Seconds between two polls while much happens."""

HEARTBEAT_INTERVAL_S: Final = 0.5
"""Seconds between two heartbeats."""

LEAVE_TIMEOUT_S: Final = 2.0
"""Seconds that leaving the cluster may take."""

_HEARTBEAT = "UPDATE processes SET seen = now() WHERE id = $1"
_HEARTBEAT_IF_CURRENT = (
    "UPDATE processes SET seen = now() WHERE id = $1 AND edition = $2 RETURNING id"
)
_REGISTER = """
    INSERT INTO processes (id, seen, edition, people) VALUES ($1, now(), $2, $3)
    ON CONFLICT (id) DO UPDATE SET seen = now(), edition = $2, people = $3
"""
_LIVE_EDITIONS = f"SELECT id, edition FROM processes WHERE id <> $1 AND {ALIVE}"
_CLIENTS = "SELECT id, edition, people FROM processes WHERE id = ANY($1::text[])"
_DELETE_DEAD = f"DELETE FROM processes WHERE NOT ({ALIVE}) RETURNING id"
_LEAVE = f"DELETE FROM processes WHERE id = $1 OR NOT ({ALIVE})"

_ATTENDANCES = msgspec.json.Decoder(dict[TableId, tuple[RemoteDevice, ...]])

_log = structlog.get_logger(__name__)


class ClusterMembership:
    """This process as a member of the cluster: heartbeat, clients, leases, change notices."""

    def __init__(self, postgres: PostgresPool, heartbeat: PostgresPool) -> None:
        """`heartbeat`: a pool with a connection of its own, which no other query can delay."""
        self.bus: Bus = NoBus()
        self._postgres = postgres
        self._heartbeat = heartbeat
        self._id = secrets.token_hex(8)
        self._leases = Leases(self._id)
        self._follower: Follower | None = None
        self._ended_sessions: EndedSessions | None = None
        self._edition = 0
        """Counts the versions of this process's list of clients."""
        self._clients = b""
        self._others: dict[str, tuple[int, Attendances]] = {}
        """The clients of each other process, and the edition of that list."""
        self._wake = asyncio.Event()
        self._connected = True

    def holds(self, table: TableId) -> bool:
        """Return whether this process holds the lease; poll soon if that is not decided yet."""
        if not self._leases.knows(table):
            self._wake.set()
        return self._leases.holds(table)

    def on_table_written(self, table: TableId) -> None:
        """Publish that this process has written to a table."""
        self.bus.publish(ChangeNotice("table", ref(table)))

    def _on_sessions_ended(self, _sessions: Collection[str]) -> None:
        self.bus.publish(ChangeNotice("sessions"))

    def wake(self, _table: TableId) -> None:
        """Poll soon: a client has connected to this process or disconnected."""
        self._wake.set()

    def on_notice(self, notice: ChangeNotice) -> None:
        if notice.what != "table":
            self._wake.set()
        elif self._follower is not None:
            self._follower.on_notice(notice.table)

    @asynccontextmanager
    async def joined(
        self, registry: TableRegistry, presence: Presence, sessions: DeviceSessions
    ) -> AsyncIterator[None]:
        """Be a member of the cluster for the duration of the block."""
        self._ended_sessions = EndedSessions(sessions)
        sessions.listeners.append(self._on_sessions_ended)
        self._follower = Follower(registry, lambda guests: _disconnect(presence, guests))
        presence.listeners.append(self.wake)
        await self._poll(registry, presence, self._follower)
        try:
            polling = run_alongside(self._poll_forever(registry, presence, self._follower))
            async with run_periodically((HEARTBEAT_INTERVAL_S, self._send_heartbeat)), polling:
                yield
        finally:
            await self._leave()

    async def _leave(self) -> None:
        """Unregister and clean up; if that fails, other processes notice the missing heartbeat."""
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(LEAVE_TIMEOUT_S):
                await self._postgres.fetch(_LEAVE, self._id)
                await self._postgres.fetch(RELEASE_DEAD)
        self.bus.publish(ChangeNotice("people"))

    async def _send_heartbeat(self) -> None:
        with suppress(Unavailable):  # a failing poll logs it
            await self._heartbeat.fetch(_HEARTBEAT, self._id)

    async def _poll_forever(
        self, registry: TableRegistry, presence: Presence, follower: Follower
    ) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL_S):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._poll(registry, presence, follower)
                self._log_connected()
            except Unavailable as error:
                self._log_disconnected(error)
            except Exception:  # without polling this process would lose all its leases
                _log.exception("a cluster poll failed")
            await asyncio.sleep(MIN_POLL_INTERVAL_S)

    async def _poll(self, registry: TableRegistry, presence: Presence, follower: Follower) -> None:
        async with self._postgres.connection() as postgres:
            await self._publish_clients(postgres, presence)
            await self._read_others(postgres, presence)
            changed = await self._leases.renew(
                postgres, {PERIODIC_JOBS, *_wanted_leases(registry, presence)}
            )
            if self._leases.holds(PERIODIC_JOBS) and await postgres.fetch(_DELETE_DEAD):
                await postgres.execute(RELEASE_DEAD)
            await follower.poll(postgres)
            if self._ended_sessions is not None:
                await self._ended_sessions.poll(postgres)
        for table in changed:
            registry.reconcile(table)

    async def _publish_clients(self, postgres: Any, presence: Presence) -> None:
        """Write the list of clients if it changed, or if this process's row was deleted."""
        clients = encode(presence.attendances())
        if clients == self._clients and await postgres.fetch(
            _HEARTBEAT_IF_CURRENT, self._id, self._edition
        ):
            return
        self._clients = clients
        self._edition += 1
        await postgres.execute(_REGISTER, self._id, self._edition, clients)
        self.bus.publish(ChangeNotice("people"))

    async def _read_others(self, postgres: Any, presence: Presence) -> None:
        rows = await postgres.fetch(_LIVE_EDITIONS, self._id)
        editions = {row["id"]: row["edition"] for row in rows}
        living = {id: known for id, known in self._others.items() if id in editions}
        changed = [id for id in editions if id not in living or living[id][0] != editions[id]]
        if changed:
            for row in await postgres.fetch(_CLIENTS, changed):
                living[row["id"]] = row["edition"], _ATTENDANCES.decode(row["people"])
        if changed or living.keys() != self._others.keys():
            self._others = living
            presence.set_remote(_merged(attendances for _, attendances in living.values()))

    def _log_connected(self) -> None:
        if not self._connected:
            self._connected = True
            _log.warning("connected to the other processes again")

    def _log_disconnected(self, error: Unavailable) -> None:
        if self._connected:
            self._connected = False
            _log.error("disconnected from the other processes", detail=error.detail)


def _wanted_leases(registry: TableRegistry, presence: Presence) -> list[TableId]:
    """Tables that this process may run: not those whose clients are all connected elsewhere."""
    return [
        it
        for it in registry.in_play
        if presence.has_local_devices(it) or not presence.has_devices(it)
    ]


def _merged(lists: Iterable[Attendances]) -> Attendances:
    merged: defaultdict[TableId, tuple[RemoteDevice, ...]] = defaultdict(tuple)
    for attendances in lists:
        for table, devices in attendances.items():
            merged[table] += devices
    return dict(merged)


def _disconnect(presence: Presence, guests: set[str]) -> None:
    """Close the connections of guests that another process has erased."""
    for guest in guests:
        presence.forget(guest)
    if guests:
        presence.disconnect(lambda device: device.guest in guests, COME_BACK, "forgotten")
