"""Where a device comes in, over a WebSocket: who is let in, and to which table."""

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, Seq
from cluehouse.server.context import AppContext, address_of, number_in, same_origin
from cluehouse.server.errors import NoTable
from cluehouse.server.logs import ref
from cluehouse.server.net.rate_limits import reject_delay
from cluehouse.server.wire.close_codes import (
    BANNED,
    NO_TABLE,
    REMOVED,
    TOO_FAST,
    TRY_AGAIN,
    WRONG_ORIGIN,
)
from cluehouse.server.ws.session import Session
from cluehouse.table.ports import TableId

_log = structlog.get_logger(__name__)


async def receive(socket: WebSocket, context: AppContext) -> None:
    """A device knocks at /ws/{table}?since=N, with &seat=S where companions share it,
    &screen=1 for the shared screen."""
    limits, address = context.limits, address_of(socket)
    there_is_room = limits.devices.enter(address)
    try:
        await socket.accept()
        if there_is_room and limits.requests.take(address):
            await _admit(socket, context)
        else:
            await reject_delay()
            await socket.close(TOO_FAST, "too fast, or too many")
    except WebSocketDisconnect:
        pass  # it left while it was at the door
    finally:
        limits.devices.leave(address)


async def _admit(socket: WebSocket, context: AppContext) -> None:
    if not same_origin(socket):
        await socket.close(WRONG_ORIGIN, "wrong origin")
        return
    if context.bars(socket):
        await socket.close(BANNED, "banned")
        return
    guest = context.guest(socket) or context.identity.newcomer()
    id = TableId(socket.path_params["table"])
    try:
        book = await context.tables.book(id)
    except NoTable:
        await socket.close(NO_TABLE, "no such table")
        return
    except Unavailable as trouble:
        _log.error("unavailable", table=ref(id), id=trouble.id, detail=trouble.detail)
        await socket.close(TRY_AGAIN, "try again")
        return
    since = number_in(socket, "since")
    visit = Session(socket, context, id, book, guest)
    told = await visit.told_before()
    # After the last wait: while a device waits to come in, nobody can send it away.
    if context.bars(socket):
        await socket.close(BANNED, "banned")
    elif guest.id in book.chat.removed:
        await socket.close(REMOVED, "removed")
    else:
        await visit.last(BEFORE_THE_DEAL if since is None else Seq(since), told)
