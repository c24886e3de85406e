"""Abusive clients, in their own process. Each line read from stdin names the flood to run until the
next line; the answer is the number of steps since the last one.

usage: python -m bench.flooder PORT TABLE   reads calm, frames, tiny_frames, connections or requests
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import cycle

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.load_guests import FORWARDED_FOR

CLIENTS = 100
"""Clients that flood at the same time."""

ADDRESSES = cycle(f"192.0.2.{number}" for number in range(5))
"""Client addresses in the X-Forwarded-For header, in turn."""

LOOPBACKS = cycle(f"127.0.0.{number}" for number in range(11, 16))
"""Real source addresses of connections without a proxy, in turn."""

TINY_FRAME = b"\x81\x81\0\0\0\0x"
"""A masked text frame of one byte."""

PATHS = ("/", "/healthz", "/api/house", "/api/lobby", "/api/openapi.json", "/api/tables/{table}")

Steps = AsyncIterator[None]


async def send_invalid_frames(port: int, table: str) -> Steps:
    """Send invalid frames until the server closes the connection; the caller connects again."""
    where, headers = f"ws://127.0.0.1:{port}/ws/{table}", {FORWARDED_FOR: next(ADDRESSES)}
    async with connect(where, additional_headers=headers, compression=None) as socket:
        while True:
            await socket.send("nonsense " * 100)
            yield


async def send_tiny_frames(port: int, table: str) -> Steps:
    """Send 10,000 tiny frames at once, then abort the connection."""
    where, headers = f"ws://127.0.0.1:{port}/ws/{table}", {FORWARDED_FOR: next(ADDRESSES)}
    async with connect(where, additional_headers=headers, compression=None) as socket:
        socket.transport.write(TINY_FRAME * 10_000)
        await asyncio.sleep(0.1)
        socket.transport.abort()
    yield


async def open_and_drop(port: int, _table: str) -> Steps:
    """Send half a request and disconnect. A proxy would not pass that on, so there is none here."""
    source = next(LOOPBACKS), 0
    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
    writer.write(b"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\n")
    await writer.drain()
    writer.close()
    yield


async def send_requests(port: int, table: str) -> Steps:
    """Send expensive and cheap requests one after the other on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for path in cycle(PATHS):
        head = f"GET {path.format(table=table)} HTTP/1.1\r\nHost: localhost\r\n"
        writer.write(f"{head}{FORWARDED_FOR}: {next(ADDRESSES)}\r\n\r\n".encode())
        answered = await reader.readuntil(b"\r\n\r\n")
        length = answered.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        yield


FLOODS: dict[str, Callable[[int, str], Steps]] = {
    "frames": send_invalid_frames,
    "tiny_frames": send_tiny_frames,
    "connections": open_and_drop,
    "requests": send_requests,
}


class Flooder:
    def __init__(self, port: int, table: str) -> None:
        self._port = port
        self._table = table
        self._tasks: list[asyncio.Task[None]] = []
        self._steps = 0

    async def switch_to(self, kind: str) -> int:
        """Run this flood from now on; returns the steps of the last one."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        steps, self._steps = self._steps, 0
        clients = CLIENTS if kind in FLOODS else 0
        self._tasks = [asyncio.create_task(self._repeat(kind)) for _ in range(clients)]
        return steps

    async def _repeat(self, kind: str) -> None:
        while True:
            with suppress(OSError, WebSocketException, EOFError):
                async for _ in FLOODS[kind](self._port, self._table):
                    self._steps += 1
                    await asyncio.sleep(0)


async def main(port: int, table: str) -> None:
    flooder = Flooder(port, table)
    while kind := (await asyncio.to_thread(sys.stdin.readline)).strip():
        print(await flooder.switch_to(kind), flush=True)
    await flooder.switch_to("")


if __name__ == "__main__":
    # Real abusive clients have their own machines: here they must not take CPU from the players.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
