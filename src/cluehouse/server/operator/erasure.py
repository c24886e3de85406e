"""Somebody asks to be forgotten: nothing in the house says any more that it was them.

Their games stay and replay. A bot plays on where they left, and their name becomes nobody's.
"""

from contextlib import suppress
from functools import partial
from typing import Final

from cluehouse.core.ids import Level, Seat, seats_of
from cluehouse.server.accounts.identity import Identity
from cluehouse.server.errors import NotSeated
from cluehouse.server.lobby.listings import Listings
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.server.wire.close_codes import COME_BACK
from cluehouse.table.book.book import Bot, HostPassed, Note, Person, SatDown, StoodUp, TableBook
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry

SUCCESSOR_LEVEL: Final[Level] = "detective"

MAX_PASSES: Final = 3
"""Another device of theirs may write while we forget: we look again, though not for ever, since
somebody may have said their id aloud."""

_ERASE = (
    "DELETE FROM sittings WHERE guest = ?1",
    "UPDATE results SET guest = NULL, own = 0, name = '' WHERE guest = ?1",
    "UPDATE reports SET by_guest = '' WHERE by_guest = ?1",
    # Whoever was reported cannot undo it so: the address stays, as long as reports are kept.
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
        identity: Identity,
    ) -> None:
        self._archive = archive
        self._registry = registry
        self._listings = listings
        self._presence = presence
        self._identity = identity

    async def forget(self, guest: str) -> int:
        """At how many tables they had been. If it breaks off, it can be asked for again."""
        await self._identity.forget(guest)
        self._presence.forget(guest)
        tables: set[TableId] = set()
        for _ in range(MAX_PASSES):
            self._presence.send_away(lambda device: device.guest == guest, COME_BACK, "forgotten")
            # Their id is long and random: it is found whatever the kind of note it stands in.
            found = await self._archive.mentioning(guest)
            for table in found:
                await self._leave(table, guest)
            tables.update(found)
            if not found:
                break
        await self._archive.run(*(Statement(sql, [(guest,)]) for sql in _ERASE))
        await self._archive.leave_no_trace()
        return len(tables)

    async def _leave(self, table: TableId, guest: str) -> None:
        book = await self._registry.book(table)
        if not (self._registry.has_ended(table) or await self._listings.is_over(table)):
            for seat in book.seats_of(guest):
                with suppress(NotSeated):
                    await book.decide(partial(vacated, book, seat, guest))
            await _pass_hosting(book, guest)
        await book.erase_guest(guest)
        await self._listings.put(table, book)
        self._presence.broadcast(table)


def vacated(book: TableBook, seat: Seat, guest: str) -> Note:
    """Whoever sat there is gone for good. Somebody else may sit there by now, and stays."""
    if seat not in book.seats_of(guest):
        raise NotSeated
    return SatDown(seat, Bot(SUCCESSOR_LEVEL)) if book.started else StoodUp(seat)


async def _pass_hosting(book: TableBook, guest: str) -> None:
    """To the first person who still sits there, if there is one."""
    if book.host is None or book.host.guest != guest or book.opened is None:
        return
    for seat in seats_of(book.opened.seats):
        who = book.sitters.get(seat)
        if isinstance(who, Person) and who.guest:
            await book.write(HostPassed(seat))
            return
