"""What comes in at once over one socket is read in sips: everybody else has their turn between. And
whoever speaks while the house closes hears why."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import uvloop
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect

from cluehouse.server.net import fair_queue, http_protocol
from cluehouse.server.net import websocket_protocol as line_module
from cluehouse.server.net.websocket_protocol import READ_SLICE_BYTES, WebSocketProtocol
from cluehouse.server.wire.close_codes import COME_BACK, TOO_FAST
from tests.server.bare_server import serving

TINY = b"\x81\x81\0\0\0\0x"
"""The smallest message that says something."""

MANY = 20_000

HOURS = 10_000.0

LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


class Listener:
    """An application that hears everything, and counts the turns that others have meanwhile."""

    def __init__(self) -> None:
        self.heard = 0
        self.turns = 0
        self.all_heard = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        others = asyncio.create_task(self._take_turns())
        while (await receive())["type"] == "websocket.receive":
            self.heard += 1
            if self.heard == MANY:
                self.all_heard.set()
        others.cancel()

    async def _take_turns(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.turns += not self.all_heard.is_set()


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_others_have_their_turn_between_two_sips(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def run() -> None:
        listener = Listener()
        async with serving(listener) as port, connect(f"ws://127.0.0.1:{port}") as line:
            line.transport.write(TINY * MANY)
            await listener.all_heard.wait()
        assert listener.turns >= MANY * len(TINY) // READ_SLICE_BYTES

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(run())


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_no_more_is_taken_in_while_a_little_waits_to_be_read(
    loop: Callable[[], asyncio.AbstractEventLoop], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And everything is heard, when there is time for it."""
    lines = list[WebSocketProtocol]()

    class Seen(WebSocketProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            lines.append(self)

    monkeypatch.setattr(http_protocol, "WebSocketProtocol", Seen)

    async def run() -> None:
        listener = Listener()
        async with serving(listener) as port, connect(f"ws://127.0.0.1:{port}") as line:
            [inside] = lines
            with monkeypatch.context() as others_go_first:
                others_go_first.setattr(fair_queue, "READS_PER_TICK", 0)
                line.transport.write(TINY)
                while not inside._unread:
                    await asyncio.sleep(0)
                line.transport.write(TINY * (MANY - 1))
                while len(inside._unread) <= READ_SLICE_BYTES:
                    await asyncio.sleep(0)
                assert not inside.transport.is_reading()
            await listener.all_heard.wait()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(run())


async def deaf(scope: Any, receive: Any, send: Any) -> None:
    """It lets somebody in, and hears nothing before the house closes."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_whoever_speaks_while_the_house_closes_hears_why(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def run() -> int | None:
        async with AsyncExitStack() as stack:
            async with serving(deaf) as port:
                line = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}"))
                line.transport.write(TINY * 10 * MANY)  # more than is read at once
            await line.wait_closed()
            return line.close_code

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(run()) == COME_BACK


async def test_whoever_talks_on_and_on_hears_why_the_line_ends_and_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though nobody reads as far as their farewell."""

    class Patient(WebSocketProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.close_timeout = HOURS

    async def show_the_door(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        await send({"type": "websocket.close", "code": TOO_FAST})

    monkeypatch.setattr(http_protocol, "WebSocketProtocol", Patient)
    monkeypatch.setattr(line_module, "FLUSH_TIMEOUT_S", HOURS)
    async with serving(show_the_door) as port, connect(f"ws://127.0.0.1:{port}") as line:
        line.transport.write(TINY * MANY)
        await asyncio.wait_for(line.wait_closed(), 60)
        assert line.close_code == TOO_FAST


async def test_whoever_is_let_go_while_the_house_closes_is_no_bug() -> None:
    """It has said goodbye already when somebody else would."""
    was_gone = asyncio.Event()

    async def slow_door(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        with pytest.raises(ClientDisconnected):
            await send({"type": "websocket.close", "code": 1000})
        was_gone.set()

    async with AsyncExitStack() as stack:
        async with serving(slow_door) as port:
            line = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}"))
        await line.wait_closed()
        await asyncio.wait_for(was_gone.wait(), 60)


async def test_whoever_is_just_going_keeps_no_house_from_closing_in_good_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It closes between their farewell and the end of the line."""
    has_closed, say_goodbye = asyncio.Event(), WebSocketProtocol.handle_close

    def and_the_house_closes(line: WebSocketProtocol, farewell: Any) -> None:
        say_goodbye(line, farewell)
        line.shutdown()
        has_closed.set()

    monkeypatch.setattr(WebSocketProtocol, "handle_close", and_the_house_closes)
    async with serving(deaf) as port:
        line = await connect(f"ws://127.0.0.1:{port}")
        await line.close()
        await asyncio.wait_for(has_closed.wait(), 10)
