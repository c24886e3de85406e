"""One person's socket at one table: plays whatever is offered, says and notes something now and
then, and writes down what it is told."""

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
from tests.faults.witness import Acknowledged, Notebook, Shown, Told, Witness

_OFFERS = decoder(tuple[Offer, ...])

GONE: Final = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError)
"""What a house that is killed looks like from outside."""

CELLS: Final = ("one", "two", "three")
PHRASES: Final = ("hello", "thinking", "clever", "suspicious")


class Over(Exception):
    """The game has ended."""


@dataclass
class Hearsay:
    """What a whole crowd heard besides."""

    refusals: Counter[str] = field(default_factory=Counter)
    closings: Counter[int | None] = field(default_factory=Counter)
    """The codes that sockets were closed with; None: without a word."""


class Device:
    """A move is followed by a note in the notebook, on the same socket. Frames are answered in
    order, so when the notebook comes back the move has been refused, or is acknowledged."""

    def __init__(
        self,
        cookies: httpx.Cookies,
        witness: Witness,
        seat: Seat | None,
        luck: Random,
        hearsay: Hearsay,
    ) -> None:
        self._cookies = cookies
        self._witness = witness
        self._seat = seat
        self._viewer = RAIL if seat is None else seat
        self._luck = luck
        self._hearsay = hearsay
        self._game = GAMES[witness.game]
        self._kinds = kinds_of(self._game.types.move)
        self._seq = BEFORE_THE_DEAL
        self._update: dict[str, Any] | None = None
        self._undoable = False
        self._asked: tuple[bytes, Seq] | None = None
        """The move that waits for its answer, and what it was chosen from."""
        self._refused = False
        self._noted = 0

    async def attend(self, address: str) -> AsyncIterator[Seq]:
        """How far the game is, at each update, until the house is gone; Over at the end."""
        self._asked = None
        url = f"ws://{address}/ws/{self._witness.table}?since={self._seq}"
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        try:
            async with connect(
                url, additional_headers={"Cookie": cookie}, compression=None, ping_interval=None
            ) as socket:
                async for text in socket:
                    assert isinstance(text, str)
                    before = self._seq
                    self._hear(text)
                    if self._seq > before:
                        yield self._seq
                    await self._answer(socket)
        except GONE as end:
            self._update = None
            if isinstance(end, ConnectionClosed):
                self._hearsay.closings[end.rcvd.code if end.rcvd else None] += 1

    def _hear(self, text: str) -> None:
        message = msgspec.json.decode(text)
        match message["type"]:
            case "Update":
                told = Seq(message["seq"])
                claim = Told(self._viewer, self._seq, told, len(message["sights"]), text.encode())
                self._witness.told.append(claim)
                self._seq, self._update = told, message
                if message["outcome"] and self._asked is None:
                    raise Over
            case "Marks" if self._seat is not None:
                self._witness.notebooks.append(Notebook(self._seat, message["marks"]))
                self._undoable = message["undoable"]
                self._settle()
            case "Talk":
                self._witness.lines += message["lines"]
            case "Room":
                self._witness.rooms.append(Shown(self._seat, message))
            case "Refused":
                self._hearsay.refusals[message["id"]] += 1
                self._refused = True
            case _:
                pass

    def _settle(self) -> None:
        """A line that is refused may pass for a refused move: then there is one claim less."""
        asked, self._asked = self._asked, None
        if asked is not None and self._seat is not None and not self._refused:
            self._witness.acknowledged.append(Acknowledged(self._seat, *asked, self._seq))
        if self._update is not None and self._update["outcome"]:
            raise Over

    async def _answer(self, socket: ClientConnection) -> None:
        if self._update is None or not self._update["moves"] or self._asked is not None:
            return
        await asyncio.sleep(self._luck.random() * 0.02)
        if self._luck.random() < 0.1:
            words = {"type": "Phrase", "id": self._luck.choice(PHRASES)}
            await _send(socket, {"type": "Say", "words": words})
        move = self._choose(self._update)
        self._asked, self._refused = (move, self._seq), False
        self._witness.sent[self._viewer].append(move)
        await _send(socket, {"type": "Play", "move": msgspec.Raw(move), "seen": self._seq})
        await _send(socket, self._note())

    def _choose(self, update: dict[str, Any]) -> bytes:
        offered = _OFFERS.decode(msgspec.json.encode(update["moves"]))
        moves = moves_of(offered, self._kinds)
        return encode(random_move(moves, self._game.final, Chance(self._luck.randbytes(16), 0)))

    def _note(self) -> dict[str, str]:
        if self._undoable and self._luck.random() < 0.5:
            return {"type": "Undo"}
        self._noted += 1
        return {"type": "Mark", "cell": self._luck.choice(CELLS), "mark": str(self._noted)}


async def _send(socket: ClientConnection, frame: dict[str, Any]) -> None:
    await socket.send(msgspec.json.encode(frame).decode())
