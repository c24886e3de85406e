"""What can be asked about the games after and beside one: a rematch, other tables of its deal."""

from typing import Final

from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.permissions import check_welcome
from cluehouse.server.wire.rematch import SameDealTables
from cluehouse.server.wire.room import Room


async def ask_for_rematch(call: Call) -> Answer:
    return Answer(await call.context.rematches.ask(call.table, call.guest))


async def compare(call: Call) -> Answer:
    book = await call.context.tables.book(call.table)
    check_welcome(book, call.guest.id)
    return Answer(await call.context.deal_sets.compare(book))


REMATCH_ENDPOINTS: Final = (
    Endpoint(
        *("POST", "/api/tables/{table}/rematch", "Once more, with everybody"),
        *(ask_for_rematch, Room),
    ),
    Endpoint(
        *("GET", "/api/tables/{table}/same-deal", "Other tables that play this deal"),
        *(compare, SameDealTables),
        name="same_deal",
    ),
)
