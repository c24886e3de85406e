"""Identify guests by a signed cookie.

A guest needs a name and nothing else: a cookie with a valid signature is the identity.
"""

import hashlib
import secrets
import time
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from cluehouse.core.wire import Wire

COOKIE_AGE_S: Final = 400 * 24 * 3600
"""Lifetime of the identity cookie."""


class Guest(Wire, frozen=True, tag=False):
    id: str
    name: str = ""


class Identity:
    """Signs and reads cookies."""

    def __init__(self, secret: bytes) -> None:
        self.cookie_name = f"cluehouse-{hashlib.sha256(secret).hexdigest()[:8]}"
        """Contains a hash of the secret: a browser sends cookies to every port of a host, and
        servers on different ports must not read each other's."""
        self._cookies = URLSafeTimedSerializer(secret, salt="cookie")

    def newcomer(self) -> Guest:
        """A guest with a new id. It never begins with a hyphen, since the operator may have to type
        it as a command line argument."""
        return Guest(f"g{secrets.token_urlsafe(16)}")

    def cookie_of(self, guest: Guest) -> str:
        token = self._cookies.dumps([guest.id, guest.name])
        return token if isinstance(token, str) else token.decode()

    def guest_of(self, cookie: str | None) -> Guest | None:
        """None without a cookie, or if its signature is invalid or too old. A timestamp in the
        future is accepted: the server's clock may have been set back since."""
        try:
            payload, signed = self._cookies.loads(cookie or "", return_timestamp=True)
            id, name = msgspec.convert(payload, tuple[str, str])
        except (BadSignature, msgspec.ValidationError):
            return None
        return Guest(id, name) if time.time() - signed.timestamp() <= COOKIE_AGE_S else None
