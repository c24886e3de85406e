"""What both doors of the house, HTTP and sockets, have at hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from cluehouse.core.game import AnyGame
from cluehouse.server.identity import Guest, Identity
from cluehouse.server.limits import Limits
from cluehouse.server.lobby import Tables
from cluehouse.server.presence import Presence
from cluehouse.table.workers import Workers


@dataclass(frozen=True, slots=True, kw_only=True)
class Reception:
    games: Mapping[str, AnyGame]
    tables: Tables
    presence: Presence
    identity: Identity
    workers: Workers
    limits: Limits
    build: str
    secure: bool
    """Served over TLS."""

    def guest(self, request: HTTPConnection) -> Guest | None:
        return self.identity.guest_of(request.cookies.get(self.identity.cookie_name))


def address_of(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def same_origin(request: HTTPConnection) -> bool:
    """A browser says where a request comes from; anything else need not."""
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


def number_in(request: HTTPConnection, name: str) -> int | None:
    """A number that the address asks with; None if it is none."""
    asked = request.query_params.get(name, "")
    return int(asked) if asked.isdecimal() and len(asked) < 16 else None
