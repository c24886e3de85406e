"""A game in play: Ada, from whom anything may come, and everybody else, who must not suffer."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, Final, Self

import msgspec

from cluehouse.core.offers import Offer, kinds_of, moves_of
from cluehouse.core.wire import decoder, encode
from cluehouse.games import GAMES
from tests.abuse.guests import Device, Guest, Message

_OFFERS: Final = decoder(tuple[Offer, ...])

PATIENT: Final = 30
"""Moves that others make, at most, until it is Ada's turn again."""


class Party:
    """Ben plays all seats but Ada's, and sits at another table as well."""

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
    def come(self) -> Iterator[Device]:
        """Ada, when it is her turn."""
        some = encode(self._game.alphabet(self._options, self._seats)[0])
        for _ in range(PATIENT):
            if not self._others_move():
                break
        with self._ada.visit(self.table, some_move=some) as device:
            device.receive("Update")
            device.unheard()
            self.overheard()
            yield device

    def overheard(self) -> list[Message]:
        """What others have heard meanwhile, except who comes and goes."""
        heard = [message for each in (*self.others, self.elsewhere) for message in each.unheard()]
        return [message for message in heard if message["type"] != "Room"]

    def _others_move(self) -> bool:
        """False if there is nothing to do for them."""
        self.overheard()
        if self.others[0].update["outcome"]:
            self._sit_down()
        if 0 in self.others[0].update["asked"]:
            return False
        for device in self.others:
            if moves := self.legal(device.update):
                device.say(type="Play", move=self._luck.choice(moves), seen=device.update["seq"])
                device.unheard()
                return True
        return False

    def legal(self, update: Message) -> Sequence[Any]:
        """The moves that an update offers, as they go over the wire."""
        offered = _OFFERS.decode(msgspec.json.encode(update["moves"]))
        moves = moves_of(offered, kinds_of(self._game.types.move))
        return [json.loads(encode(move)) for move in moves]
