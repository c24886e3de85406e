"""Where a device is at a table: at a seat, before the shared screen, or on the rail."""

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
from cluehouse.table.spectators import Rail, ViewerFeed
from cluehouse.table.table import Table


class Subscription:
    def __init__(
        self,
        asked: HTTPConnection,
        tables: Tables,
        id: TableId,
        book: TableBook,
        guest: Guest,
        outbox: Subscriber,
    ) -> None:
        """`asked` with ?seat=S where companions share a device, ?screen=1 for the shared screen."""
        self._tables = tables
        self._id = id
        self._book = book
        self._guest = guest
        self._outbox = outbox
        self._asked = number_in(asked, "seat")
        self._screen = number_in(asked, "screen") == 1
        self._taken: tuple[Viewer, bool] | None = None
        self._gate: ViewerFeed | None = None
        """While it is told at once; a late public has the rail's."""
        self._rail: Rail | None = None
        self._table: Table | None = None

    @property
    def screen(self) -> bool:
        return self._screen and sees_at_once(self._book, self._guest.id)

    @property
    def seat(self) -> Seat | None:
        """The one this device plays now: the one it asked for, else the guest's own."""
        return None if self._screen else self._book.seat_at(self._guest.id, self._asked)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return () if self._screen else self._book.seats_of(self._guest.id)

    @property
    def lag(self) -> int | None:
        return lag(self._book, self._guest.id)

    @property
    def table(self) -> Table | None:
        """The game, if it is told here as it happens."""
        return self._table if self.lag == 0 else None

    @property
    def is_lost(self) -> bool:
        """What it is told is no more for somebody like its guest."""
        return self._taken is not None and self._taken != self._right()

    async def told(self, until: Seq | None) -> int | None:
        """How many sights it had been told by then. Counted as far as its guest may know the game:
        whoever is behind may have pretended not to be."""
        if until is None:
            return None
        with suppress(CluehouseError):
            shown = await self._tables.game_for(self._id, self._guest.id)
            return await shown.told(self.viewer, until)
        return None

    async def take(self, since: Seq) -> None:
        """Be told what happened after `since`, and all that is to come."""
        self._table = await self._tables.table(self._id)
        self._rail = await self._tables.rail(self._id)
        self._taken = viewer, at_once = self._right()
        if at_once:
            self._gate = ViewerFeed(self._outbox, since, viewer)
            await self._gate.open(self._table)
        else:
            await self._rail.attach(self._outbox, since)

    def leave(self) -> Seq:
        """How far it was told. It hears no more, even where it is still about to be told."""
        gate, self._gate, self._taken = self._gate, None, None
        if gate is not None:
            gate.shut()
            return gate.since
        return BEFORE_THE_DEAL if self._rail is None else self._rail.detach(self._outbox)

    @property
    def viewer(self) -> Viewer:
        return RAIL if self.seat is None else self.seat

    def _right(self) -> tuple[Viewer, bool]:
        """As whom it is told, and whether at once, whatever the rail is set to."""
        return self.viewer, sees_at_once(self._book, self._guest.id)
