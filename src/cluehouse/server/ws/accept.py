"""Accept a WebSocket at /ws/{table}: limits, origin, bans, and the table it asks for."""

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from cluehouse.core.errors import Unavailable
from cluehouse.core.ids import BEFORE_THE_DEAL, Seq
from cluehouse.server.context import AppContext, address_of, number_in, same_origin
from cluehouse.server.errors import NoTable, SignedOut
from cluehouse.server.logs import ref
from cluehouse.server.net.rate_limits import reject_delay
from cluehouse.server.wire.close_codes import (
    BANNED,
    NO_TABLE,
    REMOVED,
    SIGNED_OUT,
    TOO_FAST,
    TRY_AGAIN,
    WRONG_ORIGIN,
)
from cluehouse.server.ws.session import Session
from cluehouse.table.ports import TableId

_log = structlog.get_logger(__name__)


async def accept(socket: WebSocket, context: AppContext) -> None:
    """Serve a client at /ws/{table}?since=N until it disconnects.

    &seat=S chooses a seat where companions share a device, &screen=1 is the shared screen.
    """
    limits, address = context.limits, address_of(socket)
    within_limit = limits.open_websockets.enter(address)
    try:
        await socket.accept()
        if within_limit and limits.requests.take(address):
            await _admit(socket, context)
        else:
            await reject_delay()
            await socket.close(TOO_FAST, "too fast, or too many")
    except WebSocketDisconnect:
        pass  # the client left before it was admitted
    finally:
        limits.open_websockets.leave(address)


async def _admit(socket: WebSocket, context: AppContext) -> None:
    if not same_origin(socket):
        await socket.close(WRONG_ORIGIN, "wrong origin")
        return
    if context.is_banned(socket):
        await socket.close(BANNED, "banned")
        return
    id = TableId(socket.path_params["table"])
    try:
        visitor = await context.visitor(socket) or context.identity.newcomer()
        book = await context.tables.book(id)
    except SignedOut:
        await socket.close(SIGNED_OUT, "signed out")
        return
    except NoTable:
        await socket.close(NO_TABLE, "no such table")
        return
    except Unavailable as error:
        _log.error("unavailable", table=ref(id), id=error.id, detail=error.detail)
        await socket.close(TRY_AGAIN, "try again")
        return
    since = number_in(socket, "since")
    session = Session(socket, context, id, book, visitor)
    sights = await session.sights_before()
    # Checked after the last await: until the session runs, nothing else can close it.
    if context.is_banned(socket):
        await socket.close(BANNED, "banned")
    elif context.sessions.is_ended(visitor.session):
        await socket.close(SIGNED_OUT, "signed out")
    elif visitor.guest.id in book.chat.removed:
        await socket.close(REMOVED, "removed")
    else:
        await session.run(BEFORE_THE_DEAL if since is None else Seq(since), sights)
