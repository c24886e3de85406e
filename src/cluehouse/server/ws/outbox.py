"""The sending half of a WebSocket: a bounded queue of messages, sent in order."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from cluehouse.core.wire import encode
from cluehouse.table.tasks import log_failure

MAX_QUEUED_BYTES: Final = 1_000_000
"""A client further behind is disconnected; it reconnects and catches up."""


class Outbox:
    """Queues messages for one client. `send` never waits, so no table waits for a slow client.

    A task exists only while there is something to send: most sockets are idle.
    """

    __slots__ = ("_on_overflow", "_queue", "_queued_bytes", "_sending", "_socket")

    def __init__(self, socket: WebSocket, on_overflow: Callable[[], None]) -> None:
        self._socket = socket
        self._on_overflow = on_overflow
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._sending: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> None:
        if self._queued_bytes > MAX_QUEUED_BYTES:
            self._on_overflow()
            return
        self._queue.append(message)
        self._queued_bytes += len(message)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_queued())
            self._sending.add_done_callback(log_failure)

    def send_encoded(self, message: object) -> None:
        self.send(encode(message))

    def close(self) -> None:
        """Drop what is queued and stop sending."""
        self._queue.clear()
        if self._sending is not None:
            self._sending.cancel()

    async def _send_queued(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the socket closed while sending
            while self._queue:
                message = self._queue.popleft()
                await self._socket.send_text(message.decode())
                self._queued_bytes -= len(message)
        self._sending = None
