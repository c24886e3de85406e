"""Once more: the same people, bots and settings at a new table, everybody one seat further.

The new table is complete before the old book speaks of it. Of two who ask at once one is first, and
the other's table is known to nobody. The game starts when all who were taken along have come.
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from cluehouse.core.errors import CluehouseError
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import NotOver, NotSeated
from cluehouse.server.lobby.deal_sets import new_id
from cluehouse.server.lobby.permissions import check_welcome, hosts
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.lobby.seating import empty_seats, is_gathering, opened
from cluehouse.server.lobby.tables import Tables
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import Bot, Note, Opened, Person, SatDown, TableBook, Wished
from cluehouse.table.book.chat import Removed
from cluehouse.table.book.links import Rematched
from cluehouse.table.book.preferences import open_to
from cluehouse.table.book.seal import Sealed
from cluehouse.table.ports import TableId
from cluehouse.table.table import has_ended
from cluehouse.table.tasks import TaskSet


class TooLate(Exception):
    """Somebody else has asked for a rematch."""


class Rematches:
    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables = tables
        self._presence = presence
        self._tasks = TaskSet()

    async def ask(self, id: TableId, guest: Guest) -> Room:
        """The new table; the same for everybody who asks."""
        book = await self._tables.book(id)
        check_welcome(book, guest.id)
        if not book.seats_of(guest.id) and not hosts(book, guest.id):
            raise NotSeated
        if not has_ended(await self._tables.table(id)):
            raise NotOver
        if book.rematch is None:
            with suppress(TooLate):
                await self._open(id, book, guest)
        assert book.rematch is not None
        return await self._tables.room(book.rematch.table, guest)

    def reconcile(self, table: TableId) -> None:
        """Somebody came to a table, or has added to its luck: perhaps it was the last. Where nobody
        is, other processes see to it."""
        if self._presence.anybody_here(table):
            self._tasks.spawn(self._start_if_complete(table))

    async def _open(self, id: TableId, book: TableBook, guest: Guest) -> None:
        next_id, game = new_id(), self._tables.game_of(book)
        # whole before the first write: the people at the old table may change meanwhile
        notes = tuple(sequel(id, book, game, self._host(id, book, guest)))
        fresh = await self._tables.write_up(next_id, notes)
        await book.decide(lambda: _announced(book, next_id, guest))
        await self._tables.listed(next_id, fresh, guest)

    def _host(self, id: TableId, book: TableBook, guest: Guest) -> Person:
        """Whoever was it, if they are there; else the one who asks."""
        host = book.host
        if host is not None and self._presence.visiting(id, host.guest):
            return host
        return Person(guest.name, guest.id)

    async def _start_if_complete(self, id: TableId) -> None:
        """If it cannot be, the host can still press start."""
        with suppress(CluehouseError):
            book = await self._tables.book(id)
            if book.host is not None and self._is_complete(id, book):
                host = Guest(book.host.guest, book.host.name)
                await self._tables.start(id, host, fill="detective")

    def _is_complete(self, id: TableId, book: TableBook) -> bool:
        people = {seat for seat, who in book.sitters.items() if isinstance(who, Person)}
        here = self._presence.present(id, people) & set(book.seal.contributed)
        return is_gathering(book) and not empty_seats(book) and people == here


def sequel(id: TableId, book: TableBook, game: AnyGame | None, host: Person) -> Iterator[Note]:
    """The book of the new table. Whoever was forgotten leaves a free seat."""
    first = msgspec.structs.replace(
        opened(book), host=host, rail=book.chat.rail, after=id, deal_set=None
    )
    yield first
    yield Sealed.anew()
    yield from (Removed(guest, name) for guest, name in sorted(book.chat.removed.items()))
    for seat, who in book.sitters.items():
        if isinstance(who, Bot) or who.guest:
            yield SatDown(_further(seat, first), who)
    yield from _wishes(book, game, first)


def _wishes(book: TableBook, game: AnyGame | None, first: Opened) -> Iterator[Wished]:
    """People stay whom they chose to be, as far as it goes with their new seats."""
    kept: dict[Seat, str | None] = {}
    for seat, value in book.wishes.items():
        there = _further(seat, first)
        if game is not None and value in open_to(game, first, kept, there):
            kept[there] = value
            yield Wished(there, value)


def _further(seat: Seat, table: Opened) -> Seat:
    """So the second seat of one game begins the next."""
    return Seat((seat - 1) % table.seats)


def _announced(book: TableBook, table: TableId, guest: Guest) -> Rematched:
    if book.rematch is not None:
        raise TooLate
    return Rematched(table, guest.name, guest.id)
