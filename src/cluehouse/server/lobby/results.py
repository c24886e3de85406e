"""Store and query the results of finished games. Derived from logs and tables' books."""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import structlog

from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat
from cluehouse.server.lobby.listings import MAX_LISTED_TABLES
from cluehouse.server.lobby.pending_turns import UNREADABLE_TABLE
from cluehouse.server.logs import ref
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.server.wire.guest import FinishedGame, Played, Tally
from cluehouse.table.book.book import Bot, Person, TableBook
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.supervisor import STAND_IN_LEVEL

_log = structlog.get_logger(__name__)

_OVER = "UPDATE listings SET state = 'over', updated = ?1 WHERE table_id = ?2 AND state <> 'over'"
_KEEP = """
    INSERT INTO results (table_id, seat, guest, own, name, level, share, points)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING
"""
_MISSING = """
    SELECT table_id FROM listings
    WHERE state = 'over' AND table_id IN (SELECT id FROM tables)
    AND table_id NOT IN (SELECT table_id FROM results)
"""
_FINISHED = """
    WITH mine AS (
        SELECT table_id, seat AS you, updated AS ended FROM results JOIN listings USING (table_id)
        WHERE guest = ?1 AND own = 1 ORDER BY ended DESC LIMIT ?2
    )
    SELECT table_id, game, ended, you, name, level, share, points
    FROM mine JOIN results USING (table_id) JOIN tables ON tables.id = table_id
    ORDER BY ended DESC, table_id, seat
"""
_OF_TABLE = "SELECT name, level, share, points FROM results WHERE table_id = ?1 ORDER BY seat"
_TALLIES = """
    SELECT game, count(*), count(*) FILTER (WHERE share > 0.999 AND level IS NULL),
        count(*) FILTER (WHERE share > 0.001 AND share <= 0.999 AND level IS NULL)
    FROM results JOIN tables ON tables.id = table_id WHERE guest = ?1 AND own = 1
    GROUP BY game ORDER BY count(*) DESC, game
"""


class Results:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def keep(
        self, table: TableId, book: TableBook, outcome: Outcome, stand_ins: Collection[Seat]
    ) -> None:
        """Store the result of every seat and mark the table as over. Rows stored earlier stay. A
        last move that raced with abandoning the game stores nothing. `stand_ins` are the seats
        for which a bot made the last move: a win there is not their player's own."""
        await book.catch_up_if_shared()
        if book.lifecycle.abandoned:
            return
        rows = list(_rows(table, book, outcome, stand_ins))
        over = Statement(_OVER, [(int(time.time()), table)])
        await self._archive.run(over, Statement(_KEEP, rows))

    async def finished(self, guest: str) -> tuple[FinishedGame, ...]:
        """Newest first."""
        return tuple(_games(await self._archive.fetch(_FINISHED, guest, MAX_LISTED_TABLES)))

    async def of_table(self, table: TableId) -> tuple[Played, ...]:
        return tuple(Played(*row) for row in await self._archive.fetch(_OF_TABLE, table))

    async def tallies(self, guest: str) -> tuple[Tally, ...]:
        return tuple(Tally(*row) for row in await self._archive.fetch(_TALLIES, guest))

    async def catch_up(self, registry: TableRegistry) -> None:
        """Store results of games that ended before this version stored results: opening such a
        table yields its outcome."""
        for (id,) in await self._archive.fetch(_MISSING):
            try:
                table = await registry.table(id)
                if table.outcome is not None:
                    stand_ins = table.stand_in_moves.last_movers
                    await self.keep(id, table.book, table.outcome, stand_ins)
            except UNREADABLE_TABLE as error:
                why = type(error).__name__
                _log.warning("table unreadable: result not stored", table=ref(id), error=why)


def _rows(
    table: TableId, book: TableBook, outcome: Outcome, stand_ins: Collection[Seat]
) -> Iterator[tuple[object, ...]]:
    """A player for whom a bot has played to the end has a name and the bot's level."""
    for seat, (share, points) in enumerate(zip(outcome.shares, outcome.points, strict=True)):
        match book.sitters.get(Seat(seat)):
            case Person(name=name, guest=guest):
                own = book.seat_of(guest) == seat
                level = STAND_IN_LEVEL if name and seat in stand_ins else None
                yield table, seat, guest or None, own, name, level, share, points
            case Bot(level=level):
                yield table, seat, None, False, "", level, share, points
            case None:  # a seat that the game leaves empty
                yield table, seat, None, False, "", None, share, points


def _games(rows: Iterable[Sequence[Any]]) -> Iterator[FinishedGame]:
    for (id, game, ended, you), seats in groupby(rows, key=lambda row: tuple(row[:4])):
        played = tuple(Played(*seat[4:]) for seat in seats)
        yield FinishedGame(id, game, ended, Seat(you), played)
