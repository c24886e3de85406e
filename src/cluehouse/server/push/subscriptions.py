"""Where the browsers of guests want to be told that it is their turn."""

import time
from typing import Final, NamedTuple

from cluehouse.server.storage.archive import Archive, Statement

MAX_BROWSERS: Final = 5
"""Browsers of one guest; the latest count."""

SUBSCRIPTION_AGE_S: Final = 90 * 24 * 3600
"""Seconds after a browser last asked to be told, or was."""

_KEEP: Final = """
    INSERT INTO pushes (endpoint, guest, p256dh, auth, language, at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, p256dh = excluded.p256dh,
        auth = excluded.auth, language = excluded.language, at = excluded.at
"""
_SPARE: Final = """
    DELETE FROM pushes WHERE guest = ?1 AND endpoint NOT IN
        (SELECT endpoint FROM pushes WHERE guest = ?1 ORDER BY at DESC, endpoint LIMIT ?2)
"""
_DROP: Final = "DELETE FROM pushes WHERE endpoint = ?1"
_DROP_OWN: Final = "DELETE FROM pushes WHERE endpoint = ?1 AND guest = ?2"
_TOLD: Final = "UPDATE pushes SET at = ?2 WHERE endpoint = ?1"
_SWEEP: Final = "DELETE FROM pushes WHERE at < ?1"
_OF_GUEST: Final = """
    SELECT endpoint, p256dh, auth, language FROM pushes WHERE guest = ?1 ORDER BY at DESC
"""


class PushSubscription(NamedTuple):
    endpoint: str
    p256dh: bytes
    """The browser's public key."""
    auth: bytes
    """A secret of the browser and this house."""
    language: str


class PushSubscriptions:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def keep(self, guest: str, it: PushSubscription) -> None:
        """A browser has one, whoever uses it."""
        row = (it.endpoint, guest, it.p256dh, it.auth, it.language, int(time.time()))
        await self._archive.run(Statement(_KEEP, [row]), Statement(_SPARE, [(guest, MAX_BROWSERS)]))

    async def drop(self, endpoint: str) -> None:
        await self._archive.run(Statement(_DROP, [(endpoint,)]))

    async def drop_own(self, guest: str, endpoint: str) -> None:
        await self._archive.run(Statement(_DROP_OWN, [(endpoint, guest)]))

    async def note_told(self, endpoint: str) -> None:
        await self._archive.run(Statement(_TOLD, [(endpoint, int(time.time()))]))

    async def sweep(self) -> None:
        """Those of guests whose turn it has not been for long."""
        await self._archive.run(Statement(_SWEEP, [(int(time.time()) - SUBSCRIPTION_AGE_S,)]))

    async def of(self, guest: str) -> list[PushSubscription]:
        return [PushSubscription(*row) for row in await self._archive.fetch(_OF_GUEST, guest)]
