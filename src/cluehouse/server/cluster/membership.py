"""Several processes, one house: who is where, who keeps which table going, who must read on.

Twice a second a process says who is connected to it, and looks who else is there and where others
have written; news make that quicker and are never needed. However long a look takes, it says beside
it that it lives. Whoever has not been heard of for some seconds is dead, and its people and leases
go with it. None of it is on a move's path.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec
import structlog

from cluehouse.core.errors import Unavailable
from cluehouse.core.wire import encode
from cluehouse.server.cluster.bus import Bus, ChangeNotice, NoBus
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
"""Seconds between two looks where nothing happens."""

MIN_POLL_INTERVAL_S: Final = 0.02
"""Seconds between two where much does."""

HEARTBEAT_INTERVAL_S: Final = 0.5
"""Seconds between two signs of life."""

LEAVE_TIMEOUT_S: Final = 2.0
"""Seconds that leaving may take."""

_LIVE = "UPDATE processes SET seen = now() WHERE id = $1"
_BREATHE = "UPDATE processes SET seen = now() WHERE id = $1 AND edition = $2 RETURNING id"
_INTRODUCE = """
    INSERT INTO processes (id, seen, edition, people) VALUES ($1, now(), $2, $3)
    ON CONFLICT (id) DO UPDATE SET seen = now(), edition = $2, people = $3
"""
_OTHERS = f"SELECT id, edition FROM processes WHERE id <> $1 AND {ALIVE}"
_PEOPLE = "SELECT id, edition, people FROM processes WHERE id = ANY($1::text[])"
_BURY = f"DELETE FROM processes WHERE NOT ({ALIVE}) RETURNING id"
_LEAVE = f"DELETE FROM processes WHERE id = $1 OR NOT ({ALIVE})"

_ATTENDANCES = msgspec.json.Decoder(dict[TableId, tuple[RemoteDevice, ...]])

_log = structlog.get_logger(__name__)


class ClusterMembership:
    def __init__(self, postgres: PostgresPool, lifeline: PostgresPool) -> None:
        """`lifeline`: a connection for the sign of life, which nobody else may keep busy."""
        self.bus: Bus = NoBus()
        self._postgres = postgres
        self._lifeline = lifeline
        self._id = secrets.token_hex(8)
        self._leases = Leases(self._id)
        self._follower: Follower | None = None
        self._edition = 0
        self._people = b""
        self._others: dict[str, tuple[int, Attendances]] = {}
        """What each other process said last, and which edition of it that was."""
        self._stirred = asyncio.Event()
        self._in_touch = True

    def holds(self, table: TableId) -> bool:
        """Whoever asks for the first time need not wait for the next pulse."""
        if not self._leases.knows(table):
            self._stirred.set()
        return self._leases.holds(table)

    def moved(self, table: TableId) -> None:
        """This process has written to a table."""
        self.bus.publish(ChangeNotice("table", ref(table)))

    def wake(self, _table: TableId) -> None:
        """Somebody came to a table here, or went."""
        self._stirred.set()

    def on_message(self, news: ChangeNotice) -> None:
        if news.what == "people":
            self._stirred.set()
        elif self._follower is not None:
            self._follower.on_notice(news.table)

    @asynccontextmanager
    async def live(self, registry: TableRegistry, presence: Presence) -> AsyncIterator[None]:
        """Among the others, as long as the block lasts."""
        self._follower = Follower(registry, lambda guests: _send_away(presence, guests))
        presence.listeners.append(self.wake)
        await self._pulse(registry, presence, self._follower)
        try:
            beating = run_alongside(self._beat(registry, presence, self._follower))
            async with run_periodically((HEARTBEAT_INTERVAL_S, self._give_sign)), beating:
                yield
        finally:
            await self._leave()

    async def _leave(self) -> None:
        """Else the others notice by themselves. What nobody needs any more is cleared away."""
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(LEAVE_TIMEOUT_S):
                await self._postgres.fetch(_LEAVE, self._id)
                await self._postgres.fetch(RELEASE_DEAD)
        self.bus.publish(ChangeNotice("people"))

    async def _give_sign(self) -> None:
        with suppress(Unavailable):  # a pulse that fails says so
            await self._lifeline.fetch(_LIVE, self._id)

    async def _beat(self, registry: TableRegistry, presence: Presence, follower: Follower) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL_S):
                    await self._stirred.wait()
            self._stirred.clear()
            try:
                await self._pulse(registry, presence, follower)
                self._in_touch = True
            except Unavailable as trouble:
                self._note_trouble(trouble)
            except Exception:  # a heart that stops would leave every table here to others
                _log.exception("a pulse failed")
            await asyncio.sleep(MIN_POLL_INTERVAL_S)

    async def _pulse(self, registry: TableRegistry, presence: Presence, follower: Follower) -> None:
        async with self._postgres.connection() as postgres:
            await self._introduce_oneself(postgres, presence)
            await self._meet_others(postgres, presence)
            changed = await self._leases.renew(
                postgres, {PERIODIC_JOBS, *_ours(registry, presence)}
            )
            if self._leases.holds(PERIODIC_JOBS) and await postgres.fetch(_BURY):
                await postgres.execute(RELEASE_DEAD)
            await follower.poll(postgres)
        for table in changed:
            registry.reconcile(table)

    async def _introduce_oneself(self, postgres: Any, presence: Presence) -> None:
        people = encode(presence.attendances())
        if people == self._people and await postgres.fetch(_BREATHE, self._id, self._edition):
            return
        self._people = people
        self._edition += 1
        await postgres.execute(_INTRODUCE, self._id, self._edition, people)
        self.bus.publish(ChangeNotice("people"))

    async def _meet_others(self, postgres: Any, presence: Presence) -> None:
        editions = {row["id"]: row["edition"] for row in await postgres.fetch(_OTHERS, self._id)}
        living = {id: said for id, said in self._others.items() if id in editions}
        fresh = [id for id in editions if id not in living or living[id][0] != editions[id]]
        if fresh:
            for row in await postgres.fetch(_PEOPLE, fresh):
                living[row["id"]] = row["edition"], _ATTENDANCES.decode(row["people"])
        if fresh or living.keys() != self._others.keys():
            self._others = living
            presence.set_remote(_united(attendances for _, attendances in living.values()))

    def _note_trouble(self, trouble: Unavailable) -> None:
        if self._in_touch:
            self._in_touch = False
            _log.error("out of touch with other processes", detail=trouble.detail)


def _ours(registry: TableRegistry, presence: Presence) -> list[TableId]:
    """Tables that this process may drive: not those whose people are all connected elsewhere."""
    return [it for it in registry.in_play if presence.anybody_here(it) or not presence.anybody(it)]


def _united(said: Iterable[Attendances]) -> Attendances:
    there: defaultdict[TableId, tuple[RemoteDevice, ...]] = defaultdict(tuple)
    for attendances in said:
        for table, devices in attendances.items():
            there[table] += devices
    return dict(there)


def _send_away(presence: Presence, guests: set[str]) -> None:
    """Another process has forgotten them: here, too, they are nobody any more."""
    for guest in guests:
        presence.forget(guest)
    if guests:
        presence.send_away(lambda device: device.guest in guests, COME_BACK, "forgotten")
