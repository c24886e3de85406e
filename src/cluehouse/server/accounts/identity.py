"""Who a guest is: a signed cookie, and passes to take the same identity to another device.

A guest needs a name and nothing else. Nothing is kept on the server but codes, for a few minutes:
whoever shows a cookie we signed is who it says.
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
LINK_AGE_S: Final = 30 * 24 * 3600
CODE_AGE_S: Final = 600.0
"""Seconds."""

_ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE_LENGTH: Final = 8


class Guest(Wire, frozen=True, tag=False):
    id: str
    name: str = ""


class Codes(Protocol):
    """Where codes are kept until they are typed on another device."""

    async def keep(self, code: str, guest: Guest) -> None:
        """For ten minutes."""

    async def take(self, code: str) -> Guest | None:
        """Whose it is, once."""

    async def forget(self, guest: str) -> None:
        """All of theirs."""


class MemoryCodes:
    """In memory, which is enough for one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._codes: dict[str, tuple[Guest, float]] = {}
        self._clock = clock

    async def keep(self, code: str, guest: Guest) -> None:
        self._forget_old()
        self._codes[code] = guest, self._clock() + CODE_AGE_S

    async def take(self, code: str) -> Guest | None:
        self._forget_old()
        guest, _ = self._codes.pop(code, (None, 0.0))
        return guest

    async def forget(self, guest: str) -> None:
        self._codes = {code: kept for code, kept in self._codes.items() if kept[0].id != guest}

    def _forget_old(self) -> None:
        now = self._clock()
        self._codes = {code: kept for code, kept in self._codes.items() if kept[1] > now}


class Identity:
    def __init__(self, secret: bytes, codes: Codes | None = None) -> None:
        self.cookie_name = f"cluehouse-{hashlib.sha256(secret).hexdigest()[:8]}"
        """A browser sends cookies to every port of a host: houses must not take each other's."""
        self._cookies = URLSafeTimedSerializer(secret, salt="cookie")
        self._links = URLSafeTimedSerializer(secret, salt="resume link")
        self._codes = MemoryCodes() if codes is None else codes

    def newcomer(self) -> Guest:
        """Their id begins with no hyphen: the host may have to type it behind a command."""
        return Guest(f"g{secrets.token_urlsafe(16)}")

    def cookie_of(self, guest: Guest) -> str:
        return _signed(self._cookies, guest)

    def guest_of(self, cookie: str | None) -> Guest | None:
        """None for no cookie and for one we did not sign."""
        return _read(self._cookies, cookie, COOKIE_AGE_S) if cookie else None

    def link_token(self, guest: Guest) -> str:
        return _signed(self._links, guest)

    async def code(self, guest: Guest) -> str:
        """Short enough to type; works once, within ten minutes."""
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
        await self._codes.keep(code, guest)
        return code

    async def resume(self, code_or_token: str) -> Guest | None:
        typed = code_or_token.strip().upper().replace(" ", "").replace("-", "")
        guest = await self._codes.take(typed) if len(typed) == _CODE_LENGTH else None
        return guest or _read(self._links, code_or_token, LINK_AGE_S)

    async def forget(self, guest: str) -> None:
        """Codes that were given to them open no door any more."""
        await self._codes.forget(guest)


def _signed(signer: URLSafeTimedSerializer, guest: Guest) -> str:
    token = signer.dumps([guest.id, guest.name])
    return token if isinstance(token, str) else token.decode()


def _read(signer: URLSafeTimedSerializer, token: str, age: int) -> Guest | None:
    """Too old is too old; from a clock that has been set back since, it is as good as new."""
    try:
        said, signed = signer.loads(token, return_timestamp=True)
        id, name = msgspec.convert(said, tuple[str, str])
    except (BadSignature, msgspec.ValidationError):
        return None
    return Guest(id, name) if time.time() - signed.timestamp() <= age else None
