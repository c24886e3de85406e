"""The speed of bots: set it, or skip to the own turn.

The host sets it; where one person plays with bots, that person, who may also skip. Each decision
returns the note to write, or raises the refusal.
"""

from typing import Final

from cluehouse.core.errors import GivenUp, Stale
from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotStarted
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.seating import check_host, seated
from cluehouse.server.wire.lobby import SetSpeed
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import TableBook
from cluehouse.table.book.lifecycle import SkipAsked, SpeedSet
from cluehouse.table.table import Table, has_ended
from cluehouse.table.time_control import BotSpeed


def set_speed(book: TableBook, guest: Guest, speed: BotSpeed) -> SpeedSet:
    if book.people != [book.seat_of(guest.id)]:
        check_host(book, guest)
    if book.lifecycle.abandoned:
        raise GivenUp
    return SpeedSet(speed)


def skip(book: TableBook, guest: Guest, table: Table) -> SkipAsked:
    seat = _sole_seat(book, guest)
    book.lifecycle.check()
    if has_ended(table) or seat in table.asked:
        raise Stale("there is nothing to skip")
    return SkipAsked(seat, table.seq)


def _sole_seat(book: TableBook, guest: Guest) -> Seat:
    """Checked before the game's state: a delayed spectator must not learn that the game ended."""
    if not book.started:
        raise NotStarted
    seat = seated(book.seat_of(guest.id))
    if book.people != [seat]:
        raise BadRequest("other people play at this table")
    return seat


async def set_bot_speed(call: Call) -> Answer:
    return await call.change(lambda book: set_speed(book, call.guest, call.body.speed))


async def skip_to_turn(call: Call) -> Answer:
    tables = call.context.tables
    _sole_seat(await tables.book(call.table), call.guest)
    table = await tables.table(call.table)
    return await call.change(lambda book: skip(book, call.guest, table))


_TABLE: Final = "/api/tables/{table}"

SPEED_ENDPOINTS: Final = (
    Endpoint(
        "POST",
        f"{_TABLE}/speed",
        set_bot_speed,
        summary="Set how fast bots play (host, or the only person)",
        takes=SetSpeed,
        gives=Room,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/skip",
        skip_to_turn,
        summary="Let bots play at once until it is your turn (the only person)",
        gives=Room,
    ),
)
