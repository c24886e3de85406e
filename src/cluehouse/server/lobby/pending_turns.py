"""Tell whose choice it is at tables that are not in memory: replays the log, starts no bot."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from cluehouse.core.codec import codec
from cluehouse.core.errors import CluehouseError
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import BEFORE_THE_DEAL, Seat, Seq
from cluehouse.core.play import Play
from cluehouse.server.storage.archive import Archive
from cluehouse.table.ports import Header, LogEntry, TableId

MAX_CACHED_TABLES: Final = 1000
"""Tables whose pending seats are cached; the least recently used is dropped first."""

UNREADABLE_TABLE: Final = (CluehouseError, msgspec.MsgspecError, LookupError, ValueError)
"""Errors from opening a table whose game was removed or has changed incompatibly."""

_LENGTH = "SELECT count(*) FROM log WHERE table_id = ?1"


class PendingTurns:
    def __init__(self, find: Callable[[str], AnyGame], archive: Archive) -> None:
        self._find = find
        self._archive = archive
        self._cache: OrderedDict[TableId, tuple[int, tuple[Seat, ...]]] = OrderedDict()
        """The length of the log, and the seats asked at that length."""

    async def asked(self, table: TableId) -> tuple[Seat, ...]:
        """The seats with a choice to make, which is public; none before the deal."""
        ((length,),) = await self._archive.fetch(_LENGTH, table)
        cached = self._cache.pop(table, None)
        if cached is None or cached[0] != length:
            cached = length, await self._replay(table) if length else ()
        self._cache[table] = cached
        if len(self._cache) > MAX_CACHED_TABLES:
            self._cache.popitem(last=False)
        return cached[1]

    async def unanswered(self, table: TableId, choices: Mapping[Seat, Seq]) -> set[Seat]:
        """Those seats that were asked at the given seq and have had to choose ever since."""
        header = await self._archive.header(table)
        entries = await self._archive.read(table, BEFORE_THE_DEAL)
        game = self._find(header.game)
        return await asyncio.to_thread(_unanswered, game, header, entries, choices)

    async def _replay(self, table: TableId) -> tuple[Seat, ...]:
        header = await self._archive.header(table)
        entries = await self._archive.read(table, BEFORE_THE_DEAL)
        return await asyncio.to_thread(_asked_after, self._find(header.game), header, entries)


def _asked_after(game: AnyGame, header: Header, entries: Sequence[LogEntry]) -> tuple[Seat, ...]:
    (*_, (play, _)) = _replayed(game, header, entries)
    return play.asked()


def _unanswered(
    game: AnyGame, header: Header, entries: Sequence[LogEntry], choices: Mapping[Seat, Seq]
) -> set[Seat]:
    """Legal moves are computed from the first of these choices on: for a whole game it would take
    many times as long as its replay."""
    waiting, last = set(choices), len(entries) - 1
    for play, mover in _replayed(game, header, entries):
        if mover in waiting and play.seq > choices[mover]:
            waiting.discard(mover)
        if play.seq >= min(choices.values()):
            asked = play.asked()
            waiting = {seat for seat in waiting if play.seq < choices[seat] or seat in asked}
    return {seat for seat in waiting if choices[seat] <= last}


def _replayed(
    game: AnyGame, header: Header, entries: Sequence[LogEntry]
) -> Iterator[tuple[Play, Seat | None]]:
    """The game after each entry, and the seat that moved."""
    wire = codec(game)
    play = Play(game, wire.options.decode(header.options), header.seats, header.key)
    for stored in entries:
        play.advance(wire.events.decode(stored.entry.events))
        yield play, stored.entry.seat
