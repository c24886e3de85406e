"""A WebSocket below its messages: how it begins and ends, also for whoever does not read or is not
there any more, and what comes in that is no message."""

from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from cluehouse.server.net.fair_queue import ReadScheduler
from cluehouse.server.net.rate_limits import Rate, TokenBucket
from cluehouse.server.wire.close_codes import COME_BACK, TOO_FAST

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from websockets.frames import Frame

PING_INTERVAL_S: Final = 20.0
"""Seconds between two pings, and until one that is not answered ends the line."""

FLUSH_TIMEOUT_S: Final = 15.0
"""Seconds that a line which has ended may take to deliver what was said before."""

CLOSE_TIMEOUT_S: Final = 1.0
"""Seconds that the other end has for its farewell when the house closes, or to read why its line
ends when it talks on."""

CONTROL_FRAME_RATE: Final = Rate(20, 100)
"""Pings, pongs and pieces of messages, which no limit on messages counts."""

READ_SLICE_BYTES: Final = 128
"""Bytes read at a time. There may be forty thousand frames in what comes in at once, and the whole
house waits while they are read."""

MAX_BYTES_AFTER_CLOSE: Final = 2 * READ_SLICE_BYTES
"""Bytes that are read, for the other end's farewell, after ours."""

BAD_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Whoever reads too slowly still finds the code it was closed with behind what it has not
    read; whoever does not read at all does not keep the connection."""

    def __init__(self, hatch: ReadScheduler, client_prefix: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._hatch = hatch
        self._client_prefix = client_prefix
        self._small_frames = TokenBucket(CONTROL_FRAME_RATE)
        self._unread = b""
        self._is_reading = False
        self._after_close = 0

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # by a request, whose length the wicket has measured
            super().data_received(data)
            self._say_no()
            return
        self._unread += data
        self._read_on()

    async def receive(self) -> "ASGIReceiveEvent":
        message = await super().receive()
        self._read_on()
        return message

    def handle_ping(self) -> None:
        if self._is_calm():
            super().handle_ping()

    def handle_pong(self, event: "Frame") -> None:
        if self._is_calm():
            super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        if self._is_calm():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self._is_readable():
            super().send_receive_event_to_app()
        else:
            self._fail(CloseCode.INVALID_DATA, "no text")

    async def send(self, message: "ASGISendEvent") -> None:
        if self.close_sent:
            raise ClientDisconnected  # the house closed while a device was at the door
        if message["type"] == "websocket.close":
            self.writable.set()  # a farewell is short, and nothing comes after it
        await super().send(message)
        if self.close_sent:
            self._read_on()  # as far as the other end's farewell

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._end_soon()

    def shutdown(self) -> None:
        """The house closes. uvicorn would hang up at once, and whoever speaks just then would not
        hear why: a line that is cut with something unread loses what was said last."""
        if self.transport.is_closing():  # by the other end: nothing is left to say
            self.stop_keepalive()
            return
        if not self.handshake_complete or self.close_sent:
            super().shutdown()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": COME_BACK})
        self.conn.send_close(COME_BACK)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(CLOSE_TIMEOUT_S, self.transport.close)
        self.read_paused = False
        self.transport.resume_reading()
        self._read_on()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end_soon()

    def _read_on(self) -> None:
        """When it is this household's turn; not much more comes in meanwhile."""
        if not self._unread or self.transport.is_closing():
            return
        if len(self._unread) > READ_SLICE_BYTES:
            self.transport.pause_reading()
        if not self._is_reading:
            self._is_reading = True
            self._hatch.pass_in(self._client_prefix, self._sip)

    def _sip(self) -> None:
        """Then on, at once or when what was said has been heard."""
        self._is_reading = False
        if self.transport.is_closing():
            return
        sip, self._unread = self._unread[:READ_SLICE_BYTES], self._unread[READ_SLICE_BYTES:]
        self._after_close += self.close_sent * len(sip)
        if self._after_close > MAX_BYTES_AFTER_CLOSE:
            self.transport.pause_reading()
            self.loop.call_later(CLOSE_TIMEOUT_S, self.transport.close)
            return
        super().data_received(sip)
        if self._unread and not self.read_paused:
            self._read_on()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _say_no(self) -> None:
        """To what begins like a WebSocket and is none: uvicorn would leave it waiting."""
        is_none = self.conn.handshake_exc is not None and not self.handshake_initiated
        if is_none and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or BAD_HANDSHAKE)
            self.transport.close()

    def _is_calm(self) -> bool:
        if self.close_sent or self._small_frames.take():
            return not self.close_sent
        self._fail(TOO_FAST, "too fast")
        return False

    def _is_readable(self) -> bool:
        self.frames = [b"".join(self.frames)]
        if self.curr_msg_data_type == "bytes":
            return True
        try:
            self.frames[0].decode()
        except UnicodeDecodeError:
            return False
        return True

    def _fail(self, code: int, reason: str) -> None:
        if not self.close_sent:
            self.conn.send_close(code, reason)
            self.handle_parser_exception()

    def _end_soon(self) -> None:
        """Closing waits for the other end to read; this does not."""
        self.loop.call_later(FLUSH_TIMEOUT_S, self._cut)

    def _cut(self) -> None:
        if not self.disconnected:
            self.transport.abort()
