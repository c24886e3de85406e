"""Accepts TCP connections, at most ACCEPTS_PER_TICK per loop iteration.

Clients over their limit are reset before a transport is made and before the TLS handshake.
"""

import asyncio
import socket
import struct
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

import structlog
import uvicorn

from cluehouse.server.net.http_protocol import (
    HEAD_TIMEOUT_S,
    HttpProtocol,
    NetContext,
    is_trusted,
)
from cluehouse.server.net.rate_limits import RateLimits, client_prefix
from cluehouse.table.tasks import TaskSet

ACCEPTS_PER_TICK: Final = 2
"""Connections; a move passes several loop iterations, and waits while they are accepted."""

REJECT_PAUSE_S: Final = 0.001
"""Pause in accepting after a rejection. The client reconnects at once, and a move would meet one
such connection in every loop iteration."""

LISTEN_BACKLOG: Final = 2048
"""Connections the kernel holds until they are accepted."""

ACCEPT_RETRY_DELAY_S: Final = 1.0
"""Pause in accepting when the machine is out of sockets."""

RESET_ON_CLOSE: Final = struct.pack("ii", 1, 0)
"""SO_LINGER on, for 0 s: close() resets the connection and frees it at once."""

Connect = Callable[[socket.socket, str], Coroutine[Any, Any, None]]

_log = structlog.get_logger(__name__)


class LimitedServer(uvicorn.Server):
    """uvicorn with an `Acceptor` on every listening socket."""

    def __init__(self, config: uvicorn.Config, limits: RateLimits) -> None:
        super().__init__(config)
        self._net = NetContext(limits)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        def trusts(address: str) -> bool:
            return is_trusted(address, self.config.loaded_app)

        acceptors = [Acceptor(it, self._net, trusts, self._connect) for it in sockets or ()]
        self.servers = acceptors  # type: ignore[assignment]
        self.started = True

    async def _connect(self, connection: socket.socket, address: str) -> None:
        tls, state = self.config.ssl, {"peer": address}
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: HttpProtocol(
                self._net, address, self.config, self.server_state, app_state=state
            ),
            connection,
            ssl=tls,
            ssl_handshake_timeout=HEAD_TIMEOUT_S if tls else None,
        )


class Acceptor:
    """Accepts from one listening socket until it is closed."""

    def __init__(
        self,
        listening: socket.socket,
        net: NetContext,
        trusts: Callable[[str], bool],
        connect: Connect,
    ) -> None:
        self._listening = listening
        self._limits = net.limits
        self._admissions = net.admissions
        self._trusts = trusts
        self._connect = connect
        self._loop = asyncio.get_running_loop()
        self._connecting = TaskSet()
        self._is_closed = False
        self._pause: asyncio.TimerHandle | None = None
        listening.setblocking(False)
        listening.listen(LISTEN_BACKLOG)
        self._resume_accepting()

    def close(self) -> None:
        self._is_closed = True
        self._loop.remove_reader(self._listening)
        if self._pause is not None:
            self._pause.cancel()

    async def wait_closed(self) -> None:
        """Cancel connections that are still being set up."""
        await self._connecting.cancel_all()

    def _resume_accepting(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(ACCEPTS_PER_TICK):
            try:
                connection, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return  # another process accepted it, or the client has left
            except OSError as error:
                _log.error("cannot accept connections: raise ulimit -n", detail=str(error))
                self._pause_accepting(ACCEPT_RETRY_DELAY_S)
                return
            if not self._admit(connection, str(peer[0]) if peer else ""):
                self._pause_accepting(REJECT_PAUSE_S)
                return

    def _pause_accepting(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening)
        self._pause = self._loop.call_later(seconds, self._resume_accepting)

    def _admit(self, connection: socket.socket, address: str) -> bool:
        """Queue the connection for admission, or reset it and return False.

        Connections of a trusted proxy are limited by the proxy alone.
        """
        within_limit = self._limits.connections.enter(address)
        if self._trusts(address):
            self._set_up(connection, address)
        elif within_limit and self._limits.new_connections.take(address):
            step = partial(self._set_up, connection, address)
            self._admissions.enter(client_prefix(address), step)
        else:
            self._reset(connection, address)
            return False
        return True

    def _set_up(self, connection: socket.socket, address: str) -> None:
        if self._is_closed:
            self._reset(connection, address)
        else:
            self._connecting.spawn(self._make_transport(connection, address))

    def _reset(self, connection: socket.socket, address: str) -> None:
        self._limits.connections.leave(address)
        with suppress(OSError):  # the client has left already
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
        connection.close()

    async def _make_transport(self, connection: socket.socket, address: str) -> None:
        try:
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._connect(connection, address)
        except OSError as error:  # the client has left, or does not speak TLS
            self._reset(connection, address)
            _log.debug("connection failed during setup", detail=str(error))
        except Exception:  # a bug
            self._reset(connection, address)
            raise
