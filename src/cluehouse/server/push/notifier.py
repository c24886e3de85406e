"""Notify players by Web Push when it is their turn, in games by the day, while no device of theirs
is connected to the table.

Runs beside play: no move waits for it, and a failed delivery is not retried. A message is sent when
a choice opens, which is public, and says nothing but whose turn it is, at which table and in which
game.
"""

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast
from weakref import WeakValueDictionary

import structlog

from cluehouse.core.errors import CluehouseError
from cluehouse.core.wire import Wire, encode
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.logs import ref
from cluehouse.server.net.rate_limits import Rate, TokenBuckets
from cluehouse.server.push.delivery import (
    DeliveryFailed,
    DeliveryTimeout,
    PushClient,
    ServiceAddress,
)
from cluehouse.server.push.subscriptions import PushSubscription, PushSubscriptions
from cluehouse.study.sentences import Language, texts_in
from cluehouse.table.book.book import Note, Person
from cluehouse.table.book.lifecycle import DeadlineSet
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.tasks import TaskSet

if TYPE_CHECKING:
    from cluehouse.server.push.encryption import VapidSigner

MAX_CONCURRENT_DELIVERIES: Final = 4
"""Requests to push services in flight."""

MAX_QUEUED_NOTICES: Final = 500
"""Pending notices; further ones are dropped."""

NOTICE_RATE: Final = Rate(rate=1 / 60, burst=20)
"""Notices per second to one guest."""

MESSAGE_TTL_S: Final = 24 * 3600
"""How long a push service keeps a message for a browser that is offline."""

TOKEN_AGE_S: Final = 12 * 3600
"""Lifetime of the signed VAPID token."""

MAX_TIMEOUTS: Final = 3
"""Consecutive timeouts after which a subscription is dropped. A browser that still exists can
subscribe again from the menu of a table."""

MAX_TRACKED_SERVICES: Final = 1000
"""Endpoints whose timeouts are counted."""

GONE_STATUSES: Final = (404, 410)
"""HTTP statuses that mean the browser has cancelled its subscription."""

_log = structlog.get_logger(__name__)


class YourTurn(Wire, frozen=True):
    """The whole message."""

    title: str
    body: str
    table: str


class TurnNotifier:
    """Sends a push message when a by-day choice opens for a guest who is not connected."""

    def __init__(
        self,
        signer: "VapidSigner",
        pushes: PushSubscriptions,
        presence: Presence,
        title: Callable[[str, Language], str],
        *,
        local: bool,
    ) -> None:
        """`title` gives the name of a game in a language."""
        self._signer = signer
        self.key = signer.public_key
        """The key that browsers subscribe to."""
        self._pushes = pushes
        self._presence = presence
        self._title = title
        self.local = local
        """Whether push services may be on the local network."""
        self._rate_limit = TokenBuckets(NOTICE_RATE)
        self._tasks = TaskSet()
        self._deliveries = asyncio.Semaphore(MAX_CONCURRENT_DELIVERIES)
        self._guest_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._client = PushClient(local=local)
        self._timeouts: Counter[str] = Counter()
        """Consecutive timeouts by endpoint."""

    def on_note(self, registry: TableRegistry, table: TableId, note: Note) -> None:
        if isinstance(note, DeadlineSet) and len(self._tasks) < MAX_QUEUED_NOTICES:
            self._tasks.spawn(self._notify(registry, table, note))

    async def close(self) -> None:
        """Cancel pending deliveries."""
        await self._tasks.cancel_all()
        self._client.close()

    async def _notify(self, registry: TableRegistry, table: TableId, note: DeadlineSet) -> None:
        try:
            book = await registry.book(table)
            who, opened = book.sitters.get(note.seat), book.opened
            if isinstance(who, Person) and opened is not None and self._is_due(table, who.guest):
                async with self._guest_lock(who.guest):
                    for subscription in await self._pushes.of(who.guest):
                        await self._deliver(subscription, table, opened.game)
        except CluehouseError as error:
            _log.warning("turn notice not sent", table=ref(table), error=error.id)

    def _is_due(self, table: TableId, guest: str) -> bool:
        """Whether the guest is away from the table and below the rate limit, which this counts
        towards."""
        away = bool(guest) and not self._presence.is_connected(table, guest)
        return away and self._rate_limit.take(guest)

    def _guest_lock(self, guest: str) -> asyncio.Lock:
        """Serializes the deliveries to one guest: subscriptions to services that never answer
        occupy one delivery slot per guest, not all of them."""
        return self._guest_locks.setdefault(guest, asyncio.Lock())

    async def _deliver(self, to: PushSubscription, table: TableId, game: str) -> None:
        language = cast(Language, to.language)
        message = YourTurn(_your_turn(language), self._title(game, language), table)
        try:
            async with self._deliveries:
                status = await self._post(to, encode(message), table)
        except DeliveryFailed as error:
            _log.warning("push service not reached", error=str(error))
            if isinstance(error, DeliveryTimeout):
                await self._count_timeout(to.endpoint)
            return
        self._timeouts.pop(to.endpoint, None)
        if status in GONE_STATUSES:
            await self._pushes.drop(to.endpoint)
        elif status >= 300:
            _log.warning("push service rejected a message", status=status)
        else:
            await self._pushes.mark_delivered(to.endpoint)

    async def _count_timeout(self, endpoint: str) -> None:
        self._timeouts[endpoint] += 1
        if self._timeouts[endpoint] == MAX_TIMEOUTS:
            del self._timeouts[endpoint]
            await self._pushes.drop(endpoint)
        elif len(self._timeouts) > MAX_TRACKED_SERVICES:
            self._timeouts.clear()

    async def _post(self, to: PushSubscription, message: bytes, table: TableId) -> int:
        from cluehouse.server.push.encryption import encrypt

        try:
            service = ServiceAddress.at(to.endpoint, local=self.local)
        except ValueError as error:  # stored while the operator allowed local push services
            raise DeliveryFailed("endpoint not allowed any more") from error
        expires = int(time.time()) + TOKEN_AGE_S
        headers = {
            "Authorization": self._signer.authorization(service.origin, expires),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(MESSAGE_TTL_S),
            "Topic": _topic(table, to.endpoint),
            "Urgency": "normal",
        }
        body = encrypt(message, to.p256dh, to.auth)
        return await self._client.post(service, headers, body)


def _topic(table: TableId, endpoint: str) -> str:
    """A later message about the same table replaces one that the service still holds. The hash
    reveals neither the table nor which browsers belong to the same table."""
    return hashlib.sha256(f"{table} {endpoint}".encode()).hexdigest()[:32]


def _your_turn(language: Language) -> str:
    return texts_in("cluehouse.server", language)["yourTurn"]
