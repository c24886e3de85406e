"""What the wicket learns from uvicorn while a request is answered: whoever does not read is let go,
whoever has hung up is not answered, and only so many wait behind one."""

import asyncio
import gc
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from websockets.asyncio.client import connect

from cluehouse.server import wicket
from cluehouse.server.wicket import MOST_WAITING, Wicket
from tests.server.empty_house import serving

PATIENCE: Final = 60.0
HURRY: Final = 0.1
"""Seconds."""

REQUEST: Final = b"GET / HTTP/1.1\r\nHost: house\r\n\r\n"
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
    app: Answering,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    async with asyncio.timeout(PATIENCE), serving(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        yield reader, writer
        writer.transport.abort()


async def test_whoever_does_not_read_an_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wicket, "BODY_TIME", HURRY)
    app = Answering(MUCH)
    async with line_to(app) as (_, writer):
        writer.write(REQUEST)
        await app.nobody_listens.wait()


async def test_no_refusal_is_written_into_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a request comes behind it, and is not waited for."""
    monkeypatch.setattr(wicket, "HEAD_TIME", HURRY)
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
    ("waiting", "statuses"), [(MOST_WAITING, [200] * (1 + MOST_WAITING)), (MOST_WAITING + 1, [400])]
)
async def test_so_many_wait_behind_a_request_and_no_more(waiting: int, statuses: list[int]) -> None:
    app = Answering()
    async with line_to(app) as (reader, writer):
        writer.write(REQUEST * waiting + LAST)
        await app.is_asked.wait()
        app.may_end.set()
        heard = await reader.read()
    assert [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", heard)] == statuses


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
            assert not [it for it in gc.get_objects() if isinstance(it, Wicket)]
    finally:
        gc.enable()


async def _accept(scope: Any, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "come in"})
    await receive()
