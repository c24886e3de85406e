"""Rematches: open a new table with the same players, bots and settings, each one seat further.

The new table's book is complete before the old book links to it. Of two concurrent requests one
wins; the table of the other is never linked. The game starts once all players are connected.
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
from cluehouse.server.lobby.permissions import check_not_removed, hosts
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.lobby.seating import empty_seats, is_gathering, opened
from cluehouse.server.lobby.tables import Tables
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import Bot, HadRole, Note, Opened, Person, SatDown, TableBook, Wished
from cluehouse.table.book.chat import Removed
from cluehouse.table.book.lifecycle import SpeedSet
from cluehouse.table.book.links import Rematched
from cluehouse.table.book.preferences import open_to
from cluehouse.table.book.seal import Sealed
from cluehouse.table.ports import TableId
from cluehouse.table.table import Table, has_ended
from cluehouse.table.tasks import TaskSet


class _AlreadyLinked(Exception):
    """Another request has linked its rematch first."""


class Rematches:
    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables = tables
        self._presence = presence
        self._tasks = TaskSet()

    async def ask(self, id: TableId, guest: Guest) -> Room:
        """Open a rematch, or return the one that was opened already."""
        book = await self._tables.book(id)
        check_not_removed(book, guest.id)
        if not book.seats_of(guest.id) and not hosts(book, guest.id):
            raise NotSeated
        if not has_ended(await self._tables.table(id)):
            raise NotOver
        if book.rematch is None:
            with suppress(_AlreadyLinked):
                await self._open(id, book, guest)
        assert book.rematch is not None
        return await self._tables.room(book.rematch.table, guest)

    def reconcile(self, table: TableId) -> None:
        """Start the game if it is complete now: called when a device connects or a seat contributes
        to the deal. A table without devices in this process is left to the other processes."""
        if self._presence.has_local_devices(table):
            self._tasks.spawn(self._start_if_complete(table))

    async def _open(self, id: TableId, book: TableBook, guest: Guest) -> None:
        next_id, game = new_id(), self._tables.game_of(book)
        held = _role_holder(game, await self._tables.table(id))
        # all notes before the first write: the old table's players may change during a write
        notes = tuple(rematch_notes(id, book, game, self._host(id, book, guest), held))
        next_book = await self._tables.write_up(next_id, notes)
        await book.decide(lambda: _link(book, next_id, guest))
        await self._tables.listed(next_id, next_book, guest)

    def _host(self, id: TableId, book: TableBook, guest: Guest) -> Person:
        """The old host if connected to the old table, otherwise the guest who asks."""
        host = book.host
        if host is not None and self._presence.is_connected(id, host.guest):
            return host
        return Person(guest.name, guest.id)

    async def _start_if_complete(self, id: TableId) -> None:
        """Errors are ignored: the host can still start the game."""
        with suppress(CluehouseError):
            book = await self._tables.book(id)
            if book.host is not None and self._is_complete(id, book):
                host = Guest(book.host.guest, book.host.name)
                await self._tables.start(id, host, fill="detective")

    def _is_complete(self, id: TableId, book: TableBook) -> bool:
        people = {seat for seat, who in book.sitters.items() if isinstance(who, Person)}
        ready = self._presence.present(id, people) & set(book.seal.contributed)
        return is_gathering(book) and not empty_seats(book) and people == ready


def rematch_notes(
    id: TableId, book: TableBook, game: AnyGame | None, host: Person, held: Seat | None = None
) -> Iterator[Note]:
    """The notes of the new table's book. The seat of an erased guest becomes free. `held`: the seat
    that had the role drawn by lot."""
    first = msgspec.structs.replace(
        opened(book), host=host, rail=book.chat.rail, after=id, deal_set=None
    )
    yield first
    yield Sealed.anew()
    if book.lifecycle.speed is not None:
        yield SpeedSet(book.lifecycle.speed)
    yield from (Removed(guest, name) for guest, name in sorted(book.chat.removed.items()))
    for seat, who in book.sitters.items():
        if isinstance(who, Bot) or who.guest:
            yield SatDown(_next_seat(seat, first), who)
            if seat == held:
                yield HadRole(_next_seat(seat, first))
    yield from _wishes(book, game, first)


def _wishes(book: TableBook, game: AnyGame | None, first: Opened) -> Iterator[Wished]:
    """Keep the characters that players chose, where the new seats allow it."""
    kept: dict[Seat, str | None] = {}
    for seat, value in book.wishes.items():
        next_seat = _next_seat(seat, first)
        if game is not None and value in open_to(game, first, kept, next_seat):
            kept[next_seat] = value
            yield Wished(next_seat, value)


def _role_holder(game: AnyGame | None, table: Table) -> Seat | None:
    return None if game is None or game.lot is None else game.lot.holder(table.public)


def _next_seat(seat: Seat, table: Opened) -> Seat:
    """The second seat of one game begins the next."""
    return Seat((seat - 1) % table.seats)


def _link(book: TableBook, table: TableId, guest: Guest) -> Rematched:
    if book.rematch is not None:
        raise _AlreadyLinked
    return Rematched(table, guest.name, guest.id)
