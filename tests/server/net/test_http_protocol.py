"""HTTP connections: slow readers are disconnected, lost connections leave nothing behind, and
pipelined requests are limited."""

import asyncio
import gc
import re
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from cluehouse.server.net import acceptor, fair_queue, http_protocol
from cluehouse.server.net.http_protocol import (
    MAX_HEAD_BYTES,
    MAX_PIPELINED_REQUESTS,
    HttpProtocol,
    NetContext,
)
from cluehouse.server.net.rate_limits import RateLimits
from tests.server.bare_server import serving

TEST_TIMEOUT_S: Final = 60.0
SHORT_TIMEOUT_S: Final = 0.1
"""Seconds."""

REQUEST: Final = b"GET / HTTP/1.1\r\nHost: server\r\n\r\n"
REMOTE: Final = "192.0.2.1"
FROM_REMOTE: Final = b"GET / HTTP/1.1\r\nHost: server\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
UPGRADE: Final = (
    b"GET /ws HTTP/1.1\r\nHost: server\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
UPGRADE_FROM_REMOTE: Final = UPGRADE.replace(b"Host", b"X-Forwarded-For: 192.0.2.1\r\nHost")
LAST: Final = b"GET / HTTP/1.1\r\nHost: server\r\nConnection: close\r\n\r\n"

MUCH: Final = bytes(32 * 1024 * 1024)
"""More than the network buffers for a client that does not read."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Answering:
    """An application that starts each response with `first`, if given, and ends it when allowed or
    when the client has disconnected."""

    def __init__(self, first: bytes = b"") -> None:
        self._first = first
        self.is_asked = asyncio.Event()
        self.may_end = asyncio.Event()
        self.disconnected = asyncio.Event()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if self._first:
            await _begin(send)
            await send({"type": "http.response.body", "body": self._first, "more_body": True})
        self.is_asked.set()
        listening = asyncio.create_task(self._listen(receive))
        await self.may_end.wait()
        if not self._first:
            await _begin(send)
        await send({"type": "http.response.body", "body": b"the end"})
        listening.cancel()

    async def _listen(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.disconnected.set()
        self.may_end.set()


async def _begin(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


@asynccontextmanager
async def connection_to(
    app: Any, limits: RateLimits | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    async with asyncio.timeout(TEST_TIMEOUT_S), serving(app, limits) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        yield reader, writer
        writer.transport.abort()


async def test_client_that_does_not_read_its_response_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_protocol, "BODY_TIMEOUT_S", SHORT_TIMEOUT_S)
    app = Answering(MUCH)
    async with connection_to(app) as (_, writer):
        writer.write(REQUEST)
        await app.disconnected.wait()


async def test_rejection_is_not_written_into_a_response(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a pipelined request times out while the first is answered."""
    monkeypatch.setattr(http_protocol, "HEAD_TIMEOUT_S", SHORT_TIMEOUT_S)
    app = Answering(b"once upon a time")
    async with connection_to(app) as (reader, writer):
        writer.write(REQUEST)
        await reader.readuntil(b"time\r\n")
        writer.write(b"G")
        assert await reader.read() == b""


async def test_disconnect_reaches_the_request_being_answered_not_only_the_last() -> None:
    app = Answering()
    async with connection_to(app) as (_, writer):
        writer.write(REQUEST * 2)
        await app.is_asked.wait()
        writer.close()
        await app.disconnected.wait()


@pytest.mark.parametrize(
    ("waiting", "statuses"),
    [
        (MAX_PIPELINED_REQUESTS, [200] * (1 + MAX_PIPELINED_REQUESTS)),
        (MAX_PIPELINED_REQUESTS + 1, [400]),
    ],
)
async def test_pipelined_requests_are_limited(waiting: int, statuses: list[int]) -> None:
    app = Answering()
    async with connection_to(app) as (reader, writer):
        writer.write(REQUEST * waiting + LAST)
        await app.is_asked.wait()
        app.may_end.set()
        response = await reader.read()
    assert [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", response)] == statuses


FULL: Final = MAX_HEAD_BYTES + 1

LARGE_HEADS: Final = {
    "one header": b"GET / HTTP/1.1\r\nHost: server\r\nX: " + b"a" * FULL + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: server\r\n" + b"X: a\r\n" * FULL + b"\r\n",
    "empty headers": b"GET / HTTP/1.1\r\nHost: server\r\n" + b"X:\r\n" * (FULL // 4) + b"\r\n",
    "the path": b"GET /" + b"a" * FULL + b" HTTP/1.1\r\nHost: server\r\n\r\n",
    "an upgrade": UPGRADE.replace(b"Host", b"X: " + b"a" * FULL + b"\r\nHost"),
    "behind a request": REQUEST + b"GET / HTTP/1.1\r\nX: " + b"a" * FULL + b"\r\n\r\n",
    "behind a body": b"POST / HTTP/1.1\r\nHost: server\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"0\r\nX: " + b"a" * FULL + b"\r\n\r\n",
}


@pytest.mark.parametrize("head", LARGE_HEADS.values(), ids=LARGE_HEADS)
@pytest.mark.parametrize("piece", [1_000_000, 5000])
async def test_head_over_the_limit_is_refused_at_once_or_in_pieces(head: bytes, piece: int) -> None:
    async with protocol_of(Answering()) as (protocol, transport):
        for start in range(0, len(head), piece):
            if not transport.is_closing():
                protocol.data_received(head[start : start + piece])
        assert transport.written.startswith(b"HTTP/1.1 431 ")
        assert transport.written.count(b"HTTP/1.1") == 1
        assert transport.is_closing()


@pytest.mark.parametrize("piece", [1_000_000, 5000])
async def test_head_up_to_the_limit_is_read(piece: int) -> None:
    app, start = Answering(), REQUEST.removesuffix(b"\r\n")
    head = start + b"X: " + b"a" * (MAX_HEAD_BYTES - len(start) - 100) + b"\r\n\r\n"
    async with protocol_of(app) as (protocol, transport):
        for begin in range(0, len(head), piece):
            protocol.data_received(head[begin : begin + piece])
        await app.is_asked.wait()
        assert not transport.is_closing()


class RecordingTransport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self._closing = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self._closing = True

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


@asynccontextmanager
async def protocol_of(app: Answering) -> AsyncIterator[tuple[HttpProtocol, RecordingTransport]]:
    """A connection that gets its data in pieces of known sizes."""
    limits, transport = RateLimits(), RecordingTransport()
    limits.connections.enter(REMOTE)
    config = uvicorn.Config(app, lifespan="off", log_config=None)
    protocol = HttpProtocol(NetContext(limits), REMOTE, config, ServerState(), app_state={})
    protocol.connection_made(transport)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        yield protocol, transport
        app.may_end.set()
        protocol.connection_lost(ConnectionResetError())
        await asyncio.gather(*protocol.tasks)


async def test_upgrade_behind_an_unanswered_request_is_rejected() -> None:
    """One connection would be HTTP and WebSocket at the same time."""
    app = Answering()
    async with connection_to(app) as (reader, writer):
        writer.write(REQUEST + UPGRADE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
        assert b"HTTP/1.1" not in await reader.read()


async def test_queued_connection_that_is_lost_is_freed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gc.collect()
    _admit_only_one(monkeypatch)
    app = Answering()
    async with connection_to(app) as (_, writer):
        writer.write(FROM_REMOTE)
        await app.is_asked.wait()
        _, second = await asyncio.open_connection(*writer.get_extra_info("peername"))
        second.write(FROM_REMOTE)
        while not all(it.cycle for it in _live_protocols()) or len(_live_protocols()) < 2:
            await asyncio.sleep(0.01)
        second.transport.abort()
        while len(_live_protocols()) > 1:
            gc.collect()
            await asyncio.sleep(0.01)


async def test_trusted_client_skips_the_admission_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A health check is answered however many clients wait."""
    _admit_only_one(monkeypatch)
    app = Answering()
    async with connection_to(app) as (_, writer):
        writer.write(FROM_REMOTE)
        await app.is_asked.wait()
        app.may_end.set()
        reader, second = await asyncio.open_connection(*writer.get_extra_info("peername"))
        second.write(LAST)
        assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
        second.close()


async def test_connection_lost_during_setup_releases_its_slot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = RateLimits(1 / 400)  # one connection
    hasty = socket.socket()
    hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    class SlowlyMade(HttpProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            hasty.close()
            super().__init__(*args, **kwargs)

    monkeypatch.setattr(acceptor, "HttpProtocol", SlowlyMade)
    async with asyncio.timeout(TEST_TIMEOUT_S), serving(Answering(), limits) as port:
        await asyncio.to_thread(hasty.connect, ("127.0.0.1", port))
        while hasty.fileno() >= 0:
            await asyncio.sleep(0.01)
        while not limits.connections.enter("127.0.0.1"):
            limits.connections.leave("127.0.0.1")
            await asyncio.sleep(0.01)


async def test_upgraded_connection_frees_its_http_protocol() -> None:
    """Without a reference cycle, which only the garbage collector would free."""
    gc.collect()
    gc.disable()
    try:
        async with (
            asyncio.timeout(TEST_TIMEOUT_S),
            serving(_accept) as port,
            connect(f"ws://127.0.0.1:{port}") as socket_client,
        ):
            await socket_client.recv()
            assert not _live_protocols()
    finally:
        gc.enable()


async def test_blocked_client_cannot_open_a_websocket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_protocol, "REJECT_DELAY_S", (0.0, 0.0))
    async with connection_to(_accept, _limits_blocking(REMOTE)) as (reader, writer):
        writer.write(UPGRADE_FROM_REMOTE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 429 ")


async def test_client_blocked_while_queued_cannot_open_a_websocket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_protocol, "REJECT_DELAY_S", (0.0, 0.0))
    limits = RateLimits()
    admit = HttpProtocol._admit

    def misbehave(self: HttpProtocol, step: Callable[[], None]) -> None:
        _block(limits, REMOTE)
        admit(self, step)

    monkeypatch.setattr(HttpProtocol, "_admit", misbehave)
    async with connection_to(_accept, limits) as (reader, writer):
        writer.write(UPGRADE_FROM_REMOTE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 429 ")


async def test_proxy_that_names_no_client_is_never_blocked() -> None:
    """All its clients share its address, and one of them would block the rest."""
    async with connection_to(_accept, _limits_blocking("127.0.0.1")) as (reader, writer):
        writer.write(UPGRADE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 101 ")


def _limits_blocking(address: str) -> RateLimits:
    limits = RateLimits()
    _block(limits, address)
    return limits


def _block(limits: RateLimits, address: str) -> None:
    while not limits.requests.is_blocked(address):
        limits.requests.penalize(address)


def _admit_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MIN_IDLE_S", 2 * TEST_TIMEOUT_S)
    monkeypatch.setattr(fair_queue, "MAX_ADMISSION_DELAY_S", 2 * TEST_TIMEOUT_S)


def _live_protocols() -> list[HttpProtocol]:
    return [it for it in gc.get_objects() if type(it) is HttpProtocol]


async def _accept(scope: Any, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "come in"})
    await receive()
