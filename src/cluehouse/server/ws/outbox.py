"""The sending half of a socket: an outbox with a bounded queue. Nobody waits for a slow reader."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from cluehouse.core.wire import encode

MAX_QUEUED_BYTES: Final = 1_000_000
"""Bytes a device may be behind before it is let go; it comes back and catches up."""


class Outbox:
    """An Outbox for a table, and for the house's own messages, sent in order.

    There is a task only while there is something to send: most sockets are idle.
    """

    __slots__ = ("_behind", "_pumping", "_queue", "_socket", "_too_slow")

    def __init__(self, socket: WebSocket, too_slow: Callable[[], None]) -> None:
        self._socket = socket
        self._too_slow = too_slow
        self._queue: deque[bytes] = deque()
        self._behind = 0
        self._pumping: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> None:
        if self._behind > MAX_QUEUED_BYTES:
            self._too_slow()
            return
        self._queue.append(message)
        self._behind += len(message)
        if self._pumping is None:
            self._pumping = asyncio.create_task(self._pump())

    def say(self, message: object) -> None:
        self.send(encode(message))

    def drop(self) -> None:
        """Nothing more is sent."""
        self._queue.clear()
        if self._pumping is not None:
            self._pumping.cancel()

    async def _pump(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it closed while we spoke
            while self._queue:
                message = self._queue.popleft()
                await self._socket.send_text(message.decode())
                self._behind -= len(message)
        self._pumping = None
