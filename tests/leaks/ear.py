"""Everything one viewer gets, in order, as bytes, with the channel it came by."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from cluehouse.core.game import AnyGame
from cluehouse.core.offers import Offer, kinds_of, moves_of
from tests.server.running_server import Caller

CARRIED = "sound"
"""The field of a sight that is fetched apart."""

Heard = list[tuple[str, bytes]]
"""Channel and bytes."""


class Leak(AssertionError):
    """A viewer can tell two stories apart."""


def compare(true: Heard, other: Heard) -> int:
    """How much was compared; Leak where it differs."""
    for number, (one, two) in enumerate(zip(true, other, strict=False)):
        if one != two:
            raise Leak(f"by {one[0]}, number {number}:\n{one[1]!r}\n{two[1]!r}")
    if len(true) != len(other):
        more = max(true, other, key=len)[min(len(true), len(other))]
        raise Leak(f"by number: {len(true)}, or {len(other)}, with {more}")
    return len(true)


class Ear:
    """One end of a socket. Every frame is kept as it came."""

    def __init__(self, socket: ClientConnection, channel: str, heard: Heard) -> None:
        self._socket = socket
        self._channel = channel
        self._heard = heard
        self._offers: Any = ()
        self.addresses: list[str] = []
        """Of all that the sights carry."""

    async def until(self, kind: str, **wanted: Any) -> None:
        """Listen up to the next message of this kind with these fields."""
        while True:
            frame = await self._socket.recv(decode=False)
            self._heard.append((self._channel, bytes(frame)))
            message: dict[str, Any] = msgspec.json.decode(frame)
            if message["type"] == "Update":
                self._offers = message["moves"]
                self.addresses += _addresses(message["sights"])
            if message["type"] == kind and wanted.items() <= message.items():
                return

    def offered(self, game: AnyGame) -> list[Any]:
        """The moves that this viewer may make, by the last it heard."""
        offers = msgspec.convert(self._offers, tuple[Offer, ...])
        return moves_of(offers, kinds_of(game.types.move))

    async def say(self, kind: str, **fields: Any) -> None:
        await self._socket.send(msgspec.json.encode({"type": kind, **fields}).decode())

    async def attempt(self, move: Any, seen: int) -> None:
        """A move that will be refused."""
        await self.say("Play", move=move, seen=seen)
        await self.until("Refused")

    async def hush(self) -> None:
        """Listen to all that was said before: what is no move is refused whenever it is tried."""
        await self.attempt({"type": "Nonsense"}, 0)


def _addresses(sights: list[dict[str, Any]]) -> list[str]:
    return [sight[CARRIED] for sight in sights if CARRIED in sight]


@asynccontextmanager
async def listening(
    caller: Caller, table: str, channel: str, heard: Heard, since: int = -1
) -> AsyncIterator[Ear]:
    async with caller.visit(table, since, max_queue=None) as device:
        yield Ear(device.socket, channel, heard)


async def fetch(caller: Caller, method: str, path: str, body: Any, heard: Heard) -> None:
    """An answer with all its headers but the time of day."""
    content = None if body is None else msgspec.json.encode(body)
    answer = await caller.http.request(method, path, content=content)
    headers = sorted(it for it in answer.headers.raw if it[0].lower() != b"date")
    told = [str(answer.status_code).encode(), *(b": ".join(it) for it in headers), answer.content]
    heard.append((f"{method} {path}", b"\n".join(told)))
