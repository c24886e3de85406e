"""Decode stored log entries and book pages."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from cluehouse.core.codec import codec
from cluehouse.core.errors import Damaged
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import BEFORE_THE_DEAL, Seq
from cluehouse.core.record import Entry


def decode_stored(
    wire: "msgspec.json.Decoder[Any]", what: str, number: int, data: bytes | msgspec.Raw
) -> Any:
    """Raise Damaged on undecodable data, without the decoder's message: it would quote hidden
    data."""
    try:
        return wire.decode(data)
    except msgspec.MsgspecError:
        raise Damaged(f"{what} {number} of a table cannot be read") from None


def events_in(game: AnyGame, number: int, entry: Entry) -> Sequence[Any]:
    events: Sequence[Any] = decode_stored(codec(game).events, "entry", number, entry.events)
    return events


def all_events(game: AnyGame, entries: Iterable[Entry], after: Seq = BEFORE_THE_DEAL) -> list[Any]:
    numbered = enumerate(entries, after + 1)
    return [event for number, entry in numbered for event in events_in(game, number, entry)]
