"""What a host decides about those who watch and talk: each answers with the note to write, or
refuses."""

from collections.abc import Callable
from contextlib import suppress

from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotSeated, SameDeal
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.permissions import NOBODY, find
from cluehouse.server.lobby.seating import check_host, opened
from cluehouse.server.operator.erasure import vacated
from cluehouse.server.wire.chat import Readmit, Remove
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import Note, TableBook
from cluehouse.table.book.chat import RailRules, RailSet, Readmitted, Removed


def set_rail(book: TableBook, guest: Guest, rules: RailRules) -> RailSet:
    check_host(book, guest)
    if rules.open and opened(book).deal_set is not None:
        raise SameDeal
    return RailSet(rules)


def remove(book: TableBook, guest: Guest, whom: Guest) -> Removed:
    check_host(book, guest)
    if whom == NOBODY:
        raise BadRequest("nobody of that kind is at this table")
    if whom.id == guest.id:
        raise BadRequest("a host hands over or leaves, and is not shown out")
    return Removed(whom.id, whom.name)


def readmit(book: TableBook, guest: Guest, whom: Guest) -> Readmitted:
    """They may come in; their seat is somebody else's by now."""
    check_host(book, guest)
    if whom.id not in book.chat.removed:
        raise BadRequest("nobody of that kind was shown out")
    return Readmitted(whom.id)


async def set_rail_rules(call: Call) -> Answer:
    return await _changed(call, lambda book: set_rail(book, call.guest, call.body))


async def remove_guest(call: Call) -> Answer:
    book = await call.context.tables.book(call.table)
    whom = _whom(call, book)
    answer = await _changed(call, lambda book: remove(book, call.guest, whom))
    for seat in book.seats_of(whom.id):
        with suppress(NotSeated):  # they left by themselves
            answer = await _vacate(call, seat, whom.id)
    return answer


async def readmit_guest(call: Call) -> Answer:
    whom = _whom(call, await call.context.tables.book(call.table))
    return await _changed(call, lambda book: readmit(book, call.guest, whom))


def _whom(call: Call, book: TableBook) -> Guest:
    return find(call.table, book, call.context.presence.watching(call.table), call.body.who)


async def _vacate(call: Call, seat: Seat, whom: str) -> Answer:
    return await _changed(call, lambda book: vacated(book, seat, whom))


async def _changed(call: Call, choose: Callable[[TableBook], Note]) -> Answer:
    return Answer(await call.context.tables.change(call.table, call.guest, choose))


_TABLE = "/api/tables/{table}"

SPECTATOR_ENDPOINTS = (
    Endpoint(
        *("POST", f"{_TABLE}/rail", "Say how others may watch (host)"),
        *(set_rail_rules, Room, RailRules),
    ),
    Endpoint("POST", f"{_TABLE}/remove", "Show somebody out (host)", remove_guest, Room, Remove),
    Endpoint(
        *("POST", f"{_TABLE}/readmit", "Let somebody in again (host)"),
        *(readmit_guest, Room, Readmit),
    ),
)
