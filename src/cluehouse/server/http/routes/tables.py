"""Open a table, take a seat, start the game."""

from typing import Final

from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.http.routes.guest_names import allowed_name, named_guest, readable_name
from cluehouse.server.wire.lobby import FreeSeat, Lobby, OpenUp, SeatBot, Sit, Start, Wish
from cluehouse.server.wire.room import Room


async def look_at_lobby(call: Call) -> Answer:
    return Answer(await call.context.tables.lobby(call.guest))


async def open_table(call: Call) -> Answer:
    return Answer(await call.context.tables.open_up(named_guest(call), call.body))


async def look_at_table(call: Call) -> Answer:
    return Answer(await call.context.tables.room(call.table, call.guest))


async def sit(call: Call) -> Answer:
    tables, body = call.context.tables, call.body
    companion = (
        None if body.companion is None else allowed_name(call, readable_name(body.companion))
    )
    return Answer(await tables.sit(call.table, named_guest(call), body.seat, companion))


async def wish(call: Call) -> Answer:
    return Answer(await call.context.tables.wish(call.table, call.guest, call.body.value))


async def leave(call: Call) -> Answer:
    return Answer(await call.context.tables.leave(call.table, call.guest))


async def seat_bot(call: Call) -> Answer:
    tables, body = call.context.tables, call.body
    return Answer(await tables.seat_bot(call.table, call.guest, body.seat, body.level))


async def free_seat(call: Call) -> Answer:
    tables = call.context.tables
    return Answer(await tables.free_seat(call.table, call.guest, call.body.seat))


async def start(call: Call) -> Answer:
    tables = call.context.tables
    return Answer(await tables.start(call.table, call.guest, call.body.fill))


TABLE_ENDPOINTS: Final = (
    Endpoint("GET", "/api/lobby", "Open tables, and yours", look_at_lobby, Lobby),
    Endpoint("POST", "/api/tables", "Open a table and sit down", open_table, Room, OpenUp),
    Endpoint("GET", "/api/tables/{table}", "Who sits where", look_at_table, Room),
    Endpoint("POST", "/api/tables/{table}/sit", "Take a free seat", sit, Room, Sit),
    Endpoint("POST", "/api/tables/{table}/wish", "Choose whom you play", wish, Room, Wish),
    Endpoint("POST", "/api/tables/{table}/leave", "Give up your seat", leave, Room),
    Endpoint("POST", "/api/tables/{table}/bot", "Seat a bot (host)", seat_bot, Room, SeatBot),
    Endpoint("POST", "/api/tables/{table}/free", "Free a seat (host)", free_seat, Room, FreeSeat),
    Endpoint("POST", "/api/tables/{table}/start", "Deal (host)", start, Room, Start),
)
