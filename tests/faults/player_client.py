"""The WebSocket client of one player at one table: plays random offered moves, sometimes chats,
marks its notebook, and records what it receives in a transcript."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from cluehouse.core.chance import Chance
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seat, Seq
from cluehouse.core.mind import random_move
from cluehouse.core.offers import Offer, kinds_of, moves_of
from cluehouse.core.wire import decoder, encode
from cluehouse.games import GAMES
from tests.faults.transcript import (
    AcknowledgedMove,
    ReceivedMarks,
    ReceivedRoom,
    ReceivedUpdate,
    Transcript,
)

_OFFERS = decoder(tuple[Offer, ...])

DISCONNECTS: Final = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError)
"""Exceptions that a client gets when the server is killed."""

CELLS: Final = ("one", "two", "three")
PHRASES: Final = ("hello", "thinking", "clever", "suspicious")


class GameOver(Exception):
    """The game has ended."""


@dataclass
class ErrorCounts:
    """Refusals and close codes that all clients together received."""

    refusals: Counter[str] = field(default_factory=Counter)
    close_codes: Counter[int | None] = field(default_factory=Counter)
    """Close codes of WebSockets; None: without a close frame."""


class PlayerClient:
    """Sends a mark for the notebook after each move, on the same socket. Frames are answered in
    order, so when the marks come back the move has been refused or is acknowledged."""

    def __init__(
        self,
        cookies: httpx.Cookies,
        transcript: Transcript,
        seat: Seat | None,
        luck: Random,
        errors: ErrorCounts,
    ) -> None:
        self._cookies = cookies
        self._transcript = transcript
        self._seat = seat
        self._viewer = RAIL if seat is None else seat
        self._luck = luck
        self._errors = errors
        self._game = GAMES[transcript.game]
        self._kinds = kinds_of(self._game.types.move)
        self._seq = BEFORE_THE_DEAL
        self._update: dict[str, Any] | None = None
        self._undoable = False
        self._pending: tuple[bytes, Seq] | None = None
        """The move that waits for its answer, and the seq of the update it was chosen from."""
        self._refused = False
        self._marked = 0

    async def play(self, address: str) -> AsyncIterator[Seq]:
        """The seq of each update until the connection is lost; raises GameOver at the end."""
        self._pending = None
        url = f"ws://{address}/ws/{self._transcript.table}?since={self._seq}"
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        try:
            async with connect(
                url, additional_headers={"Cookie": cookie}, compression=None, ping_interval=None
            ) as socket:
                async for text in socket:
                    assert isinstance(text, str)
                    before = self._seq
                    self._receive(text)
                    if self._seq > before:
                        yield self._seq
                    await self._answer(socket)
        except DISCONNECTS as end:
            self._update = None
            if isinstance(end, ConnectionClosed):
                self._errors.close_codes[end.rcvd.code if end.rcvd else None] += 1

    def _receive(self, text: str) -> None:
        message = msgspec.json.decode(text)
        match message["type"]:
            case "Update":
                seq, sights = Seq(message["seq"]), len(message["sights"])
                received = ReceivedUpdate(self._viewer, self._seq, seq, sights, text.encode())
                self._transcript.updates.append(received)
                self._seq, self._update = seq, message
                if message["outcome"] and self._pending is None:
                    raise GameOver
            case "Marks" if self._seat is not None:
                self._transcript.marks.append(ReceivedMarks(self._seat, message["marks"]))
                self._undoable = message["undoable"]
                self._settle()
            case "Talk":
                self._transcript.lines += message["lines"]
            case "Room":
                self._transcript.rooms.append(ReceivedRoom(self._seat, message))
            case "Refused":
                self._errors.refusals[message["id"]] += 1
                self._refused = True
            case _:
                pass

    def _settle(self) -> None:
        """Record the move as acknowledged unless something was refused since it was sent. A
        refused chat line counts too: then the move is not recorded."""
        pending, self._pending = self._pending, None
        if pending is not None and self._seat is not None and not self._refused:
            self._transcript.acknowledged.append(AcknowledgedMove(self._seat, *pending, self._seq))
        if self._update is not None and self._update["outcome"]:
            raise GameOver

    async def _answer(self, socket: ClientConnection) -> None:
        if self._update is None or not self._update["moves"] or self._pending is not None:
            return
        await asyncio.sleep(self._luck.random() * 0.02)
        if self._luck.random() < 0.1:
            phrase = {"type": "Phrase", "id": self._luck.choice(PHRASES)}
            await _send(socket, {"type": "Say", "words": phrase})
        move = self._choose(self._update)
        self._pending, self._refused = (move, self._seq), False
        self._transcript.sent[self._viewer].append(move)
        await _send(socket, {"type": "Play", "move": msgspec.Raw(move), "seen": self._seq})
        await _send(socket, self._mark())

    def _choose(self, update: dict[str, Any]) -> bytes:
        offered = _OFFERS.decode(msgspec.json.encode(update["moves"]))
        moves = moves_of(offered, self._kinds)
        return encode(random_move(moves, self._game.final, Chance(self._luck.randbytes(16), 0)))

    def _mark(self) -> dict[str, str]:
        if self._undoable and self._luck.random() < 0.5:
            return {"type": "Undo"}
        self._marked += 1
        return {"type": "Mark", "cell": self._luck.choice(CELLS), "mark": str(self._marked)}


async def _send(socket: ClientConnection, frame: dict[str, Any]) -> None:
    await socket.send(msgspec.json.encode(frame).decode())
