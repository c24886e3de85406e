"""A guest's own account: name, games, erasure, reports to the operator."""

from typing import Final

from cluehouse.server.errors import BadRequest
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.http.routes.guest_names import allowed_name, readable_name
from cluehouse.server.lobby.permissions import UNKNOWN_GUEST, find_guest
from cluehouse.server.wire.guest import (
    Forgotten,
    Me,
    NameMe,
    Report,
    Reported,
    YourGames,
)


async def look_at_me(call: Call) -> Answer:
    return Answer(Me(call.guest.name))


async def name_me(call: Call) -> Answer:
    name = allowed_name(call, readable_name(call.body.name))
    visitor = call.visitor.named(name)
    await call.context.sessions.open(visitor, call.user_agent)
    return Answer(Me(name), visitor)


async def look_at_games(call: Call) -> Answer:
    return Answer(await call.context.history.of(call.guest.id))


async def forget_me(call: Call) -> Answer:
    """Erase the guest. A client without a valid cookie has nothing stored to look for."""
    tables = 0 if call.newcomer else await call.context.erasure.forget(call.guest.id)
    return Answer(Forgotten(tables), delete_cookie=True)


async def report(call: Call) -> Answer:
    context, body = call.context, call.body
    book = await context.tables.book(call.table)
    about = find_guest(call.table, book, context.presence.watching(call.table), body.who)
    if about.id in (UNKNOWN_GUEST.id, call.guest.id):
        raise BadRequest("nobody else of that kind has been at this table")
    if not body.words.strip():
        raise BadRequest("say what happened")
    await context.reports.keep(call.table, call.guest, about, body.words)
    return Answer(Reported())


ME_ENDPOINTS: Final = (
    Endpoint("GET", "/api/me", look_at_me, summary="Who you are", gives=Me),
    Endpoint(
        "POST",
        "/api/me",
        name_me,
        summary="Give yourself a name",
        takes=NameMe,
        gives=Me,
        limit=lambda limits: limits.names,
    ),
    Endpoint(
        "GET",
        "/api/me/games",
        look_at_games,
        summary="Your games",
        gives=YourGames,
        limit=lambda limits: limits.expensive_requests,
        queue=lambda queues: queues.archive,
    ),
    Endpoint(
        "POST",
        "/api/me/forget",
        forget_me,
        summary="Erase everything about you",
        gives=Forgotten,
        limit=lambda limits: limits.reports,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/report",
        report,
        summary="Report a guest to the operator",
        takes=Report,
        gives=Reported,
        limit=lambda limits: limits.reports,
    ),
)
