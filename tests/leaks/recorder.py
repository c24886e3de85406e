"""Record everything one viewer receives, in order, as bytes, with its channel."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from cluehouse.core.game import AnyGame
from cluehouse.core.offers import Offer, kinds_of, moves_of
from tests.server.running_server import Caller

BLOB_FIELD = "sound"
"""The field of a sight that holds the address of a blob."""

Received = list[tuple[str, bytes]]
"""Channel and bytes."""


class Leak(AssertionError):
    """A viewer received something different in two runs."""


def compare(true: Received, other: Received) -> int:
    """The number of items compared; raises Leak at the first difference."""
    for number, (one, two) in enumerate(zip(true, other, strict=False)):
        if one != two:
            raise Leak(f"by {one[0]}, number {number}:\n{one[1]!r}\n{two[1]!r}")
    if len(true) != len(other):
        more = max(true, other, key=len)[min(len(true), len(other))]
        raise Leak(f"by number: {len(true)} items or {len(other)}, next is {more}")
    return len(true)


class RecordingSocket:
    """The client end of a WebSocket. Records every frame as it came."""

    def __init__(self, socket: ClientConnection, channel: str, received: Received) -> None:
        self._socket = socket
        self._channel = channel
        self._received = received
        self._offers: Any = ()
        self.addresses: list[str] = []
        """The addresses of all blobs in the sights."""

    async def until(self, kind: str, **wanted: Any) -> None:
        """Receive up to the next message of this kind with these fields."""
        while True:
            frame = await self._socket.recv(decode=False)
            self._received.append((self._channel, bytes(frame)))
            message: dict[str, Any] = msgspec.json.decode(frame)
            if message["type"] == "Update":
                self._offers = message["moves"]
                self.addresses += _addresses(message["sights"])
            if message["type"] == kind and wanted.items() <= message.items():
                return

    def offered(self, game: AnyGame) -> list[Any]:
        """The moves on offer in the last update."""
        offers = msgspec.convert(self._offers, tuple[Offer, ...])
        return moves_of(offers, kinds_of(game.types.move))

    async def send(self, kind: str, **fields: Any) -> None:
        await self._socket.send(msgspec.json.encode({"type": kind, **fields}).decode())

    async def send_refused(self, move: Any, seen: int) -> None:
        """Send a move that will be refused, and wait for the refusal."""
        await self.send("Play", move=move, seen=seen)
        await self.until("Refused")

    async def drain(self) -> None:
        """Receive everything sent so far: an invalid move is always refused, after it."""
        await self.send_refused({"type": "Nonsense"}, 0)


def _addresses(sights: list[dict[str, Any]]) -> list[str]:
    return [sight[BLOB_FIELD] for sight in sights if BLOB_FIELD in sight]


@asynccontextmanager
async def recording(
    caller: Caller, table: str, channel: str, received: Received, since: int = -1
) -> AsyncIterator[RecordingSocket]:
    async with caller.visit(table, since, max_queue=None) as device:
        yield RecordingSocket(device.socket, channel, received)


async def fetch(caller: Caller, method: str, path: str, body: Any, received: Received) -> None:
    """Record an HTTP response with all its headers but the date."""
    content = None if body is None else msgspec.json.encode(body)
    answer = await caller.http.request(method, path, content=content)
    headers = sorted(it for it in answer.headers.raw if it[0].lower() != b"date")
    lines = [str(answer.status_code).encode(), *(b": ".join(it) for it in headers), answer.content]
    received.append((f"{method} {path}", b"\n".join(lines)))
