"""Erase a guest on request: remove their id and name from everything that is stored.

Their games stay and replay. A bot takes over their seat in a running game, without their name.
"""

from contextlib import suppress
from functools import partial
from typing import Final

from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.server.accounts.device_sessions import DeviceSessions
from cluehouse.server.accounts.resume_passes import ResumePasses
from cluehouse.server.errors import NoTable, NotSeated
from cluehouse.server.lobby.listings import Listings
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.server.wire.close_codes import COME_BACK
from cluehouse.table.book.book import Bot, HostPassed, Note, Person, SatDown, StoodUp, TableBook
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry

SUCCESSOR_LEVEL: Final[Level] = "detective"
"""Level of the bot that takes over the seat of an erased guest."""

MAX_PASSES: Final = 3
"""Searches for the guest's id. Another device of the guest may write while pages are erased, so the
search is repeated; it is limited because other guests may have put the id into the chat."""

_ERASE = (
    "DELETE FROM sittings WHERE guest = ?1",
    "DELETE FROM deal_seats WHERE guest = ?1",
    "UPDATE results SET guest = NULL, own = 0, name = '', level = NULL WHERE guest = ?1",
    "UPDATE reports SET by_guest = '' WHERE by_guest = ?1",
    # The address in reports stays until they expire: erasure must not undo a report.
    "UPDATE reports SET about_guest = '', name = '' WHERE about_guest = ?1",
    "DELETE FROM pushes WHERE guest = ?1",
)


class Erasure:
    def __init__(
        self,
        archive: Archive,
        registry: TableRegistry,
        listings: Listings,
        presence: Presence,
        passes: ResumePasses,
        sessions: DeviceSessions,
    ) -> None:
        self._archive = archive
        self._registry = registry
        self._listings = listings
        self._presence = presence
        self._passes = passes
        self._sessions = sessions

    async def forget(self, guest: str) -> int:
        """Erase the guest and return the number of tables they appeared at. If it is interrupted,
        it can be repeated."""
        await self._passes.cancel(guest)
        self._presence.forget(guest)
        tables: set[TableId] = set()
        for _ in range(MAX_PASSES):
            self._presence.disconnect(lambda device: device.guest == guest, COME_BACK, "forgotten")
            # The id is long and random: a text search finds it in every kind of note.
            found = await self._archive.tables_mentioning(guest)
            for table in found:
                with suppress(NoTable):  # it was deleted meanwhile
                    await self._erase_from(table, guest)
            tables.update(found)
            if not found:
                break
        await self._archive.run(*(Statement(sql, [(guest,)]) for sql in _ERASE))
        await self._sessions.erase(guest)  # last: until then this device can repeat the request
        await self._archive.purge_erased()
        return len(tables)

    async def _erase_from(self, table: TableId, guest: str) -> None:
        book = await self._registry.book(table)
        if not (self._registry.has_ended(table) or await self._listings.is_over(table)):
            for seat in book.seats_of(guest):
                with suppress(NotSeated):
                    await book.decide(partial(vacate_note, book, seat, guest))
            await _pass_hosting(book, guest)
        await book.erase_guest(guest)
        await self._listings.put(table, book)
        self._presence.broadcast(table)


def vacate_note(book: TableBook, seat: Seat, guest: str) -> Note:
    """The note that takes a guest out of a seat: a bot replaces them in a running game. Raises
    NotSeated if another player has the seat by now."""
    if seat not in book.seats_of(guest):
        raise NotSeated
    return SatDown(seat, Bot(SUCCESSOR_LEVEL)) if book.started else StoodUp(seat)


async def _pass_hosting(book: TableBook, guest: str) -> None:
    """Make the first remaining player the host, if there is one."""
    if book.host is None or book.host.guest != guest or book.opened is None:
        return
    for seat in seats_of(book.opened.seats):
        who = book.sitters.get(seat)
        if isinstance(who, Person) and who.guest:
            await book.write(HostPassed(seat))
            return
