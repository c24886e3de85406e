"""WebSockets below their messages: uvicorn's protocol with bounded reading, limits and timeouts."""

from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from cluehouse.server.net.rate_limits import Rate, TokenBucket
from cluehouse.server.wire.close_codes import COME_BACK, TOO_FAST

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from websockets.frames import Frame

MAX_FRAME_BYTES: Final = 16 * 1024
"""A longer message closes its connection with code 1009."""

PING_INTERVAL_S: Final = 20.0
"""Between two pings, and until an unanswered one closes the connection."""

FLUSH_TIMEOUT_S: Final = 15.0
"""A closed connection may take this long to deliver what was sent before."""

CLOSE_TIMEOUT_S: Final = 1.0
"""For the client's close frame on shutdown, and for a client that keeps sending to read ours."""

CONTROL_FRAME_RATE: Final = Rate(20, 100)
"""Pings, pongs and continuation frames, which no limit on messages counts."""

READ_SLICE_BYTES: Final = 128
"""Parsed per loop iteration. One packet may hold forty thousand frames, and every client waits
while they are parsed."""

MAX_BYTES_AFTER_CLOSE: Final = 2 * READ_SLICE_BYTES
"""Read after our close frame, in search of the client's."""

BAD_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A slow reader still finds the close code behind its unread messages; a client that does not
    read at all cannot keep the connection open."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._control_frames = TokenBucket(CONTROL_FRAME_RATE)
        self._unread = b""
        self._is_scheduled = False
        self._bytes_after_close = 0

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # the request, whose size HttpProtocol has limited
            super().data_received(data)
            self._reject_bad_handshake()
            return
        self._unread += data
        self._schedule_read()

    async def receive(self) -> "ASGIReceiveEvent":
        message = await super().receive()
        self._schedule_read()
        return message

    def handle_ping(self) -> None:
        if self._take_control_frame():
            super().handle_ping()

    def handle_pong(self, event: "Frame") -> None:
        if self._take_control_frame():
            super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        if self._take_control_frame():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self._is_valid_text():
            super().send_receive_event_to_app()
        else:
            self._fail(CloseCode.INVALID_DATA, "no text")

    async def send(self, message: "ASGISendEvent") -> None:
        if self.close_sent:
            raise ClientDisconnected  # shut down while the client was being admitted
        if message["type"] == "websocket.close":
            self.writable.set()  # a close frame is short, and nothing follows it
        await super().send(message)
        if self.close_sent:
            self._schedule_read()  # as far as the client's close frame

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._abort_later()

    def shutdown(self) -> None:
        """Close with a code to reconnect on, and wait for the client's close frame.

        uvicorn would close the socket at once; with unread data in it, that is a reset, and the
        client would lose the close frame.
        """
        if self.transport.is_closing():  # by the client: nothing is left to send
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
        self._schedule_read()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort_later()

    def _schedule_read(self) -> None:
        """Parse the next slice in the next loop iteration; pause reading meanwhile."""
        if not self._unread or self.transport.is_closing():
            return
        if len(self._unread) > READ_SLICE_BYTES:
            self.transport.pause_reading()
        if not self._is_scheduled:
            self._is_scheduled = True
            self.loop.call_soon(self._read_slice)

    def _read_slice(self) -> None:
        """Parse one slice. The next follows at once, or once the app has received the message."""
        self._is_scheduled = False
        if self.transport.is_closing():
            return
        data, self._unread = self._unread[:READ_SLICE_BYTES], self._unread[READ_SLICE_BYTES:]
        self._bytes_after_close += self.close_sent * len(data)
        if self._bytes_after_close > MAX_BYTES_AFTER_CLOSE:
            self.transport.pause_reading()
            self.loop.call_later(CLOSE_TIMEOUT_S, self.transport.close)
            return
        super().data_received(data)
        if self._unread and not self.read_paused:
            self._schedule_read()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _reject_bad_handshake(self) -> None:
        """Answer an upgrade request that is no valid handshake: uvicorn would leave it open."""
        is_bad = self.conn.handshake_exc is not None and not self.handshake_initiated
        if is_bad and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or BAD_HANDSHAKE)
            self.transport.close()

    def _take_control_frame(self) -> bool:
        if self.close_sent or self._control_frames.take():
            return not self.close_sent
        self._fail(TOO_FAST, "too fast")
        return False

    def _is_valid_text(self) -> bool:
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

    def _abort_later(self) -> None:
        """Closing waits for the client to read; aborting does not."""
        self.loop.call_later(FLUSH_TIMEOUT_S, self._abort)

    def _abort(self) -> None:
        if not self.disconnected:
            self.transport.abort()
