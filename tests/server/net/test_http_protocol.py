"""What the wicket learns from uvicorn while a request waits or is answered: whoever does not read
is let go, whoever has hung up is forgotten, and only so many wait behind one."""

import asyncio
import gc
import re
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from websockets.asyncio.client import connect

from cluehouse.server.net import acceptor, fair_queue, http_protocol
from cluehouse.server.net.http_protocol import MAX_PIPELINED_REQUESTS, HttpProtocol
from cluehouse.server.net.rate_limits import RateLimits
from tests.server.bare_server import serving

PATIENCE: Final = 60.0
HURRY: Final = 0.1
"""Seconds."""

REQUEST: Final = b"GET / HTTP/1.1\r\nHost: house\r\n\r\n"
AFAR: Final = "192.0.2.1"
FROM_AFAR: Final = b"GET / HTTP/1.1\r\nHost: house\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
UPGRADE: Final = (
    b"GET /ws HTTP/1.1\r\nHost: house\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
UPGRADE_FROM_AFAR: Final = UPGRADE.replace(b"Host", b"X-Forwarded-For: 192.0.2.1\r\nHost")
LAST: Final = b"GET / HTTP/1.1\r\nHost: house\r\nConnection: close\r\n\r\n"

MUCH: Final = bytes(32 * 1024 * 1024)
"""More than a network holds for whoever does not read."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Answering:
    """An application that begins every answer at once, if it has words for that, and ends it when
    it may or when nobody listens any more."""

    def __init__(self, first: bytes = b"") -> None:
        self._first = first
        self.is_asked = asyncio.Event()
        self.may_end = asyncio.Event()
        self.nobody_listens = asyncio.Event()

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
        self.nobody_listens.set()
        self.may_end.set()


async def _begin(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


@asynccontextmanager
async def line_to(
    app: Any, limits: RateLimits | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    async with asyncio.timeout(PATIENCE), serving(app, limits) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        yield reader, writer
        writer.transport.abort()


async def test_whoever_does_not_read_an_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "BODY_TIMEOUT_S", HURRY)
    app = Answering(MUCH)
    async with line_to(app) as (_, writer):
        writer.write(REQUEST)
        await app.nobody_listens.wait()


async def test_no_refusal_is_written_into_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a request comes behind it, and is not waited for."""
    monkeypatch.setattr(http_protocol, "HEAD_TIMEOUT_S", HURRY)
    app = Answering(b"once upon a time")
    async with line_to(app) as (reader, writer):
        writer.write(REQUEST)
        await reader.readuntil(b"time\r\n")
        writer.write(b"G")
        assert await reader.read() == b""


async def test_whoever_hangs_up_is_not_answered_whatever_waits_behind() -> None:
    app = Answering()
    async with line_to(app) as (_, writer):
        writer.write(REQUEST * 2)
        await app.is_asked.wait()
        writer.close()
        await app.nobody_listens.wait()


@pytest.mark.parametrize(
    ("waiting", "statuses"),
    [
        (MAX_PIPELINED_REQUESTS, [200] * (1 + MAX_PIPELINED_REQUESTS)),
        (MAX_PIPELINED_REQUESTS + 1, [400]),
    ],
)
async def test_so_many_wait_behind_a_request_and_no_more(waiting: int, statuses: list[int]) -> None:
    app = Answering()
    async with line_to(app) as (reader, writer):
        writer.write(REQUEST * waiting + LAST)
        await app.is_asked.wait()
        app.may_end.set()
        heard = await reader.read()
    assert [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", heard)] == statuses


async def test_nobody_opens_a_socket_behind_a_request_that_is_not_answered() -> None:
    """One connection would be a line and a wicket at the same time."""
    app = Answering()
    async with line_to(app) as (reader, writer):
        writer.write(REQUEST + UPGRADE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
        assert b"HTTP/1.1" not in await reader.read()


async def test_whoever_hangs_up_while_they_wait_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long the line is, and however many come and go."""
    gc.collect()
    _let_in_one_alone(monkeypatch)
    app = Answering()
    async with line_to(app) as (_, writer):
        writer.write(FROM_AFAR)
        await app.is_asked.wait()
        _, second = await asyncio.open_connection(*writer.get_extra_info("peername"))
        second.write(FROM_AFAR)
        while not all(it.cycle for it in _wickets()) or len(_wickets()) < 2:
            await asyncio.sleep(0.01)
        second.transport.abort()
        while len(_wickets()) > 1:
            gc.collect()
            await asyncio.sleep(0.01)


async def test_whoever_is_on_this_machine_does_not_stand_in_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They may ask whether the house is well, however many are at the door."""
    _let_in_one_alone(monkeypatch)
    app = Answering()
    async with line_to(app) as (_, writer):
        writer.write(FROM_AFAR)
        await app.is_asked.wait()
        app.may_end.set()
        reader, second = await asyncio.open_connection(*writer.get_extra_info("peername"))
        second.write(LAST)
        assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
        second.close()


async def test_whoever_is_gone_before_the_wicket_is_made_ready_is_not_counted_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = RateLimits(1 / 400)  # room for one
    hasty = socket.socket()
    hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    class SlowlyMade(HttpProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            hasty.close()
            super().__init__(*args, **kwargs)

    monkeypatch.setattr(acceptor, "HttpProtocol", SlowlyMade)
    async with asyncio.timeout(PATIENCE), serving(Answering(), limits) as port:
        await asyncio.to_thread(hasty.connect, ("127.0.0.1", port))
        while hasty.fileno() >= 0:
            await asyncio.sleep(0.01)
        while not limits.connections.enter("127.0.0.1"):
            limits.connections.leave("127.0.0.1")
            await asyncio.sleep(0.01)


async def test_nothing_of_a_wicket_is_left_when_a_socket_has_been_opened() -> None:
    """Nobody waits while rubbish is looked for where there is none."""
    gc.collect()
    gc.disable()
    try:
        async with (
            asyncio.timeout(PATIENCE),
            serving(_accept) as port,
            connect(f"ws://127.0.0.1:{port}") as line,
        ):
            await line.recv()
            assert not _wickets()
    finally:
        gc.enable()


async def test_whoever_is_shown_the_door_again_and_again_opens_no_socket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_protocol, "REJECT_DELAY_S", (0.0, 0.0))
    async with line_to(_accept, _limits_that_fined(AFAR)) as (reader, writer):
        writer.write(UPGRADE_FROM_AFAR)
        assert (await reader.readline()).startswith(b"HTTP/1.1 429 ")


async def test_whoever_falls_into_debt_while_they_stand_in_line_opens_none_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_protocol, "REJECT_DELAY_S", (0.0, 0.0))
    limits = RateLimits()
    stand_in_line = HttpProtocol._stand_in_line

    def misbehave(self: HttpProtocol, step: Callable[[], None]) -> None:
        _fine(limits, AFAR)
        stand_in_line(self, step)

    monkeypatch.setattr(HttpProtocol, "_stand_in_line", misbehave)
    async with line_to(_accept, limits) as (reader, writer):
        writer.write(UPGRADE_FROM_AFAR)
        assert (await reader.readline()).startswith(b"HTTP/1.1 429 ")


async def test_nobody_is_shut_out_for_another_by_a_proxy_that_names_nobody() -> None:
    """All of them have its own address, and whoever misbehaves would be all of them."""
    async with line_to(_accept, _limits_that_fined("127.0.0.1")) as (reader, writer):
        writer.write(UPGRADE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 101 ")


def _limits_that_fined(address: str) -> RateLimits:
    limits = RateLimits()
    _fine(limits, address)
    return limits


def _fine(limits: RateLimits, address: str) -> None:
    while not limits.requests.is_blocked(address):
        limits.requests.penalize(address)


def _let_in_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MIN_IDLE_S", 2 * PATIENCE)
    monkeypatch.setattr(fair_queue, "MAX_ADMISSION_DELAY_S", 2 * PATIENCE)


def _wickets() -> list[HttpProtocol]:
    return [it for it in gc.get_objects() if type(it) is HttpProtocol]


async def _accept(scope: Any, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "come in"})
    await receive()
