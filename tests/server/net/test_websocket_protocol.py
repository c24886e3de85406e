"""WebSockets are read in slices with other work in between, and closing delivers its code."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import uvloop
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect

from cluehouse.server.net import websocket_protocol
from cluehouse.server.net.websocket_protocol import READ_SLICE_BYTES, WebSocketProtocol
from cluehouse.server.wire.close_codes import COME_BACK, TOO_FAST
from tests.server.bare_server import serving

TINY = b"\x81\x81\0\0\0\0x"
"""The smallest message with content."""

MANY = 20_000

HOURS = 10_000.0

LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


class Listener:
    """An application that receives all messages and counts loop iterations meanwhile."""

    def __init__(self) -> None:
        self.received = 0
        self.turns = 0
        self.all_received = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        others = asyncio.create_task(self._take_turns())
        while (await receive())["type"] == "websocket.receive":
            self.received += 1
            if self.received == MANY:
                self.all_received.set()
        others.cancel()

    async def _take_turns(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.turns += not self.all_received.is_set()


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_other_work_runs_between_two_slices(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def run() -> None:
        listener = Listener()
        async with serving(listener) as port, connect(f"ws://127.0.0.1:{port}") as client:
            client.transport.write(TINY * MANY)
            await listener.all_received.wait()
        assert listener.turns >= MANY * len(TINY) // READ_SLICE_BYTES

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(run())


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_reading_pauses_while_data_waits_to_be_parsed(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    """And every message arrives in the end."""
    protocols = list["Held"]()

    class Held(WebSocketProtocol):
        is_held = True

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            protocols.append(self)

        def _read_slice(self) -> None:
            if self.is_held:
                self.loop.call_soon(self._read_slice)
            else:
                super()._read_slice()

    async def run() -> None:
        listener = Listener()
        async with serving(listener, ws=Held) as port, connect(f"ws://127.0.0.1:{port}") as client:
            [protocol] = protocols
            client.transport.write(TINY)
            while not protocol._unread:
                await asyncio.sleep(0)
            client.transport.write(TINY * (MANY - 1))
            while len(protocol._unread) <= READ_SLICE_BYTES:
                await asyncio.sleep(0)
            assert not protocol.transport.is_reading()
            protocol.is_held = False
            await listener.all_received.wait()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(run())


async def deaf(scope: Any, receive: Any, send: Any) -> None:
    """Accept the connection, and receive slowly until the server shuts down."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        await asyncio.sleep(0.1)


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_client_sending_during_shutdown_receives_the_close_code(
    loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def run() -> int | None:
        async with AsyncExitStack() as stack:
            async with serving(deaf) as port:
                client = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}"))
                client.transport.write(TINY * 10 * MANY)  # more than is read at once
            await client.wait_closed()
            return client.close_code

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(run()) == COME_BACK


async def test_client_that_keeps_sending_after_close_receives_the_code_and_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though its own close frame is never reached."""

    class Patient(WebSocketProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.close_timeout = HOURS

    async def close_as_too_fast(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        await send({"type": "websocket.close", "code": TOO_FAST})

    monkeypatch.setattr(websocket_protocol, "FLUSH_TIMEOUT_S", HOURS)
    async with (
        serving(close_as_too_fast, ws=Patient) as port,
        connect(f"ws://127.0.0.1:{port}") as client,
    ):
        client.transport.write(TINY * MANY)
        await asyncio.wait_for(client.wait_closed(), 60)
        assert client.close_code == TOO_FAST


async def test_close_during_shutdown_raises_disconnected_not_a_bug() -> None:
    """The shutdown has sent its close frame before the application sends one."""
    raised = asyncio.Event()

    async def close_late(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        with pytest.raises(ClientDisconnected):
            await send({"type": "websocket.close", "code": 1000})
        raised.set()

    async with AsyncExitStack() as stack:
        async with serving(close_late) as port:
            client = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}"))
        await client.wait_closed()
        await asyncio.wait_for(raised.wait(), 60)


async def test_client_that_is_closing_does_not_disturb_shutdown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The shutdown comes between its close frame and the end of the connection."""
    has_closed, handle_close = asyncio.Event(), WebSocketProtocol.handle_close

    def close_and_shut_down(protocol: WebSocketProtocol, frame: Any) -> None:
        handle_close(protocol, frame)
        protocol.shutdown()
        has_closed.set()

    monkeypatch.setattr(WebSocketProtocol, "handle_close", close_and_shut_down)
    async with serving(deaf) as port:
        client = await connect(f"ws://127.0.0.1:{port}")
        await client.close()
        await asyncio.wait_for(has_closed.wait(), 10)
