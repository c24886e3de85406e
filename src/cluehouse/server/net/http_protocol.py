"""HTTP connections: uvicorn's protocol with limits on size and time, and fair admission.

A client that sends too slowly, or does not read its response, is disconnected.
"""

import asyncio
from functools import partial
from random import uniform
from typing import TYPE_CHECKING, Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from cluehouse.server.net.fair_queue import AdmissionQueue, Step
from cluehouse.server.net.rate_limits import REJECT_DELAY_S, RateLimits, client_prefix

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

MAX_HEAD_BYTES: Final = 32 * 1024
"""Of a request before its body, however it is split into packets."""

HEADER_OVERHEAD_BYTES: Final = len(b":\r\n")
"""Of a header besides its name and value, at least."""

MAX_BODY_CHUNKS: Final = 1000
"""Chunks of a body in one packet; every client waits while they are joined."""

MAX_PIPELINED_REQUESTS: Final = 8
"""Queued on one connection behind the request being answered; browsers pipeline none."""

HEAD_TIMEOUT_S: Final = 10.0
"""For a request to arrive up to its body."""

BODY_TIMEOUT_S: Final = 60.0
"""For its body, and for the client to read on when the response is stuck."""

BAD_REQUEST_LINE: Final = b"400 Bad Request"
TIMEOUT_LINE: Final = b"408 Request Timeout"
TOO_MANY_LINE: Final = b"429 Too Many Requests"
HEAD_TOO_LARGE_LINE: Final = b"431 Request Header Fields Too Large"


class NetContext:
    """What all connections of a server share."""

    def __init__(self, limits: RateLimits) -> None:
        self.limits = limits
        self.admissions = AdmissionQueue()


class HttpProtocol(HttpToolsProtocol):
    """One TCP connection, until it closes or becomes a WebSocket."""

    def __init__(self, net: NetContext, peer: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._net = net
        self._peer = self._address = peer
        self._is_trusted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._read_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        self._queued: tuple[str, Step] | None = None
        self._in_head = True
        self._head_bytes = 0
        self._parsed_head_bytes = 0
        self._body_chunks = 0
        self._set_read_timer(HEAD_TIMEOUT_S)

    def data_received(self, data: bytes) -> None:
        self._body_chunks = 0
        if self._read_timer is None:
            self._set_read_timer(HEAD_TIMEOUT_S)  # also for line ends that begin no request
        if self._in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > MAX_HEAD_BYTES:
            self._reject(HEAD_TOO_LARGE_LINE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._parsed_head_bytes = 0
        self._set_read_timer(HEAD_TIMEOUT_S)

    def on_url(self, url: bytes) -> None:
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Also a trailer, which follows a body."""
        self._count_head(len(name) + len(value) + HEADER_OVERHEAD_BYTES)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._head_bytes = False, 0
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            raise OverflowError("too many pipelined requests")
        self._set_read_timer(BODY_TIMEOUT_S)
        self._address = self._forwarded_for() or self._peer
        self._is_trusted = is_trusted(self._address, self.app)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_chunks += 1
        if self._body_chunks > MAX_BODY_CHUNKS:
            raise OverflowError("too many chunks in one packet")
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._cancel_read_timer()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        self._answering = cycle
        self._admit(partial(super()._start_asgi_task, cycle, app))

    def send_400_response(self, msg: str) -> None:
        """Called when parsing fails, also by an exception of a callback of the parser."""
        if self._parsed_head_bytes > MAX_HEAD_BYTES:
            self._reject(HEAD_TOO_LARGE_LINE)
            return
        super().send_400_response(msg)
        self._stop_answering()

    def handle_websocket_upgrade(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._reject(BAD_REQUEST_LINE)  # or its response would be written into the WebSocket
            return
        if not self._may_upgrade():
            self._reject_later(TOO_MANY_LINE)
            return
        self._cancel_read_timer()
        self.transport.pause_reading()
        self._admit(self._upgrade)

    def _upgrade(self) -> None:
        if self._is_blocked():  # since it was queued
            self._reject_later(TOO_MANY_LINE)
            return
        self._net.limits.connections.leave(self._peer)
        super().handle_websocket_upgrade()
        self.transport.resume_reading()
        self.parser = None  # type: ignore[assignment]  # breaks a reference cycle with this object

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_read_timer()
        self._cancel_write_timer()
        self._leave_queue()
        self._net.limits.connections.leave(self._peer)
        self._stop_answering()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer = self.loop.call_later(BODY_TIMEOUT_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_write_timer()

    def _admit(self, step: Step) -> None:
        """Queue the step for admission. Trusted clients (health checks) skip the queue."""

        def run() -> None:
            self._queued = None
            if not self.transport.is_closing():
                step()

        if self._is_trusted:
            step()
        else:
            self._queued = client_prefix(self._address), run
            self._net.admissions.enter(*self._queued)

    def _leave_queue(self) -> None:
        if self._queued is not None:
            self._net.admissions.leave(*self._queued)
            self._queued = None

    def _count_head(self, size: int) -> None:
        """Limits a head that arrives at once; `data_received` limits one that arrives slowly."""
        self._parsed_head_bytes += size
        if self._parsed_head_bytes > MAX_HEAD_BYTES:
            raise OverflowError("the head is too large")

    def _set_read_timer(self, seconds: float) -> None:
        self._cancel_read_timer()
        self._read_timer = self.loop.call_later(seconds, self._reject, TIMEOUT_LINE)

    def _cancel_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _cancel_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _reject(self, status: bytes) -> None:
        """Close the connection, with a status unless a response is under way."""
        if self.transport.is_closing():
            return
        cycle = self._answering
        if cycle is None or cycle.response_complete or not cycle.response_started:
            answer = b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status
            self.transport.write(answer)
        self.transport.close()
        self._stop_answering()

    def _reject_later(self, status: bytes) -> None:
        """Reject after a delay, so that the client does not retry at once."""
        self._cancel_read_timer()
        self.transport.pause_reading()
        self._read_timer = self.loop.call_later(uniform(*REJECT_DELAY_S), self._reject, status)

    def _stop_answering(self) -> None:
        """Write nothing more. uvicorn itself disconnects the latest request alone."""
        self.pipeline.clear()
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _may_upgrade(self) -> bool:
        if self._is_trusted:
            return True
        return not self._is_blocked() and self._net.limits.handshakes.take(self._address)

    def _is_blocked(self) -> bool:
        """Whether penalties block the client. A proxy that names no client is never blocked: one
        client could block all behind it."""
        return not self._is_trusted and self._net.limits.requests.is_blocked(self._address)

    def _forwarded_for(self) -> str:
        """The client's address as a trusted proxy names it; empty without one."""
        values = [value for name, value in self.scope["headers"] if name == b"x-forwarded-for"]
        if not values or not isinstance(self.app, ProxyHeadersMiddleware):
            return ""
        trusted = self.app.trusted_hosts
        if self._peer not in trusted:
            return ""
        return trusted.get_trusted_client_address(b", ".join(values).decode("latin1"))[0]


def is_trusted(address: str, app: "ASGI3Application") -> bool:
    """Whether the address is a proxy whose X-Forwarded-For header is believed.

    uvicorn reads the list from FORWARDED_ALLOW_IPS; by default it is this machine.
    """
    return isinstance(app, ProxyHeadersMiddleware) and address in app.trusted_hosts
