"""Store the Web Push subscriptions of guests' browsers."""

import time
from typing import Final, NamedTuple

from cluehouse.server.accounts.identity import Visitor
from cluehouse.server.storage.archive import Archive, Statement

MAX_BROWSERS: Final = 5
"""Subscriptions of one guest; the newest are kept."""

SUBSCRIPTION_AGE_S: Final = 90 * 24 * 3600
"""A subscription expires this long after it was made or last received a message."""

_KEEP: Final = """
    INSERT INTO pushes (endpoint, guest, p256dh, auth, language, at, session)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, p256dh = excluded.p256dh,
        auth = excluded.auth, language = excluded.language, at = excluded.at,
        session = excluded.session
"""
_DROP_EXCESS: Final = """
    DELETE FROM pushes WHERE guest = ?1 AND endpoint NOT IN
        (SELECT endpoint FROM pushes WHERE guest = ?1 ORDER BY at DESC, endpoint LIMIT ?2)
"""
_DROP: Final = "DELETE FROM pushes WHERE endpoint = ?1"
_DROP_OWN: Final = "DELETE FROM pushes WHERE endpoint = ?1 AND guest = ?2"
_TOUCH: Final = "UPDATE pushes SET at = ?2 WHERE endpoint = ?1"
_SWEEP: Final = "DELETE FROM pushes WHERE at < ?1"
_OF_GUEST: Final = """
    SELECT endpoint, p256dh, auth, language FROM pushes WHERE guest = ?1 ORDER BY at DESC
"""


class PushSubscription(NamedTuple):
    endpoint: str
    p256dh: bytes
    """The browser's public key."""
    auth: bytes
    """The secret that the browser shares with this server."""
    language: str


class PushSubscriptions:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def keep(self, visitor: Visitor, it: PushSubscription) -> None:
        """Store a subscription. A browser's endpoint belongs to the guest who subscribed last, and
        ends with the session."""
        guest, now = visitor.guest.id, int(time.time())
        row = (it.endpoint, guest, it.p256dh, it.auth, it.language, now, visitor.session)
        excess = Statement(_DROP_EXCESS, [(guest, MAX_BROWSERS)])
        await self._archive.run(Statement(_KEEP, [row]), excess)

    async def drop(self, endpoint: str) -> None:
        await self._archive.run(Statement(_DROP, [(endpoint,)]))

    async def drop_own(self, guest: str, endpoint: str) -> None:
        """Drop the endpoint only if it belongs to this guest."""
        await self._archive.run(Statement(_DROP_OWN, [(endpoint, guest)]))

    async def mark_delivered(self, endpoint: str) -> None:
        await self._archive.run(Statement(_TOUCH, [(endpoint, int(time.time()))]))

    async def sweep(self) -> None:
        """Delete expired subscriptions."""
        await self._archive.run(Statement(_SWEEP, [(int(time.time()) - SUBSCRIPTION_AGE_S,)]))

    async def of(self, guest: str) -> list[PushSubscription]:
        return [PushSubscription(*row) for row in await self._archive.fetch(_OF_GUEST, guest)]
