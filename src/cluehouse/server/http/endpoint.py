"""One HTTP operation: its path, types and handler.

Routing and the OpenAPI document are both made from these.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.context import AppContext
from cluehouse.server.net.rate_limits import RateLimits, TokenBuckets
from cluehouse.table.ports import TableId

MAX_BODY_BYTES: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has passed the door."""

    context: AppContext
    guest: Guest
    table: TableId
    origin: str
    """The address of the house, as the asker knows it."""
    body: Any
    newcomer: bool = False
    """They brought no cookie that we know: their id was drawn for this request."""


@dataclass(frozen=True, slots=True)
class Answer:
    value: Any
    guest: Guest | None = None
    """Who the asker is from now on."""
    file: str = ""
    """To be kept under this name."""
    farewell: bool = False
    """The asker is nobody from now on."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    says: str
    run: Callable[[Call], Awaitable[Answer]]
    gives: Any
    takes: Any = None
    max_body: int = MAX_BODY_BYTES
    """Bytes."""
    limit: Callable[[RateLimits], TokenBuckets] | None = None
    """One of its own, besides that on all requests."""
    name: str = ""
    """For clients made from the document; else that of the function."""
