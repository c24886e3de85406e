"""What a host decides about spectators: how they may watch, who is removed and readmitted.

Each decision returns the note to write, or raises the refusal.
"""

from contextlib import suppress
from typing import Final

from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotSeated, SameDeal
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.permissions import UNKNOWN_GUEST, find_guest
from cluehouse.server.lobby.seating import check_host, opened
from cluehouse.server.operator.erasure import vacate_note
from cluehouse.server.wire.chat import Readmit, Remove
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import TableBook
from cluehouse.table.book.chat import RailRules, RailSet, Readmitted, Removed


def set_rail(book: TableBook, guest: Guest, rules: RailRules) -> RailSet:
    check_host(book, guest)
    if rules.open and opened(book).deal_set is not None:
        raise SameDeal
    return RailSet(rules)


def remove(book: TableBook, guest: Guest, whom: Guest) -> Removed:
    check_host(book, guest)
    if whom == UNKNOWN_GUEST:
        raise BadRequest("nobody of that kind is at this table")
    if whom.id == guest.id:
        raise BadRequest("a host hands over or leaves, and is not shown out")
    return Removed(whom.id, whom.name)


def readmit(book: TableBook, guest: Guest, whom: Guest) -> Readmitted:
    """Let a removed guest in again, without the seat they had."""
    check_host(book, guest)
    if whom.id not in book.chat.removed:
        raise BadRequest("nobody of that kind was shown out")
    return Readmitted(whom.id)


async def set_rail_rules(call: Call) -> Answer:
    return await call.change(lambda book: set_rail(book, call.guest, call.body))


async def remove_guest(call: Call) -> Answer:
    book = await call.context.tables.book(call.table)
    whom = _guest_named(call, book)
    answer = await call.change(lambda book: remove(book, call.guest, whom))
    for seat in book.seats_of(whom.id):
        with suppress(NotSeated):  # the guest left the seat meanwhile
            answer = await _vacate(call, seat, whom.id)
    return answer


async def readmit_guest(call: Call) -> Answer:
    whom = _guest_named(call, await call.context.tables.book(call.table))
    return await call.change(lambda book: readmit(book, call.guest, whom))


def _guest_named(call: Call, book: TableBook) -> Guest:
    return find_guest(call.table, book, call.context.presence.watching(call.table), call.body.who)


async def _vacate(call: Call, seat: Seat, whom: str) -> Answer:
    return await call.change(lambda book: vacate_note(book, seat, whom))


_TABLE: Final = "/api/tables/{table}"

SPECTATOR_ENDPOINTS: Final = (
    Endpoint(
        "POST",
        f"{_TABLE}/rail",
        set_rail_rules,
        summary="Set spectator rules (host)",
        takes=RailRules,
        gives=Room,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/remove",
        remove_guest,
        summary="Remove a guest from the table (host)",
        takes=Remove,
        gives=Room,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/readmit",
        readmit_guest,
        summary="Readmit a removed guest (host)",
        takes=Readmit,
        gives=Room,
    ),
)
