"""The sending half of a socket: an outbox with a bounded queue. Nobody waits for a slow reader."""

import asyncio
from typing import Final

from starlette.websockets import WebSocket

from cluehouse.core.wire import encode

QUEUE: Final = 256
"""Messages a device may be behind before it is let go; it comes back and catches up."""


class Connection:
    """An Outbox for a table, and for the house's own messages, sent in order."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE)
        self.too_slow = asyncio.Event()

    def send(self, message: bytes) -> None:
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.too_slow.set()

    def say(self, message: object) -> None:
        self.send(encode(message))

    async def pump(self) -> None:
        """Until the socket is gone."""
        while True:
            message = await self._queue.get()
            await self._socket.send_text(message.decode())
