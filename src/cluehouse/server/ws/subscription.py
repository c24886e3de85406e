"""What one client receives of a game: as a seat, as the shared screen, or as a spectator."""

from contextlib import suppress

from starlette.requests import HTTPConnection

from cluehouse.core.errors import CluehouseError
from cluehouse.core.ids import BEFORE_THE_DEAL, RAIL, Seat, Seq, Viewer
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.context import number_in
from cluehouse.server.lobby.permissions import lag, sees_at_once
from cluehouse.server.lobby.tables import Tables
from cluehouse.table.book.book import TableBook
from cluehouse.table.ports import Subscriber, TableId
from cluehouse.table.spectators import SpectatorFeed, ViewerFeed
from cluehouse.table.table import Table


class Subscription:
    """A guest's right to watch a table, and the feed of updates that follows from it."""

    def __init__(
        self,
        request: HTTPConnection,
        tables: Tables,
        id: TableId,
        book: TableBook,
        guest: Guest,
        subscriber: Subscriber,
    ) -> None:
        """`request`: ?seat=S where companions share a device, ?screen=1 for the shared screen."""
        self._tables = tables
        self._id = id
        self._book = book
        self._guest = guest
        self._subscriber = subscriber
        self._requested_seat = number_in(request, "seat")
        self._screen = number_in(request, "screen") == 1
        self._opened_as: tuple[Viewer, bool] | None = None
        self._feed: ViewerFeed | None = None
        """Immediate updates; delayed spectators are attached to the rail instead."""
        self._rail: SpectatorFeed | None = None
        self._table: Table | None = None

    @property
    def screen(self) -> bool:
        return self._screen and sees_at_once(self._book, self._guest.id)

    @property
    def seat(self) -> Seat | None:
        """The seat this client plays: the one it requested if it is the guest's, else their own."""
        return None if self._screen else self._book.seat_at(self._guest.id, self._requested_seat)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return () if self._screen else self._book.seats_of(self._guest.id)

    @property
    def viewer(self) -> Viewer:
        return RAIL if self.seat is None else self.seat

    @property
    def lag(self) -> int | None:
        """Seconds by which updates are delayed; None: the guest may not watch."""
        return lag(self._book, self._guest.id)

    @property
    def table(self) -> Table | None:
        """The game, if this client follows it without delay."""
        return self._table if self.lag == 0 else None

    @property
    def is_outdated(self) -> bool:
        """The feed was opened for a viewer or a delay that no longer holds."""
        return self._opened_as is not None and self._opened_as != self._rights()

    async def sights_until(self, seq: Seq | None) -> int | None:
        """How many sights this viewer had received by `seq`, if known.

        Counted only as far as the guest may know the game: a delayed client may send any number.
        """
        if seq is None:
            return None
        with suppress(CluehouseError):
            shown = await self._tables.game_for(self._id, self._guest.id)
            return await shown.count_sights(self.viewer, seq)
        return None

    async def open(self, since: Seq) -> None:
        """Send what happened after `since`, and everything that follows."""
        self._table = await self._tables.table(self._id)
        self._rail = await self._tables.rail(self._id)
        self._opened_as = viewer, at_once = self._rights()
        if at_once:
            self._feed = ViewerFeed(self._subscriber, since, viewer)
            await self._feed.open(self._table)
        else:
            await self._rail.attach(self._subscriber, since)

    def close(self) -> Seq:
        """Stop sending, also what is just about to be sent. Return the last seq sent."""
        feed, self._feed, self._opened_as = self._feed, None, None
        if feed is not None:
            feed.close()
            return feed.since
        return BEFORE_THE_DEAL if self._rail is None else self._rail.detach(self._subscriber)

    def _rights(self) -> tuple[Viewer, bool]:
        """As which viewer the guest may follow the game, and whether without delay."""
        return self.viewer, sees_at_once(self._book, self._guest.id)
