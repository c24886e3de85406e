"""Identify guests by a signed cookie, and move an identity to another device by link or code.

A guest needs a name and nothing else. The server stores no accounts, only codes for some minutes: a
cookie with a valid signature is the identity.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from cluehouse.core.wire import Wire

COOKIE_AGE_S: Final = 400 * 24 * 3600
"""Lifetime of the identity cookie."""
LINK_AGE_S: Final = 30 * 24 * 3600
"""Lifetime of a resume link."""
CODE_AGE_S: Final = 600.0
"""Lifetime of a resume code."""

_ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE_LENGTH: Final = 8


class Guest(Wire, frozen=True, tag=False):
    id: str
    name: str = ""


class Codes(Protocol):
    """Stores resume codes until they are typed on another device."""

    async def keep(self, code: str, guest: Guest) -> None:
        """Store a code for CODE_AGE_S."""

    async def take(self, code: str) -> Guest | None:
        """Remove a code and return its guest: a code works once."""

    async def forget(self, guest: str) -> None:
        """Remove all codes of a guest."""


class MemoryCodes:
    """Stores codes in memory, for a server of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._codes: dict[str, tuple[Guest, float]] = {}
        self._clock = clock

    async def keep(self, code: str, guest: Guest) -> None:
        self._drop_expired()
        self._codes[code] = guest, self._clock() + CODE_AGE_S

    async def take(self, code: str) -> Guest | None:
        self._drop_expired()
        guest, _ = self._codes.pop(code, (None, 0.0))
        return guest

    async def forget(self, guest: str) -> None:
        self._codes = {code: kept for code, kept in self._codes.items() if kept[0].id != guest}

    def _drop_expired(self) -> None:
        now = self._clock()
        self._codes = {code: kept for code, kept in self._codes.items() if kept[1] > now}


class Identity:
    """Signs and reads cookies, resume links and resume codes."""

    def __init__(self, secret: bytes, codes: Codes | None = None) -> None:
        self.cookie_name = f"cluehouse-{hashlib.sha256(secret).hexdigest()[:8]}"
        """Contains a hash of the secret: a browser sends cookies to every port of a host, and
        servers on different ports must not read each other's."""
        self._cookies = URLSafeTimedSerializer(secret, salt="cookie")
        self._links = URLSafeTimedSerializer(secret, salt="resume link")
        self._codes = MemoryCodes() if codes is None else codes

    def newcomer(self) -> Guest:
        """A guest with a new id. It never begins with a hyphen, since the operator may have to type
        it as a command line argument."""
        return Guest(f"g{secrets.token_urlsafe(16)}")

    def cookie_of(self, guest: Guest) -> str:
        return _signed(self._cookies, guest)

    def guest_of(self, cookie: str | None) -> Guest | None:
        """None without a cookie, or if its signature is invalid or too old."""
        return _read(self._cookies, cookie, COOKIE_AGE_S) if cookie else None

    def link_token(self, guest: Guest) -> str:
        return _signed(self._links, guest)

    async def code(self, guest: Guest) -> str:
        """A new resume code, short enough to type; it works once, within CODE_AGE_S."""
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
        await self._codes.keep(code, guest)
        return code

    async def resume(self, code_or_token: str) -> Guest | None:
        """The guest of a resume code, which this uses up, or of a resume link; None if invalid."""
        typed = code_or_token.strip().upper().replace(" ", "").replace("-", "")
        guest = await self._codes.take(typed) if len(typed) == _CODE_LENGTH else None
        return guest or _read(self._links, code_or_token, LINK_AGE_S)

    async def forget(self, guest: str) -> None:
        """Remove the resume codes of an erased guest."""
        await self._codes.forget(guest)


def _signed(signer: URLSafeTimedSerializer, guest: Guest) -> str:
    token = signer.dumps([guest.id, guest.name])
    return token if isinstance(token, str) else token.decode()


def _read(signer: URLSafeTimedSerializer, token: str, age: int) -> Guest | None:
    """None if the signature is invalid or older than `age`. A timestamp in the future is accepted:
    the server's clock may have been set back since."""
    try:
        payload, signed = signer.loads(token, return_timestamp=True)
        id, name = msgspec.convert(payload, tuple[str, str])
    except (BadSignature, msgspec.ValidationError):
        return None
    return Guest(id, name) if time.time() - signed.timestamp() <= age else None
