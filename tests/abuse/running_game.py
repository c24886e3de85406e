"""A running game with Ada, who sends anything, and other players, who must not be affected."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, Final, Self

import msgspec

from cluehouse.core.offers import Offer, kinds_of, moves_of
from cluehouse.core.wire import decoder, encode
from cluehouse.games import GAMES
from tests.abuse.clients import Device, Guest, Message

_OFFERS: Final = decoder(tuple[Offer, ...])

MAX_OTHER_MOVES: Final = 30
"""Limits the moves of others until it is Ada's turn again."""


class RunningGame:
    """Ben plays all seats but Ada's, and plays at another table as well."""

    def __init__(self, name: str, ada: Guest, ben: Guest, stack: ExitStack) -> None:
        self._game = GAMES[name]
        self._options = self._game.types.options()
        self._seats = min(self._game.seats(self._options))
        self._ada = ada
        self._ben = ben
        self._stack = stack
        self._luck = Random(name)
        elsewhere = ben.open_table()
        ben.post(f"/api/tables/{elsewhere}/start", fill="novice")
        self.elsewhere = stack.enter_context(ben.visit(elsewhere))
        self._sit_down()

    @classmethod
    @contextmanager
    def at(cls, game: str, ada: Guest, ben: Guest) -> Iterator[Self]:
        with ExitStack() as stack:
            yield cls(game, ada, ben, stack)

    def _sit_down(self) -> None:
        self.table = self._ada.open_table(game=self._game.name, seats=self._seats, grace=0)
        path = f"/api/tables/{self.table}"
        for seat in range(1, self._seats):
            name = None if seat == 1 else f"Ben {seat}"
            self._ben.post(f"{path}/sit", seat=seat, companion=name)
        self._ada.post(f"{path}/start")
        self.others = [self._seated(seat) for seat in range(1, self._seats)]

    def _seated(self, seat: int) -> Device:
        some = encode(self._game.alphabet(self._options, self._seats)[0])
        device = self._stack.enter_context(self._ben.visit(self.table, seat=seat, some_move=some))
        device.receive("Update")
        return device

    @contextmanager
    def connect(self) -> Iterator[Device]:
        """Connect Ada when it is her turn."""
        some = encode(self._game.alphabet(self._options, self._seats)[0])
        for _ in range(MAX_OTHER_MOVES):
            if not self._others_move():
                break
        with self._ada.visit(self.table, some_move=some) as device:
            device.receive("Update")
            device.receive_pending()
            self.received_by_others()
            yield device

    def received_by_others(self) -> list[Message]:
        """Messages to the other clients since the last call, without rooms, which change when a
        client connects or disconnects."""
        received = [
            message for each in (*self.others, self.elsewhere) for message in each.receive_pending()
        ]
        return [message for message in received if message["type"] != "Room"]

    def _others_move(self) -> bool:
        """Make one move of another seat; False if there is none to make."""
        self.received_by_others()
        if self.others[0].update["outcome"]:
            self._sit_down()
        if 0 in self.others[0].update["asked"]:
            return False
        for device in self.others:
            if moves := self.legal(device.update):
                device.say(type="Play", move=self._luck.choice(moves), seen=device.update["seq"])
                device.receive_pending()
                return True
        return False

    def legal(self, update: Message) -> Sequence[Any]:
        """The moves that an update offers, as JSON values."""
        offered = _OFFERS.decode(msgspec.json.encode(update["moves"]))
        moves = moves_of(offered, kinds_of(self._game.types.move))
        return [json.loads(encode(move)) for move in moves]
