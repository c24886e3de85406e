"""What a host may do to a game that is under way: each answers with the note to write, or
refuses."""

import time
from collections.abc import Callable

from cluehouse.core.errors import GivenUp
from cluehouse.core.ids import Level, Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotStarted
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.seating import check_host, check_seat
from cluehouse.server.wire.lobby import PassHosting, SeatBot
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import Bot, HostPassed, Note, Person, SatDown, TableBook
from cluehouse.table.book.lifecycle import Paused, Resumed


def pause(book: TableBook, guest: Guest, at: float) -> Paused:
    _in_play(book, guest)
    if book.lifecycle.paused:
        raise BadRequest("the table is paused already")
    return Paused(at)


def resume(book: TableBook, guest: Guest, at: float) -> Resumed:
    _in_play(book, guest)
    if not book.lifecycle.paused:
        raise BadRequest("the table is not paused")
    return Resumed(at)


def replace(book: TableBook, guest: Guest, seat: Seat, level: Level) -> SatDown:
    """By a bot, for good. What the person wrote into the notebook stays with the seat; unless they
    were gone, they still have a say when the game is given up."""
    _in_play(book, guest)
    _somebody(book, seat)
    return SatDown(seat, Bot(level))


def pass_hosting(book: TableBook, guest: Guest, seat: Seat) -> HostPassed:
    check_host(book, guest)
    _somebody(book, seat)
    return HostPassed(seat)


def _in_play(book: TableBook, guest: Guest) -> None:
    if not book.started:
        raise NotStarted
    check_host(book, guest)
    if book.lifecycle.abandoned:
        raise GivenUp


def _somebody(book: TableBook, seat: Seat) -> None:
    check_seat(book, seat)
    if not isinstance(book.sitters.get(seat), Person):
        raise BadRequest("nobody sits there")


async def pause_table(call: Call) -> Answer:
    return await _changed(call, lambda book: pause(book, call.guest, time.time()))


async def resume_table(call: Call) -> Answer:
    return await _changed(call, lambda book: resume(book, call.guest, time.time()))


async def replace_person(call: Call) -> Answer:
    seat, level = call.body.seat, call.body.level
    return await _changed(call, lambda book: replace(book, call.guest, seat, level))


async def hand_over(call: Call) -> Answer:
    return await _changed(call, lambda book: pass_hosting(book, call.guest, call.body.seat))


async def _changed(call: Call, choose: Callable[[TableBook], Note]) -> Answer:
    return Answer(await call.context.tables.change(call.table, call.guest, choose))


_TABLE = "/api/tables/{table}"

HOSTING_ENDPOINTS = (
    Endpoint("POST", f"{_TABLE}/pause", "Pause the game (host)", pause_table, Room),
    Endpoint("POST", f"{_TABLE}/resume", "Go on after a pause (host)", resume_table, Room),
    Endpoint(
        *("POST", f"{_TABLE}/replace", "Replace a person by a bot, for good (host)"),
        *(replace_person, Room, SeatBot),
    ),
    Endpoint("POST", f"{_TABLE}/host", "Hand over hosting (host)", hand_over, Room, PassHosting),
)
