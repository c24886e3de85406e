"""What a host may do to a game in play: pause, resume, replace a player, hand over hosting.

Each decision returns the note to write, or raises the refusal.
"""

import time
from typing import Final

from cluehouse.core.errors import GivenUp
from cluehouse.core.ids import Level, Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotStarted
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.seating import check_host, check_seat
from cluehouse.server.wire.lobby import PassHosting, SeatBot
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import Bot, HostPassed, Person, SatDown, TableBook
from cluehouse.table.book.lifecycle import Paused, Resumed


def pause(book: TableBook, guest: Guest, at: float) -> Paused:
    _check_in_play(book, guest)
    if book.lifecycle.paused:
        raise BadRequest("the table is paused already")
    return Paused(at)


def resume(book: TableBook, guest: Guest, at: float) -> Resumed:
    _check_in_play(book, guest)
    if not book.lifecycle.paused:
        raise BadRequest("the table is not paused")
    return Resumed(at)


def replace(book: TableBook, guest: Guest, seat: Seat, level: Level) -> SatDown:
    """Put a bot in a player's seat for good.

    The player's marks stay with the seat. Unless they were absent, they keep their vote on
    abandoning the game.
    """
    _check_in_play(book, guest)
    _check_person(book, seat)
    return SatDown(seat, Bot(level))


def pass_hosting(book: TableBook, guest: Guest, seat: Seat) -> HostPassed:
    check_host(book, guest)
    _check_person(book, seat)
    return HostPassed(seat)


def _check_in_play(book: TableBook, guest: Guest) -> None:
    if not book.started:
        raise NotStarted
    check_host(book, guest)
    if book.lifecycle.abandoned:
        raise GivenUp


def _check_person(book: TableBook, seat: Seat) -> None:
    check_seat(book, seat)
    if not isinstance(book.sitters.get(seat), Person):
        raise BadRequest("nobody sits there")


async def pause_table(call: Call) -> Answer:
    return await call.change(lambda book: pause(book, call.guest, time.time()))


async def resume_table(call: Call) -> Answer:
    return await call.change(lambda book: resume(book, call.guest, time.time()))


async def replace_person(call: Call) -> Answer:
    seat, level = call.body.seat, call.body.level
    return await call.change(lambda book: replace(book, call.guest, seat, level))


async def hand_over(call: Call) -> Answer:
    return await call.change(lambda book: pass_hosting(book, call.guest, call.body.seat))


_TABLE: Final = "/api/tables/{table}"

HOSTING_ENDPOINTS: Final = (
    Endpoint("POST", f"{_TABLE}/pause", pause_table, summary="Pause the game (host)", gives=Room),
    Endpoint(
        "POST", f"{_TABLE}/resume", resume_table, summary="Go on after a pause (host)", gives=Room
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/replace",
        replace_person,
        summary="Replace a player by a bot, for good (host)",
        takes=SeatBot,
        gives=Room,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/host",
        hand_over,
        summary="Hand over hosting (host)",
        takes=PassHosting,
        gives=Room,
    ),
)
