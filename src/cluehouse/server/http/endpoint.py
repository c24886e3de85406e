"""One HTTP operation: its path, types and handler.

Routing and the OpenAPI document are both made from these.
"""

from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

from cluehouse.server.accounts.identity import Guest, Visitor
from cluehouse.server.context import AppContext
from cluehouse.server.net.fair_queue import WorkQueue, WorkQueues
from cluehouse.server.net.local_network import origin_for_others
from cluehouse.server.net.rate_limits import RateLimits, TokenBuckets
from cluehouse.table.book.book import Note, TableBook
from cluehouse.table.ports import TableId

MAX_BODY_BYTES: Final = 16 * 1024
"""Of a request body, unless its endpoint says otherwise; a longer one is refused with 413."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The body of a 200 response, and what else the response carries."""

    value: Any
    visitor: Visitor | None = None
    """The guest and session whose cookie the response sets."""
    file: str = ""
    """File name for `Content-Disposition: attachment`."""
    delete_cookie: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A request that passed rate limits, origin check and bans, with its decoded body."""

    context: AppContext
    visitor: Visitor
    table: TableId
    origin: str
    """Scheme and host of the server, as the client addressed it."""
    address: str
    """The address of the client."""
    body: Any
    newcomer: bool = False
    """The request carried no valid cookie; the guest id was drawn for it."""
    user_agent: str = ""

    @property
    def guest(self) -> Guest:
        return self.visitor.guest

    @property
    def origin_for_others(self) -> str:
        """The same for a link that another device opens."""
        return origin_for_others(self.origin, self.address, is_open=self.context.open_to_network)

    async def change(self, choose: Callable[[TableBook], Note]) -> Answer:
        """Write to the table's book the note that `choose` returns, and answer with the room.

        `choose` runs again if another page is written first, so it always judges the latest state;
        what it raises is the refusal.
        """
        return Answer(await self.context.tables.change(self.table, self.guest, choose))


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Everything the dispatcher and the OpenAPI document need to know about an operation."""

    method: str
    path: str
    run: Callable[[Call], Awaitable[Answer]]
    _: KW_ONLY
    summary: str
    gives: Any
    takes: Any = None
    max_body: int = MAX_BODY_BYTES
    decodes_body: bool = True
    """False: `Call.body` is bytes, for another process to decode. Decoding a large document would
    block the event loop, also from a thread: it holds the interpreter."""
    limit: Callable[[RateLimits], TokenBuckets] | None = None
    """A rate limit of its own, besides the one on all requests."""
    queue: Callable[[WorkQueues], WorkQueue] | None = None
    """Where expensive work waits for its turn."""
    ignores_cookie: bool = False
    """The client is a newcomer, whatever its cookie says."""
    name: str = ""
    """The OpenAPI operationId; by default the handler's name."""
