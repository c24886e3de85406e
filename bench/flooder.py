"""Strangers who mean ill, in a process of their own: does to the house what each line that it reads
says, until the next one, and tells how many steps it took.

usage: python -m bench.flooder PORT TABLE      reads calm, frames, specks, connections or requests
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import cycle

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.load_guests import FROM

STRANGERS = 100
"""At work at the same time."""

ADDRESSES = cycle(f"192.0.2.{number}" for number in range(5))
"""That they come from, in turn."""

LOOPBACKS = cycle(f"127.0.0.{number}" for number in range(11, 16))
"""Where they really are."""

SPECK = b"\x81\x81\0\0\0\0x"
"""The smallest message there is."""

PATHS = ("/", "/healthz", "/api/house", "/api/lobby", "/api/openapi.json", "/api/tables/{table}")

Steps = AsyncIterator[None]


async def send_nonsense(port: int, table: str) -> Steps:
    """Until one is shown the door, and in again."""
    where, headers = f"ws://127.0.0.1:{port}/ws/{table}", {FROM: next(ADDRESSES)}
    async with connect(where, additional_headers=headers, compression=None) as socket:
        while True:
            await socket.send("nonsense " * 100)
            yield


async def send_specks(port: int, table: str) -> Steps:
    """Many at once, and away."""
    where, headers = f"ws://127.0.0.1:{port}/ws/{table}", {FROM: next(ADDRESSES)}
    async with connect(where, additional_headers=headers, compression=None) as socket:
        socket.transport.write(SPECK * 10_000)
        await asyncio.sleep(0.1)
        socket.transport.abort()
    yield


async def open_and_drop(port: int, _table: str) -> Steps:
    """Half a request, and away. No proxy would let that through, so they come by themselves."""
    here = next(LOOPBACKS), 0
    _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=here)
    writer.write(b"GET /api/lobby HTTP/1.1\r\nHost: house\r\n")
    await writer.drain()
    writer.close()
    yield


async def ask_on(port: int, table: str) -> Steps:
    """One request after the other on one connection, dear ones and cheap ones."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for path in cycle(PATHS):
        head = f"GET {path.format(table=table)} HTTP/1.1\r\nHost: house\r\n"
        writer.write(f"{head}{FROM}: {next(ADDRESSES)}\r\n\r\n".encode())
        answered = await reader.readuntil(b"\r\n\r\n")
        length = answered.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        yield


ILL: dict[str, Callable[[int, str], Steps]] = {
    "frames": send_nonsense,
    "specks": send_specks,
    "connections": open_and_drop,
    "requests": ask_on,
}


class Crowd:
    def __init__(self, port: int, table: str) -> None:
        self._port = port
        self._table = table
        self._working: list[asyncio.Task[None]] = []
        self._steps = 0

    async def turn_to(self, kind: str) -> int:
        """The steps it took until now."""
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        steps, self._steps = self._steps, 0
        strangers = STRANGERS if kind in ILL else 0
        self._working = [asyncio.create_task(self._go_on(kind)) for _ in range(strangers)]
        return steps

    async def _go_on(self, kind: str) -> None:
        while True:
            with suppress(OSError, WebSocketException, EOFError):
                async for _ in ILL[kind](self._port, self._table):
                    self._steps += 1
                    await asyncio.sleep(0)


async def main(port: int, table: str) -> None:
    crowd = Crowd(port, table)
    while kind := (await asyncio.to_thread(sys.stdin.readline)).strip():
        print(await crowd.turn_to(kind), flush=True)
    await crowd.turn_to("")


if __name__ == "__main__":
    # They have machines of their own: those who play must not wait for them at this end.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
