"""The end of a WebSocket, also for whoever does not read or is not there any more."""

from typing import TYPE_CHECKING, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

HEARTBEAT: Final = 20.0
"""Seconds between two pings, and until one that is not answered ends the line."""

LAST_WORDS: Final = 15.0
"""Seconds that a line which has ended may take to deliver what was said before."""


class Line(WebSocketsSansIOProtocol):
    """Whoever reads too slowly still finds the code it was closed with behind what it has not
    read; whoever does not read at all does not keep the connection."""

    async def send(self, message: "ASGISendEvent") -> None:
        if message["type"] == "websocket.close":
            self.writable.set()  # a farewell is short, and nothing comes after it
        await super().send(message)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._end_soon()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end_soon()

    def _end_soon(self) -> None:
        """Closing waits for the other end to read; this does not."""
        self.loop.call_later(LAST_WORDS, self._cut)

    def _cut(self) -> None:
        if not self.disconnected:
            self.transport.abort()
