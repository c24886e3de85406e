"""Resume passes: bring a guest to another device, by a link or by a code that is typed there.

A pass is one link and one code. It works once, whichever of the two is used, within PASS_AGE_S, and
its guest can cancel it. Stores keep hashes of both: a copy of the database opens nothing.
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from cluehouse.server.accounts.identity import Guest

PASS_AGE_S: Final = 600.0
"""Lifetime of a resume pass."""

_ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE_LENGTH: Final = 8


class PassSecrets(NamedTuple):
    """Either of them gives its reader the guest's identity."""

    link: str
    """For the fragment of a link, which no browser sends to any server."""
    code: str
    """Short enough to type."""


class PassStore(Protocol):
    """Stores passes by the hashes of their secrets; one for each guest."""

    async def keep(self, hashes: Sequence[str], guest: Guest) -> None:
        """Store a pass for PASS_AGE_S, in place of the guest's last one."""

    async def look(self, hash: str) -> Guest | None:
        """Return the guest of a valid pass."""

    async def take(self, hash: str) -> Guest | None:
        """Remove a pass and return its guest, once."""

    async def cancel(self, guest: str) -> None:
        """Remove the pass of a guest, if there is one."""

    async def seconds_left(self, guest: str) -> float | None:
        """Return how long the pass of a guest is still valid; None if there is none."""


class _Pass(NamedTuple):
    hashes: Sequence[str]
    guest: Guest
    until: float


class MemoryPasses:
    """Stores passes in memory, for a server of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._passes: dict[str, _Pass] = {}
        """By the id of their guest."""
        self._clock = clock

    async def keep(self, hashes: Sequence[str], guest: Guest) -> None:
        self._drop_expired()
        self._passes[guest.id] = _Pass(hashes, guest, self._clock() + PASS_AGE_S)

    async def look(self, hash: str) -> Guest | None:
        self._drop_expired()
        return next((it.guest for it in self._passes.values() if hash in it.hashes), None)

    async def take(self, hash: str) -> Guest | None:
        if (guest := await self.look(hash)) is not None:
            del self._passes[guest.id]
        return guest

    async def cancel(self, guest: str) -> None:
        self._passes.pop(guest, None)

    async def seconds_left(self, guest: str) -> float | None:
        self._drop_expired()
        found = self._passes.get(guest)
        return None if found is None else found.until - self._clock()

    def _drop_expired(self) -> None:
        now = self._clock()
        self._passes = {guest: it for guest, it in self._passes.items() if it.until > now}


class ResumePasses:
    def __init__(self, store: PassStore) -> None:
        self._store = store
        self.cancel = store.cancel
        self.seconds_left = store.seconds_left

    async def issue(self, guest: Guest) -> PassSecrets:
        """A new pass. The guest's last one, if not used yet, stops working."""
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
        issued = PassSecrets(secrets.token_urlsafe(16), code)
        await self._store.keep([_hash(it) for it in issued], guest)
        return issued

    async def look(self, secret: str) -> Guest | None:
        """The guest of a pass, which stays valid; None if there is no such pass."""
        return await self._store.look(_hash(_canonical(secret)))

    async def take(self, secret: str) -> Guest | None:
        """The guest of a pass, which this uses up; None if there is no such pass."""
        return await self._store.take(_hash(_canonical(secret)))


def _canonical(typed: str) -> str:
    """A code in capitals, without the spaces and hyphens that people type.

    >>> _canonical(" abcd-efgh"), _canonical("kJ2_v-Qm7xZt4Rx9aB1cDe ")
    ('ABCDEFGH', 'kJ2_v-Qm7xZt4Rx9aB1cDe')
    """
    secret = typed.strip()
    code = secret.upper().replace(" ", "").replace("-", "")
    return code if len(code) == _CODE_LENGTH else secret


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
