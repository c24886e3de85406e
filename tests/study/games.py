"""Sealed records of whole games, as a server exports them, and ways to edit them."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from cluehouse.core.chance import Chance
from cluehouse.core.mind import random_move
from cluehouse.core.play import Play
from cluehouse.core.record import Record, entry_of, read_record, record_of
from cluehouse.core.seal import Seal, commitment_of, key_of
from cluehouse.core.wire import encode
from cluehouse.games import GAMES

SECRET = bytes(range(32)).hex()
GIFT = "5a" * 32

Document = dict[str, Any]
"""A record as plain JSON."""


@cache
def sealed(name: str, seats: int, **options: Any) -> Record:
    """A random game to which only the first seat contributed."""
    given = (GIFT, *(None for _ in range(seats - 1)))
    seal = Seal(commitment_of(SECRET), SECRET, given)
    record = _played(name, seats, key_of(SECRET, given), **options)
    physics = GAMES[name].physics
    machine = "" if physics is None else physics.mark()
    return msgspec.structs.replace(record, seal=seal, machine=machine)


def _played(name: str, seats: int, key: bytes, **options: Any) -> Record:
    game = GAMES[name]
    play = Play(game, game.types.options(**options), seats, key)
    entries, events = [], play.setup()
    entries.append(entry_of(None, None, events))
    play.advance(events)
    while asked := play.asked():
        seat = asked[0]
        move = random_move(play.legal_moves(seat), game.final, Chance(b"players", play.seq))
        events = play.decide(seat, move)
        entries.append(entry_of(seat, move, events))
        play.advance(events)
    return record_of(play, entries)


def edited(record: Record, edit: Callable[[Document], None]) -> Record:
    document = msgspec.json.decode(encode(record))
    edit(document)
    return read_record(encode(document))


def given_up(document: Document) -> None:
    """After two moves."""
    document |= {"entries": document["entries"][:3], "outcome": None}
