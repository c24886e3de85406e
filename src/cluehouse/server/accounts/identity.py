"""Identify guests by a signed cookie, which names the guest and the session of this browser.

A guest needs a name and nothing else: a cookie with a valid signature is the identity, until its
session is ended.
"""

import hashlib
import secrets
import time
from typing import Final, NamedTuple

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from cluehouse.core.wire import Wire

COOKIE_AGE_S: Final = 400 * 24 * 3600
"""Lifetime of the identity cookie."""

COOKIE_RENEWAL_S: Final = 30 * 24 * 3600
"""A cookie signed longer ago than this is replaced by the next answer."""


class Guest(Wire, frozen=True, tag=False):
    id: str
    name: str = ""


class Visitor(NamedTuple):
    """A guest in one browser, as its cookie says."""

    guest: Guest
    session: str
    signed: float
    """When the cookie was signed, in seconds since 1970."""
    outdated: bool = False
    """Whether the browser should get a new cookie."""

    def named(self, name: str) -> "Visitor":
        return self._replace(guest=Guest(self.guest.id, name))


class Identity:
    """Signs and reads cookies."""

    def __init__(self, secret: bytes) -> None:
        self.cookie_name = f"cluehouse-{hashlib.sha256(secret).hexdigest()[:8]}"
        """Contains a hash of the secret: a browser sends cookies to every port of a host, and
        servers on different ports must not read each other's."""
        self._cookies = URLSafeTimedSerializer(secret, salt="cookie")

    def newcomer(self) -> Visitor:
        """A guest with a new id. It never begins with a hyphen, since the operator may have to type
        it as a command line argument."""
        return self.new_session(Guest(f"g{secrets.token_urlsafe(16)}"))

    def new_session(self, guest: Guest) -> Visitor:
        return Visitor(guest, f"s{secrets.token_urlsafe(16)}", time.time())

    def cookie_of(self, visitor: Visitor) -> str:
        token = self._cookies.dumps([visitor.guest.id, visitor.guest.name, visitor.session])
        return token if isinstance(token, str) else token.decode()

    def visitor_of(self, cookie: str | None) -> Visitor | None:
        """None without a cookie, or if its signature is invalid or too old. A timestamp in the
        future is accepted: the server's clock may have been set back since."""
        try:
            payload, signed_at = self._cookies.loads(cookie or "", return_timestamp=True)
            id, name, *session = msgspec.convert(payload, tuple[str, ...])
            (session_id,) = session or [_session_of_old_cookie(cookie or "")]
        except (BadSignature, msgspec.ValidationError, ValueError):
            return None
        signed = signed_at.timestamp()
        age = time.time() - signed
        if age > COOKIE_AGE_S:
            return None
        outdated = not session or age > COOKIE_RENEWAL_S
        return Visitor(Guest(id, name), session_id, signed, outdated)


def _session_of_old_cookie(cookie: str) -> str:
    """Earlier versions signed no session. Such a cookie names one all the same, always the same."""
    return f"o{hashlib.sha256(cookie.encode()).hexdigest()[:22]}"
