"""Open a table, take a seat, start the game."""

from typing import Final

from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.http.routes.guest_names import (
    allowed_name,
    check_own_names,
    named_guest,
    readable_name,
)
from cluehouse.server.lobby import seating
from cluehouse.server.wire.lobby import FreeSeat, Lobby, OpenUp, SeatBot, Sit, Start, Wish
from cluehouse.server.wire.room import Room


async def look_at_lobby(call: Call) -> Answer:
    return Answer(await call.context.tables.lobby(call.guest))


async def open_table(call: Call) -> Answer:
    guest, tables = named_guest(call), call.context.tables
    check_own_names(call, tables.own_names(call.body))
    return Answer(await tables.open_up(guest, call.address, call.body))


async def look_at_table(call: Call) -> Answer:
    return Answer(await call.context.tables.room(call.table, call.guest))


async def sit(call: Call) -> Answer:
    name, seat = call.body.companion, call.body.seat
    companion = None if name is None else allowed_name(call, readable_name(name))
    return Answer(await call.context.tables.sit(call.table, named_guest(call), seat, companion))


async def wish(call: Call) -> Answer:
    game_of, value, at = call.context.tables.game_of, call.body.value, call.body.seat
    return await call.change(lambda book: seating.wish(book, game_of(book), call.guest, value, at))


async def leave(call: Call) -> Answer:
    return await call.change(lambda book: seating.leave(book, call.guest))


async def seat_bot(call: Call) -> Answer:
    seat, level = call.body.seat, call.body.level
    return await call.change(lambda book: seating.seat_bot(book, call.guest, seat, level))


async def free_seat(call: Call) -> Answer:
    return await call.change(lambda book: seating.free_seat(book, call.guest, call.body.seat))


async def start(call: Call) -> Answer:
    return Answer(await call.context.tables.start(call.table, call.guest, call.body.fill))


_TABLE: Final = "/api/tables/{table}"

TABLE_ENDPOINTS: Final = (
    Endpoint("GET", "/api/lobby", look_at_lobby, summary="Open tables, and yours", gives=Lobby),
    Endpoint(
        "POST",
        "/api/tables",
        open_table,
        summary="Open a table and sit down",
        takes=OpenUp,
        gives=Room,
    ),
    Endpoint("GET", _TABLE, look_at_table, summary="Who sits where", gives=Room),
    Endpoint("POST", f"{_TABLE}/sit", sit, summary="Take a free seat", takes=Sit, gives=Room),
    Endpoint(
        "POST", f"{_TABLE}/wish", wish, summary="Choose whom you play", takes=Wish, gives=Room
    ),
    Endpoint("POST", f"{_TABLE}/leave", leave, summary="Give up your seat", gives=Room),
    Endpoint(
        "POST",
        f"{_TABLE}/bot",
        seat_bot,
        summary="Seat a bot (host)",
        takes=SeatBot,
        gives=Room,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/free",
        free_seat,
        summary="Free a seat (host)",
        takes=FreeSeat,
        gives=Room,
    ),
    Endpoint("POST", f"{_TABLE}/start", start, summary="Deal (host)", takes=Start, gives=Room),
)
