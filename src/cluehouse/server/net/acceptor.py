"""Who may come in at all. Connections are accepted a few at a turn of the loop, and whoever comes
too often costs little: neither is anything made ready for them, nor do they begin to talk TLS."""

import asyncio
import socket
import struct
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog
import uvicorn

from cluehouse.server.net.http_protocol import HEAD_TIMEOUT_S, HttpProtocol, NetContext, is_trusted
from cluehouse.server.net.rate_limits import RateLimits, client_prefix
from cluehouse.table.tasks import TaskSet

ACCEPTS_PER_TICK: Final = 2
"""Connections; a move passes several turns, and waits while they are accepted."""

REJECT_PAUSE_S: Final = 0.001
"""Seconds, where somebody is sent off. They come again at once, and those inside would meet one of
them at every turn."""

LISTEN_BACKLOG: Final = 2048
"""Connections that nobody has accepted yet."""

ACCEPT_RETRY_DELAY_S: Final = 1.0
"""Seconds until the next try, where the machine cannot take any more connections."""

RESET_ON_CLOSE: Final = struct.pack("ii", 1, 0)
"""How a connection lingers: not at all. Nobody waits for a last word of whoever is sent off."""

LetIn = Callable[[socket.socket, str], Coroutine[Any, Any, None]]

_log = structlog.get_logger(__name__)


class AttendedServer(uvicorn.Server):
    """uvicorn, with a porter at every socket that it listens at."""

    def __init__(self, config: uvicorn.Config, limits: RateLimits) -> None:
        super().__init__(config)
        self._gate = NetContext(limits)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        def trusts(address: str) -> bool:
            return is_trusted(address, self.config.loaded_app)

        porters = [Acceptor(it, self._gate, trusts, self._let_in) for it in sockets or ()]
        self.servers = porters  # type: ignore[assignment]
        self.started = True

    async def _let_in(self, connection: socket.socket, address: str) -> None:
        tls = self.config.ssl
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: HttpProtocol(self._gate, address, self.config, self.server_state, app_state={}),
            connection,
            ssl=tls,
            ssl_handshake_timeout=HEAD_TIMEOUT_S if tls else None,
        )


class Acceptor:
    """At one listening socket, from when it is made until it is closed."""

    def __init__(
        self,
        listening: socket.socket,
        gate: NetContext,
        trusts: Callable[[str], bool],
        let_in: LetIn,
    ) -> None:
        self._listening = listening
        self._limits = gate.limits
        self._lock = gate.turnstile
        self._trusts = trusts
        self._let_in = let_in
        self._loop = asyncio.get_running_loop()
        self._coming = TaskSet()
        self._is_closed = False
        self._break: asyncio.TimerHandle | None = None
        listening.setblocking(False)
        listening.listen(LISTEN_BACKLOG)
        self._stand_ready()

    def close(self) -> None:
        self._is_closed = True
        self._loop.remove_reader(self._listening)
        if self._break is not None:
            self._break.cancel()

    async def wait_closed(self) -> None:
        """Whoever was about to come in does not."""
        await self._coming.cancel_all()

    def _stand_ready(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(ACCEPTS_PER_TICK):
            try:
                connection, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return  # another process took it, or they have gone again
            except OSError as trouble:
                _log.error("nobody can come in", detail=str(trouble))
                self._take_a_break(ACCEPT_RETRY_DELAY_S)
                return
            if not self._receive(connection, str(peer[0]) if peer else ""):
                self._take_a_break(REJECT_PAUSE_S)
                return

    def _take_a_break(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening)
        self._break = self._loop.call_later(seconds, self._stand_ready)

    def _receive(self, connection: socket.socket, address: str) -> bool:
        """Whether they may come in. Whom a proxy lets in is the proxy's business."""
        there_is_room = self._limits.connections.enter(address)
        if self._trusts(address):
            self._come_in(connection, address)
        elif there_is_room and self._limits.arrivals.take(address):
            come_in = partial(self._come_in, connection, address)
            self._lock.enter(client_prefix(address), come_in)
        else:
            self._send_off(connection, address)
            return False
        return True

    def _come_in(self, connection: socket.socket, address: str) -> None:
        if self._is_closed:
            self._send_off(connection, address)
        else:
            self._coming.spawn(self._lead_in(connection, address))

    def _send_off(self, connection: socket.socket, address: str) -> None:
        self._limits.connections.leave(address)
        with suppress(OSError):  # they have gone already
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
        connection.close()

    async def _lead_in(self, connection: socket.socket, address: str) -> None:
        try:
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._let_in(connection, address)
        except OSError as trouble:  # gone again, or it does not talk TLS
            self._send_off(connection, address)
            _log.debug("nobody came in", detail=str(trouble))
