"""Sessions of guests' devices: list them, end them, and refuse those that have ended.

A session is a browser with a guest's cookie. A cookie whose session has no row is accepted and gets
one: it may be older than sessions, or newer than a restored backup. What is known of a session is
cached for TOUCH_INTERVAL_S, so a request costs no query; `mark_ended` corrects the cache at once.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine
from typing import Any, Final, NamedTuple

from cluehouse.core.errors import Unavailable
from cluehouse.server.accounts.identity import COOKIE_AGE_S, Visitor
from cluehouse.server.accounts.user_agents import device_name
from cluehouse.server.errors import NoDevice, SignedOut
from cluehouse.server.storage.archive import Archive, Statement

SESSION_IDLE_S: Final = 90 * 24 * 3600
"""A session that was not used for this long has ended."""

TOUCH_INTERVAL_S: Final = 3600
"""A session's last use is stored at most this often, and its row read again."""

MAX_CACHED_SESSIONS: Final = 20_000
"""Sessions of which a process remembers that they are valid, and as many that are not."""

MAX_LISTED_DEVICES: Final = 100

_FIND: Final = "SELECT ended, last_seen FROM sessions WHERE id = ?1"
_SOLE_SINCE: Final = "SELECT coalesce(max(sole_since), 0) FROM sessions WHERE guest = ?1"
_OPEN: Final = """
    INSERT INTO sessions (id, guest, browser, system, created, last_seen)
    VALUES (?1, ?2, ?3, ?4, ?5, ?5)
    ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen WHERE sessions.ended = 0
"""
_TOUCH: Final = """
    UPDATE sessions SET last_seen = ?2 WHERE id = ?1 AND ended = 0 AND last_seen < ?3
"""
_LIST: Final = """
    SELECT id, browser, system, created, last_seen FROM sessions
    WHERE guest = ?1 AND ended = 0 AND last_seen >= ?2 ORDER BY last_seen DESC, id LIMIT ?3
"""
_END: Final = "UPDATE sessions SET ended = ?3 WHERE guest = ?1 AND id = ?2 AND ended = 0"
_END_OTHERS: Final = "UPDATE sessions SET ended = ?3 WHERE guest = ?1 AND id <> ?2 AND ended = 0"
_SET_SOLE: Final = "UPDATE sessions SET sole_since = ?2 WHERE id = ?1"
_ENDED_OF_GUEST: Final = "SELECT id FROM sessions WHERE guest = ?1 AND ended > 0"
_ALL_OF_GUEST: Final = "SELECT id FROM sessions WHERE guest = ?1"
_ERASE: Final = """
    UPDATE sessions SET guest = '', browser = '', system = '', created = 0, last_seen = 0,
        ended = ?2, sole_since = 0
    WHERE guest = ?1
"""
_SWEEP: Final = "DELETE FROM sessions WHERE last_seen < ?1 AND ended < ?1"
# Subscriptions of earlier versions name no session: they may belong to any device.
_DROP_PUSHES: Final = "DELETE FROM pushes WHERE guest = ?1 AND session IN (?2, '')"
_DROP_OTHER_PUSHES: Final = "DELETE FROM pushes WHERE guest = ?1 AND session <> ?2"


class DeviceRow(NamedTuple):
    """A session that can be used, as stored."""

    id: str
    browser: str
    system: str
    created: int
    last_seen: int

    @property
    def handle(self) -> str:
        return _handle(self.id)


class DeviceSessions:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._valid: OrderedDict[str, int] = OrderedDict()
        """When each session was last found valid."""
        self._ended: OrderedDict[str, int] = OrderedDict()
        self.listeners: list[Callable[[Collection[str]], None]] = []
        """Called with sessions that have just ended; must not block or raise."""

    async def admit(self, visitor: Visitor, user_agent: str) -> None:
        """Raise SignedOut if the session has ended. Most calls need no query."""
        session, now = visitor.session, int(time.time())
        is_cached = 0 <= now - self._valid.get(session, -TOUCH_INTERVAL_S) < TOUCH_INTERVAL_S
        if not is_cached and await self._check(visitor, user_agent, now):
            _remember(self._valid, session, now)
        if self.is_ended(session):
            raise SignedOut

    def is_ended(self, session: str) -> bool:
        """Whether this process knows that the session has ended."""
        return session in self._ended

    async def open(self, visitor: Visitor, user_agent: str) -> None:
        """Store a session when its guest gets a name, or comes to a new device."""
        row = (visitor.session, visitor.guest.id, *device_name(user_agent), int(time.time()))
        await self._archive.run(Statement(_OPEN, [row]))

    async def of(self, guest: str) -> list[DeviceRow]:
        """The devices of a guest, the last used first."""
        since = int(time.time()) - SESSION_IDLE_S
        rows = await self._archive.fetch(_LIST, guest, since, MAX_LISTED_DEVICES)
        return [DeviceRow(*row) for row in rows]

    async def end(self, guest: str, handle: str) -> str:
        """End one of the guest's sessions and return its id; NoDevice if there is none."""
        session = next((it.id for it in await self.of(guest) if it.handle == handle), None)
        if session is None:
            raise NoDevice
        await self.end_session(guest, session)
        return session

    async def end_session(self, guest: str, session: str) -> None:
        """End a session, and the push notices to its browser."""
        await self._archive.run(
            Statement(_END, [(guest, session, int(time.time()))]),
            Statement(_DROP_PUSHES, [(guest, session)]),
        )
        self.mark_ended([session])

    async def end_others(self, visitor: Visitor) -> None:
        """End all sessions of the guest but this one, also those that the server has no row of."""
        guest, session, now = visitor.guest.id, visitor.session, int(time.time())
        await self._archive.run(
            Statement(_END_OTHERS, [(guest, session, now)]),
            Statement(_SET_SOLE, [(session, now)]),
            Statement(_DROP_OTHER_PUSHES, [(guest, session)]),
        )
        rows = await self._archive.fetch(_ENDED_OF_GUEST, guest)
        self.mark_ended([id for (id,) in rows])

    async def erase(self, guest: str) -> None:
        """End all sessions of an erased guest. What stays is a random id without a guest, so that
        the cookies of other devices are refused."""
        rows = await self._archive.fetch(_ALL_OF_GUEST, guest)
        await self._archive.run(Statement(_ERASE, [(guest, int(time.time()))]))
        self.mark_ended([id for (id,) in rows])

    def mark_ended(self, sessions: Collection[str]) -> None:
        """Refuse these sessions from now on, and tell listeners of those not known as ended."""
        news = [session for session in sessions if session not in self._ended]
        for session in news:
            self._valid.pop(session, None)
            _remember(self._ended, session, 0)
        if news:
            for listener in self.listeners:
                listener(news)

    async def touch(self, sessions: Collection[str]) -> None:
        """Store that sessions are in use, as by an open connection."""
        now = int(time.time())
        rows = [(session, now, now - TOUCH_INTERVAL_S) for session in sorted(sessions)]
        if rows:
            await self._archive.run(Statement(_TOUCH, rows))

    async def sweep(self) -> None:
        """Delete rows that no valid cookie can name any more: it was signed before, at the latest
        TOUCH_INTERVAL_S after the last use that was stored."""
        before = int(time.time()) - COOKIE_AGE_S - TOUCH_INTERVAL_S
        await self._archive.run(Statement(_SWEEP, [(before,)]))

    async def _check(self, visitor: Visitor, user_agent: str, now: int) -> bool:
        """Raise SignedOut, or store the use of a session and return whether that succeeded: a
        request does not fail because it could not be stored."""
        rows = await self._archive.fetch(_FIND, visitor.session)
        if not rows:
            return await self._check_unknown(visitor, user_agent)
        ((ended, last_seen),) = rows
        if ended:
            self.mark_ended([visitor.session])
        if ended or now - last_seen > SESSION_IDLE_S:
            raise SignedOut
        if now - last_seen > TOUCH_INTERVAL_S:
            return await _succeeds(self.touch([visitor.session]))
        return True

    async def _check_unknown(self, visitor: Visitor, user_agent: str) -> bool:
        """Accept a session that has no row. A guest without a name has nothing to keep it for."""
        ((sole_since,),) = await self._archive.fetch(_SOLE_SINCE, visitor.guest.id)
        if visitor.signed < sole_since:
            raise SignedOut
        return not visitor.guest.name or await _succeeds(self.open(visitor, user_agent))


async def _succeeds(writing: Coroutine[Any, Any, None]) -> bool:
    try:
        await writing
    except Unavailable:
        return False
    return True


def _handle(session: str) -> str:
    """What clients call a session: its id is in cookies alone."""
    return hashlib.sha256(session.encode()).hexdigest()[:16]


def _remember(cache: OrderedDict[str, int], session: str, value: int) -> None:
    cache.pop(session, None)
    cache[session] = value
    if len(cache) > MAX_CACHED_SESSIONS:
        cache.popitem(last=False)
