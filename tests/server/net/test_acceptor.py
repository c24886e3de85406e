"""Connections over the limit are reset before any setup, with and without TLS; accepting recovers
when the machine was out of sockets."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog

from cluehouse.server.certificate import self_signed_certificate
from cluehouse.server.net import acceptor
from cluehouse.server.net.acceptor import ACCEPTS_PER_TICK, Acceptor
from cluehouse.server.net.http_protocol import NetContext
from cluehouse.server.net.rate_limits import RateLimits
from tests.server.bare_server import serving
from tests.server_process import TEST_TIMEOUT_S

CLIENT = "127.0.0.9"


async def silent(scope: Any, receive: Any, send: Any) -> None:
    """No request gets this far."""


@asynccontextmanager
async def connection_to(port: int, source: str) -> AsyncIterator[asyncio.StreamReader]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    yield reader
    writer.transport.abort()


async def is_reset(port: int, source: str) -> bool:
    try:
        async with connection_to(port, source) as reader:
            return await reader.read() == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("tls", [False, True])
async def test_silent_connections_count_towards_the_limit(tmp_path: Path, tls: bool) -> None:
    """With TLS, too, before the handshake."""
    certificate, key = self_signed_certificate(tmp_path)
    config = {"ssl_certfile": certificate, "ssl_keyfile": key} if tls else {}
    async with (
        asyncio.timeout(TEST_TIMEOUT_S),
        serving(silent, RateLimits(2 / 400), **config) as port,
        connection_to(port, CLIENT) as first,
        connection_to(port, CLIENT) as second,
        connection_to(port, "127.0.0.8") as from_elsewhere,
    ):
        assert await is_reset(port, CLIENT)
        assert not any(it.at_eof() for it in (first, second, from_elsewhere))


async def test_bug_during_setup_is_logged_and_releases_its_slot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(acceptor, "HttpProtocol", fail)
    limits = RateLimits(1 / 400)
    async with asyncio.timeout(TEST_TIMEOUT_S), serving(silent, limits) as port:
        assert await is_reset(port, CLIENT)
        while not limits.connections.enter(CLIENT):
            limits.connections.leave(CLIENT)
            await asyncio.sleep(0.01)
        while not caplog.records:
            await asyncio.sleep(0.01)
    assert [it.getMessage() for it in caplog.records] == ["a background task failed"]


async def test_failed_tls_handshake_releases_its_slot(tmp_path: Path) -> None:
    certificate, key = self_signed_certificate(tmp_path)
    limits = RateLimits(1 / 400)
    async with (
        asyncio.timeout(TEST_TIMEOUT_S),
        serving(silent, limits, ssl_certfile=certificate, ssl_keyfile=key) as port,
    ):
        _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(CLIENT, 0))
        writer.write(b"GET / HTTP/1.1\r\nHost: server\r\n\r\n")
        while not limits.connections.enter(CLIENT):
            limits.connections.leave(CLIENT)
            await asyncio.sleep(0.01)
        writer.transport.abort()


class OutOfFiles(socket.socket):
    """A listening socket that fails with EMFILE a given number of times."""

    times = 1

    def accept(self) -> Any:
        if self.times:
            self.times -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


async def test_accepting_resumes_after_running_out_of_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acceptor, "ACCEPT_RETRY_DELAY_S", 0.01)
    connected = asyncio.Event()

    async def set_up(connection: socket.socket, _address: str) -> None:
        connection.close()
        connected.set()

    with OutOfFiles() as listening, structlog.testing.capture_logs() as told:
        listening.bind(("127.0.0.1", 0))
        listener = Acceptor(listening, NetContext(RateLimits()), lambda _: True, set_up)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        await asyncio.wait_for(connected.wait(), TEST_TIMEOUT_S)
        writer.close()
        listener.close()
        await listener.wait_closed()
    assert [it["event"] for it in told] == ["cannot accept connections: raise ulimit -n"]


async def test_accepts_per_loop_iteration_are_limited() -> None:
    connected, before = list[int](), 0

    async def set_up(connection: socket.socket, _address: str) -> None:
        connection.close()
        connected.append(1)

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        crowd = [
            socket.create_connection(listening.getsockname()) for _ in range(3 * ACCEPTS_PER_TICK)
        ]
        listener = Acceptor(listening, NetContext(RateLimits()), lambda _: True, set_up)
        while len(connected) < len(crowd):
            await asyncio.sleep(0)
            assert len(connected) <= before + ACCEPTS_PER_TICK
            before = len(connected)
        for one in crowd:
            one.close()
        listener.close()


async def test_accepting_pauses_after_a_rejection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acceptor, "REJECT_PAUSE_S", TEST_TIMEOUT_S)
    rejected, reset = list[str](), Acceptor._reset

    def record_reset(self: Acceptor, connection: socket.socket, address: str) -> None:
        rejected.append(address)
        reset(self, connection, address)

    monkeypatch.setattr(Acceptor, "_reset", record_reset)
    async with serving(silent, RateLimits(0)) as port:
        crowd = [
            socket.create_connection(("127.0.0.1", port), source_address=(CLIENT, 0))
            for _ in range(3)
        ]
        while not rejected:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        assert rejected == [CLIENT]
        for one in crowd:
            one.close()


async def test_queued_connection_is_reset_on_shutdown() -> None:
    connected, net = list[str](), NetContext(RateLimits())

    async def set_up(connection: socket.socket, address: str) -> None:
        connection.close()
        connected.append(address)

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listener = Acceptor(listening, net, lambda _: False, set_up)
        net.admissions.enter("an earlier client", listener.close)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        listener._accept()
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while net.admissions._pending:
                await asyncio.sleep(0.01)
        writer.transport.abort()
    assert connected == []
