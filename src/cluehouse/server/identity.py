"""Who a guest is: a signed cookie, and passes to take the same identity to another device.

A guest needs a name and nothing else. Nothing is kept on the server: whoever shows a cookie we
signed is who it says.
"""

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from cluehouse.core.wire import Wire

COOKIE_AGE: Final = 400 * 24 * 3600
LINK_AGE: Final = 30 * 24 * 3600
CODE_AGE: Final = 600.0

_ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE_LENGTH: Final = 8


class Guest(Wire, frozen=True, tag=False):
    id: str
    name: str = ""


class Identity:
    def __init__(self, secret: bytes, clock: Callable[[], float] = time.monotonic) -> None:
        self.cookie_name = f"cluehouse-{hashlib.sha256(secret).hexdigest()[:8]}"
        """A browser sends cookies to every port of a host: houses must not take each other's."""
        self._cookies = URLSafeTimedSerializer(secret, salt="cookie")
        self._links = URLSafeTimedSerializer(secret, salt="resume link")
        self._codes: dict[str, tuple[Guest, float]] = {}
        self._clock = clock

    def newcomer(self) -> Guest:
        return Guest(secrets.token_urlsafe(16))

    def cookie_of(self, guest: Guest) -> str:
        return _signed(self._cookies, guest)

    def guest_of(self, cookie: str | None) -> Guest | None:
        """None for no cookie and for one we did not sign."""
        return _read(self._cookies, cookie or "", COOKIE_AGE)

    def link_token(self, guest: Guest) -> str:
        return _signed(self._links, guest)

    def code(self, guest: Guest) -> str:
        """Short enough to type; works once, within ten minutes."""
        self._forget_old_codes()
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
        self._codes[code] = guest, self._clock() + CODE_AGE
        return code

    def resume(self, code_or_token: str) -> Guest | None:
        self._forget_old_codes()
        typed = code_or_token.strip().upper().replace(" ", "").replace("-", "")
        if typed in self._codes:
            return self._codes.pop(typed)[0]
        return _read(self._links, code_or_token, LINK_AGE)

    def forget(self, guest: str) -> None:
        """Codes that were given to them open no door any more."""
        self._codes = {code: kept for code, kept in self._codes.items() if kept[0].id != guest}

    def _forget_old_codes(self) -> None:
        now = self._clock()
        self._codes = {code: kept for code, kept in self._codes.items() if kept[1] > now}


def _signed(signer: URLSafeTimedSerializer, guest: Guest) -> str:
    token = signer.dumps([guest.id, guest.name])
    return token if isinstance(token, str) else token.decode()


def _read(signer: URLSafeTimedSerializer, token: str, age: int) -> Guest | None:
    try:
        id, name = msgspec.convert(signer.loads(token, max_age=age), tuple[str, str])
    except (BadSignature, msgspec.ValidationError):
        return None
    return Guest(id, name)
