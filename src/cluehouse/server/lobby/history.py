"""List the games a guest has played and is playing, for that guest alone."""

import time

import structlog

from cluehouse.server.lobby.listings import Listing, Listings
from cluehouse.server.lobby.pending_turns import UNREADABLE_TABLE, PendingTurns
from cluehouse.server.lobby.results import Results
from cluehouse.server.logs import ref
from cluehouse.server.wire.guest import AbandonedGame, UnfinishedGame, YourGames
from cluehouse.table.book.book import TableBook
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry

_log = structlog.get_logger(__name__)


class History:
    def __init__(
        self, listings: Listings, registry: TableRegistry, results: Results, turns: PendingTurns
    ) -> None:
        self._listings = listings
        self._registry = registry
        self._results = results
        self._turns = turns

    async def of(self, guest: str) -> YourGames:
        running = await self._listings.of_guest(guest)
        finished = await self._results.finished(guest)
        over = {game.id for game in finished}  # a game may end between the two queries
        unfinished = [await self._unfinished(guest, it) for it in running if it.id not in over]
        tallies = await self._results.tallies(guest)
        return YourGames(tuple(unfinished), finished, tallies, await self._abandoned(guest))

    async def _abandoned(self, guest: str) -> tuple[AbandonedGame, ...]:
        abandoned = await self._listings.abandoned_of(guest)
        return tuple(AbandonedGame(it.id, it.game, at, it.names) for it, at in abandoned)

    async def _unfinished(self, guest: str, listing: Listing) -> UnfinishedGame:
        started = listing.state == "started"
        your_turn = started and await self._your_turn(guest, listing)
        return UnfinishedGame(
            id=listing.id,
            game=listing.game,
            started=started,
            names=listing.names,
            your_turn=your_turn,
            pace=listing.pace,
            left=await self._time_left(guest, listing.id) if your_turn else None,
        )

    async def _time_left(self, guest: str, table: TableId) -> int | None:
        """Seconds on the guest's clock that runs out first. In a game that is not in memory, only
        by-day deadlines go on."""
        book = await self._registry.book(table)
        if (supervisor := self._registry.supervisor(table)) is None:
            return await self._time_to_deadline(guest, table, book)
        readings = filter(None, map(supervisor.clock, book.seats_of(guest)))
        return min((int(it.left) for it in readings if it.runs_in is not None), default=None)

    async def _time_to_deadline(self, guest: str, table: TableId, book: TableBook) -> int | None:
        deadlines, seats = book.lifecycle.deadlines, book.seats_of(guest)
        choices = {seat: deadlines[seat].seq for seat in seats if seat in deadlines}
        if not choices or book.lifecycle.paused:
            return None
        still_open = await self._turns.unanswered(table, choices)
        times = (deadlines[seat].at - time.time() for seat in still_open)
        return min((max(0, int(left)) for left in times), default=None)

    async def _your_turn(self, guest: str, listing: Listing) -> bool:
        """Whether the guest, or a companion who shares their device, has a choice to make. A table
        that cannot be read counts as no, so that it does not hide the others."""
        try:
            book = await self._registry.book(listing.id)
            return bool({*book.seats_of(guest)} & {*await self._turns.asked(listing.id)})
        except UNREADABLE_TABLE as error:
            why = type(error).__name__
            _log.warning("table unreadable: turn not shown", table=ref(listing.id), error=why)
            return False
