"""Tells people whose turn it is where a game takes days, when no device of theirs is at the table.

Off the path of every move: nobody waits for it, and what cannot be delivered is not tried again.
A message goes out when a choice opens, which everybody sees, and says nothing else: whose turn it
is, at which table, in which game.
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
"""Messages under way."""

MAX_QUEUED_NOTICES: Final = 500
"""Choices whose messages wait; what comes then is not told."""

NOTICE_RATE: Final = Rate(rate=1 / 60, burst=20)
"""Choices that one guest is told of."""

MESSAGE_TTL_S: Final = 24 * 3600
"""Seconds that a service keeps a message for a browser that is off."""

TOKEN_AGE_S: Final = 12 * 3600

MAX_TIMEOUTS: Final = 3
"""Messages in a row that a service may leave without an answer. A browser that is still there asks
again from the menu of a table."""

MAX_TRACKED_SERVICES: Final = 1000
"""Services remembered that did not answer."""

GONE_STATUSES: Final = (404, 410)
"""The browser does not want to be told any more."""

_log = structlog.get_logger(__name__)


class YourTurn(Wire, frozen=True):
    """All that the message says."""

    title: str
    body: str
    table: str


class TurnNotifier:
    def __init__(
        self,
        signer: "VapidSigner",
        pushes: PushSubscriptions,
        presence: Presence,
        title: Callable[[str, Language], str],
        *,
        local: bool,
    ) -> None:
        """`title`: what a game is called."""
        self._signer = signer
        self.key = signer.public_key
        """For browsers to subscribe to."""
        self._pushes = pushes
        self._presence = presence
        self._title = title
        self.local = local
        """Push services may be on this network."""
        self._pace = TokenBuckets(NOTICE_RATE)
        self._tasks = TaskSet()
        self._doing = asyncio.Semaphore(MAX_CONCURRENT_DELIVERIES)
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._postman = PushClient(local=local)
        self._unanswered: Counter[str] = Counter()
        """By endpoint, in a row."""

    def on_note(self, registry: TableRegistry, table: TableId, note: Note) -> None:
        if isinstance(note, DeadlineSet) and len(self._tasks) < MAX_QUEUED_NOTICES:
            self._tasks.spawn(self._ring(registry, table, note))

    async def close(self) -> None:
        """What is still under way is not told any more."""
        await self._tasks.cancel_all()
        self._postman.close()

    async def _ring(self, registry: TableRegistry, table: TableId, note: DeadlineSet) -> None:
        try:
            book = await registry.book(table)
            who, opened = book.sitters.get(note.seat), book.opened
            if isinstance(who, Person) and opened is not None and self._is_away(table, who.guest):
                async with self._line_of(who.guest):
                    for subscription in await self._pushes.of(who.guest):
                        await self._tell(subscription, table, opened.game)
        except CluehouseError as trouble:
            _log.warning("nobody was told", table=ref(table), why=trouble.id)

    def _is_away(self, table: TableId, guest: str) -> bool:
        return bool(guest) and not self._presence.visiting(table, guest) and self._pace.take(guest)

    def _line_of(self, guest: str) -> asyncio.Lock:
        """One message at a time: whoever names services that never answer holds up few others."""
        return self._lines.setdefault(guest, asyncio.Lock())

    async def _tell(self, to: PushSubscription, table: TableId, game: str) -> None:
        language = cast(Language, to.language)
        words = YourTurn(_your_turn(language), self._title(game, language), table)
        try:
            async with self._doing:
                status = await self._post(to, encode(words), table)
        except DeliveryFailed as trouble:
            _log.warning("a push service was not reached", why=str(trouble))
            if isinstance(trouble, DeliveryTimeout):
                await self._lose_patience(to.endpoint)
            return
        self._unanswered.pop(to.endpoint, None)
        if status in GONE_STATUSES:
            await self._pushes.drop(to.endpoint)
        elif status >= 300:
            _log.warning("a push service refused", status=status)
        else:
            await self._pushes.note_told(to.endpoint)

    async def _lose_patience(self, endpoint: str) -> None:
        self._unanswered[endpoint] += 1
        if self._unanswered[endpoint] == MAX_TIMEOUTS:
            del self._unanswered[endpoint]
            await self._pushes.drop(endpoint)
        elif len(self._unanswered) > MAX_TRACKED_SERVICES:
            self._unanswered.clear()

    async def _post(self, to: PushSubscription, words: bytes, table: TableId) -> int:
        from cluehouse.server.push.encryption import encrypted

        try:
            service = ServiceAddress.at(to.endpoint, local=self.local)
        except ValueError as trouble:  # the operator trusted it once
            raise DeliveryFailed("not allowed any more") from trouble
        expires = int(time.time()) + TOKEN_AGE_S
        headers = {
            "Authorization": self._signer.authorization(service.origin, expires),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(MESSAGE_TTL_S),
            "Topic": _topic(table, to.endpoint),
            "Urgency": "normal",
        }
        body = encrypted(words, to.p256dh, to.auth)
        return await self._postman.post(service, headers, body)


def _topic(table: TableId, endpoint: str) -> str:
    """A later message about the same table takes the place of one that is still waiting; the
    service is not told which table, nor who sits at the same."""
    return hashlib.sha256(f"{table} {endpoint}".encode()).hexdigest()[:32]


def _your_turn(language: Language) -> str:
    return texts_in("cluehouse.server", language)["yourTurn"]
