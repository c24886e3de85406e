"""A connection before anybody knows what it wants: how many there may be, how long a request may
take to arrive, how long its head may be. Whoever dribbles, or does not read, is let go."""

import asyncio
from random import uniform
from typing import TYPE_CHECKING, ClassVar, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from cluehouse.server.limits import PENALTY, Buckets, Crowd, Pace

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

MOST_HEAD: Final = 32 * 1024
"""Bytes of a request before its body, as far as they come one after the other."""

MOST_CONNECTIONS: Final = 400
"""At once from one address; sockets are none of them, the door counts those."""

ARRIVALS: Final = Pace(50, MOST_CONNECTIONS)
"""Connections from one address: a whole school may come at once, but not again and again."""

KNOCKS: Final = Pace(5, 120)
"""Sockets that are opened from one address, also through a proxy. The door counts devices, and says
why in so many words; but to agree on a WebSocket is most of the work."""

MOST_CRUMBS: Final = 1000
"""Pieces of a body that come in at once; the whole house waits while they are put together."""

MOST_WAITING: Final = 8
"""Requests on one connection behind the one that is being answered; browsers send none."""

HEAD_TIME: Final = 10.0
"""Seconds for a request to arrive as far as its body."""

BODY_TIME: Final = 60.0
"""Seconds for its body, and for the other end to read on when an answer gets stuck."""

TOO_LATE: Final = b"408 Request Timeout"
TOO_MANY: Final = b"429 Too Many Requests"
TOO_LONG: Final = b"431 Request Header Fields Too Large"


class Wicket(HttpToolsProtocol):
    _crowd: ClassVar = Crowd(MOST_CONNECTIONS)
    _arrivals: ClassVar = Buckets(ARRIVALS)
    _knocks: ClassVar = Buckets(KNOCKS)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arriving: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        self._in_head = True
        self._head = 0
        self._crumbs = 0
        if self._may_enter():
            self._expect_within(HEAD_TIME)
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._crumbs = 0
        if self._arriving is None:
            self._expect_within(HEAD_TIME)  # also for line ends that begin no request
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MOST_HEAD:
            self._refuse(TOO_LONG)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_within(HEAD_TIME)

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        if len(self.pipeline) >= MOST_WAITING:
            raise OverflowError("uvicorn would read on and on while one is answered")
        self._expect_within(BODY_TIME)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._crumbs += 1
        if self._crumbs > MOST_CRUMBS:
            raise OverflowError("a body in crumbs")
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._expect_nothing()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._give_up()

    def handle_websocket_upgrade(self) -> None:
        if not self._may_knock():
            self._refuse_late(TOO_MANY)
            return
        self._expect_nothing()
        self._crowd.leave(self._peer)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._unstick()
        self._crowd.leave(self._peer)
        self._give_up()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(BODY_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unstick()

    def _expect_within(self, seconds: float) -> None:
        self._expect_nothing()
        self._arriving = self.loop.call_later(seconds, self._refuse, TOO_LATE)

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
        self._arriving = self.loop.call_later(uniform(*PENALTY), self._refuse, status)

    def _give_up(self) -> None:
        """Nobody listens any more: what is being answered must not be written. uvicorn thinks of
        the request that came last alone."""
        self.pipeline.clear()
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _may_enter(self) -> bool:
        """Whom a proxy lets in is the proxy's business."""
        self._peer = self.client[0] if self.client else ""
        there_is_room = self._crowd.enter(self._peer)
        return self._is_proxy() or (there_is_room and self._arrivals.take(self._peer))

    def _may_knock(self) -> bool:
        """Whoever is on this machine, or comes by a proxy that says nothing, always."""
        address = self._forwarded_for() or self._peer
        return self._is_trusted(address) or self._knocks.take(address)

    def _forwarded_for(self) -> str:
        """For whom a proxy speaks."""
        said = [value for name, value in self.scope["headers"] if name == b"x-forwarded-for"]
        if not said or not isinstance(self.app, ProxyHeadersMiddleware) or not self._is_proxy():
            return ""
        known = self.app.trusted_hosts
        return known.get_trusted_client_address(b", ".join(said).decode("latin1"))[0]

    def _is_proxy(self) -> bool:
        """One whose word we take about where somebody comes from."""
        return self._is_trusted(self._peer)

    def _is_trusted(self, address: str) -> bool:
        return isinstance(self.app, ProxyHeadersMiddleware) and address in self.app.trusted_hosts
