"""After and beside a game: a rematch, and the other tables of its deal."""

from typing import Final

from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.permissions import check_not_removed
from cluehouse.server.wire.rematch import SameDealTables
from cluehouse.server.wire.room import Room


async def ask_for_rematch(call: Call) -> Answer:
    return Answer(await call.context.rematches.ask(call.table, call.guest))


async def compare(call: Call) -> Answer:
    book = await call.context.tables.book(call.table)
    check_not_removed(book, call.guest.id)
    return Answer(await call.context.deal_sets.compare(book))


_TABLE: Final = "/api/tables/{table}"

REMATCH_ENDPOINTS: Final = (
    Endpoint(
        "POST",
        f"{_TABLE}/rematch",
        ask_for_rematch,
        summary="Play again with the same people",
        gives=Room,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/same-deal",
        compare,
        summary="Other tables that play this deal",
        gives=SameDealTables,
        name="same_deal",
    ),
)
