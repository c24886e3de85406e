"""A connection before anybody knows what it wants: how long a request may take to arrive, how long
its head may be. Whoever dribbles, or does not read, is let go."""

import asyncio
from functools import partial
from random import uniform
from typing import TYPE_CHECKING, Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from cluehouse.server.net.fair_queue import AdmissionQueue, ReadScheduler, Step
from cluehouse.server.net.rate_limits import REJECT_DELAY_S, RateLimits, client_prefix
from cluehouse.server.net.websocket_protocol import WebSocketProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

MAX_HEAD_BYTES: Final = 32 * 1024
"""Bytes of a request before its body, as far as they come one after the other."""

MAX_BODY_CHUNKS: Final = 1000
"""Pieces of a body that come in at once; the whole house waits while they are put together."""

MAX_PIPELINED_REQUESTS: Final = 8
"""Requests on one connection behind the one that is being answered; browsers send none."""

HEAD_TIMEOUT_S: Final = 10.0
"""Seconds for a request to arrive as far as its body."""

BODY_TIMEOUT_S: Final = 60.0
"""Seconds for its body, and for the other end to read on when an answer gets stuck."""

BAD_REQUEST_LINE: Final = b"400 Bad Request"
TIMEOUT_LINE: Final = b"408 Request Timeout"
TOO_MANY_LINE: Final = b"429 Too Many Requests"
HEAD_TOO_LARGE_LINE: Final = b"431 Request Header Fields Too Large"


class NetContext:
    """What all connections of a house pass."""

    def __init__(self, limits: RateLimits) -> None:
        self.limits = limits
        self.turnstile = AdmissionQueue()
        self.hatch = ReadScheduler()


class HttpProtocol(HttpToolsProtocol):
    def __init__(self, gate: NetContext, peer: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._gate = gate
        self._peer = self._address = peer
        self._is_trusted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arriving: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        self._place: tuple[str, Step] | None = None
        self._in_head = True
        self._head = 0
        self._crumbs = 0
        self._expect_within(HEAD_TIMEOUT_S)

    def data_received(self, data: bytes) -> None:
        self._crumbs = 0
        if self._arriving is None:
            self._expect_within(HEAD_TIMEOUT_S)  # also for line ends that begin no request
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MAX_HEAD_BYTES:
            self._refuse(HEAD_TOO_LARGE_LINE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_within(HEAD_TIMEOUT_S)

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            raise OverflowError("uvicorn would read on and on while one is answered")
        self._expect_within(BODY_TIMEOUT_S)
        self._address = self._forwarded_for() or self._peer
        self._is_trusted = is_trusted(self._address, self.app)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._crumbs += 1
        if self._crumbs > MAX_BODY_CHUNKS:
            raise OverflowError("a body in crumbs")
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._expect_nothing()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        self._answering = cycle
        self._stand_in_line(partial(super()._start_asgi_task, cycle, app))

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._give_up()

    def handle_websocket_upgrade(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._refuse(BAD_REQUEST_LINE)  # or that answer would end up in the socket
            return
        if not self._may_knock():
            self._refuse_late(TOO_MANY_LINE)
            return
        self._expect_nothing()
        self.transport.pause_reading()
        self._stand_in_line(self._open_line)

    def _open_line(self) -> None:
        if self._is_in_debt():  # since they stand in line
            self._refuse_late(TOO_MANY_LINE)
            return
        self._gate.limits.connections.leave(self._peer)
        line = partial(WebSocketProtocol, self._gate.hatch, client_prefix(self._address))
        self.ws_protocol_class = line  # type: ignore[assignment]
        super().handle_websocket_upgrade()
        self.transport.resume_reading()
        self.parser = None  # type: ignore[assignment]  # or the two would keep each other alive

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._unstick()
        self._leave_line()
        self._gate.limits.connections.leave(self._peer)
        self._give_up()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(BODY_TIMEOUT_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unstick()

    def _stand_in_line(self, step: Step) -> None:
        """Except for whoever is on this machine: they may ask whether the house is well."""

        def come_in() -> None:
            self._place = None
            if not self.transport.is_closing():
                step()

        if self._is_trusted:
            step()
        else:
            self._place = client_prefix(self._address), come_in
            self._gate.turnstile.enter(*self._place)

    def _leave_line(self) -> None:
        if self._place is not None:
            self._gate.turnstile.leave(*self._place)
            self._place = None

    def _expect_within(self, seconds: float) -> None:
        self._expect_nothing()
        self._arriving = self.loop.call_later(seconds, self._refuse, TIMEOUT_LINE)

    def _expect_nothing(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def _unstick(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _refuse(self, status: bytes) -> None:
        """In words, unless an answer is under way."""
        if self.transport.is_closing():
            return
        cycle = self._answering
        if cycle is None or cycle.response_complete or not cycle.response_started:
            answer = b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status
            self.transport.write(answer)
        self.transport.close()
        self._give_up()

    def _refuse_late(self, status: bytes) -> None:
        """So that they do not come back at once."""
        self._expect_nothing()
        self.transport.pause_reading()
        self._arriving = self.loop.call_later(uniform(*REJECT_DELAY_S), self._refuse, status)

    def _give_up(self) -> None:
        """Nobody listens any more: what is being answered must not be written. uvicorn thinks of
        the request that came last alone."""
        self.pipeline.clear()
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _may_knock(self) -> bool:
        """Whoever is on this machine, or comes by a proxy that says nothing, always."""
        if self._is_trusted:
            return True
        return not self._is_in_debt() and self._gate.limits.knocks.take(self._address)

    def _is_in_debt(self) -> bool:
        """Never those for whom a proxy does not say who they are: one could shut out all."""
        return not self._is_trusted and self._gate.limits.requests.is_blocked(self._address)

    def _forwarded_for(self) -> str:
        """For whom a proxy speaks."""
        said = [value for name, value in self.scope["headers"] if name == b"x-forwarded-for"]
        if not said or not isinstance(self.app, ProxyHeadersMiddleware):
            return ""
        known = self.app.trusted_hosts
        if self._peer not in known:
            return ""
        return known.get_trusted_client_address(b", ".join(said).decode("latin1"))[0]


def is_trusted(address: str, app: "ASGI3Application") -> bool:
    """A proxy, whose word we take about where somebody comes from."""
    return isinstance(app, ProxyHeadersMiddleware) and address in app.trusted_hosts
