"""Whose choice it is at tables nobody looks at: folded from their logs, waking no bot."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from cluehouse.core.codec import codec
from cluehouse.core.errors import CluehouseError
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import BEFORE_THE_DEAL, Seat
from cluehouse.core.play import Play
from cluehouse.core.record import Entry
from cluehouse.server.storage.archive import Archive
from cluehouse.table.ports import Header, TableId

MAX_CACHED_TABLES: Final = 1000
"""Tables; whichever was asked about longest ago is forgotten first."""

UNREADABLE_TABLE: Final = (CluehouseError, msgspec.MsgspecError, LookupError)
"""What opening a table may end with if its game is no more, or has changed too much."""

_LENGTH = "SELECT count(*) FROM log WHERE table_id = ?1"


class PendingTurns:
    def __init__(self, find: Callable[[str], AnyGame], archive: Archive) -> None:
        self._find = find
        self._archive = archive
        self._known: OrderedDict[TableId, tuple[int, tuple[Seat, ...]]] = OrderedDict()

    async def asked(self, table: TableId) -> tuple[Seat, ...]:
        """The seats with a choice to make, which everybody may know; none before the deal."""
        ((length,),) = await self._archive.fetch(_LENGTH, table)
        known = self._known.pop(table, None)
        if known is None or known[0] != length:
            known = length, await self._fold(table) if length else ()
        self._known[table] = known
        if len(self._known) > MAX_CACHED_TABLES:
            self._known.popitem(last=False)
        return known[1]

    async def _fold(self, table: TableId) -> tuple[Seat, ...]:
        header = await self._archive.header(table)
        entries = await self._archive.read(table, BEFORE_THE_DEAL)
        return await asyncio.to_thread(_asked_after, self._find(header.game), header, entries)


def _asked_after(game: AnyGame, header: Header, entries: Sequence[Entry]) -> tuple[Seat, ...]:
    wire = codec(game)
    play = Play(game, wire.options.decode(header.options), header.seats, header.key)
    for entry in entries:
        play.advance(wire.events.decode(entry.events))
    return play.asked()
