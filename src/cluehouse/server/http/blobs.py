"""Serves blobs: bytes that a sight refers to by address, only to viewers who got the sight.

All blobs of a kind have one length and are sent whole and uncompressed: a size would leak.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from cluehouse.core.ids import RAIL
from cluehouse.server.context import AppContext, number_in
from cluehouse.server.errors import NotFound
from cluehouse.table.ports import TableId

BLOB_PATH: Final = "/api/tables/{table}/blobs/{address}"

_HEADERS: Final = {"Cache-Control": "private, max-age=31536000, immutable, no-transform"}


async def serve(request: Request, context: AppContext) -> Response:
    """?seat=S chooses a seat where companions share a device."""
    id, visitor = TableId(request.path_params["table"]), await context.visitor(request)
    guest = "" if visitor is None else visitor.guest.id
    book = await context.tables.book(id)
    seat = book.seat_at(guest, number_in(request, "seat"))
    table = await context.tables.game_for(id, guest)
    try:
        data = await table.blob(RAIL if seat is None else seat, request.path_params["address"])
    except KeyError:
        raise NotFound from None
    return Response(data, media_type="audio/wav", headers=_HEADERS)
