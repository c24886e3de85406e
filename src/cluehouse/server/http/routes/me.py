"""What guests may ask about themselves, and tell the host of the server."""

from typing import Final

from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadCode, BadRequest
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.http.routes.guest_names import allowed_name, named_guest, readable_name
from cluehouse.server.lobby.permissions import NOBODY, find
from cluehouse.server.wire.guest import (
    Forgotten,
    Me,
    NameMe,
    Report,
    Reported,
    Resume,
    ResumePass,
    YourGames,
)


async def look_at_me(call: Call) -> Answer:
    return Answer(Me(call.guest.name))


async def name_me(call: Call) -> Answer:
    name = allowed_name(call, readable_name(call.body.name))
    return Answer(Me(name), Guest(call.guest.id, name))


async def give_pass(call: Call) -> Answer:
    identity, guest = call.context.identity, named_guest(call)
    link = f"{call.origin}/resume/{identity.link_token(guest)}"
    return Answer(ResumePass(link, await identity.code(guest)))


async def resume(call: Call) -> Answer:
    guest = await call.context.identity.resume(call.body.code)
    if guest is None:
        raise BadCode
    return Answer(Me(guest.name), guest)


async def look_at_games(call: Call) -> Answer:
    return Answer(await call.context.history.of(call.guest.id))


async def forget_me(call: Call) -> Answer:
    """Whoever asks is a newcomer afterwards. Whoever is one has nowhere to be looked for."""
    tables = 0 if call.newcomer else await call.context.erasure.forget(call.guest.id)
    return Answer(Forgotten(tables), farewell=True)


async def report(call: Call) -> Answer:
    context, body = call.context, call.body
    book = await context.tables.book(call.table)
    about = find(call.table, book, context.presence.watching(call.table), body.who)
    if about.id in (NOBODY.id, call.guest.id):
        raise BadRequest("nobody else of that kind has been at this table")
    if not body.words.strip():
        raise BadRequest("say what happened")
    await context.reports.keep(call.table, call.guest, about, body.words)
    return Answer(Reported())


ME_ENDPOINTS: Final = (
    Endpoint("GET", "/api/me", "Who you are", look_at_me, Me),
    Endpoint("POST", "/api/me", "Give yourself a name", name_me, Me, NameMe),
    Endpoint("POST", "/api/resume-pass", "A pass for another device", give_pass, ResumePass),
    Endpoint(
        *("POST", "/api/resume", "Go on as whoever gave you this", resume, Me, Resume),
        limit=lambda limits: limits.codes,
    ),
    Endpoint(
        *("GET", "/api/me/games", "Your games", look_at_games, YourGames),
        limit=lambda limits: limits.aids,
    ),
    Endpoint(
        *("POST", "/api/me/forget", "Forget me", forget_me, Forgotten),
        limit=lambda limits: limits.reports,
    ),
    Endpoint(
        *("POST", "/api/tables/{table}/report", "Tell the host of the server about somebody"),
        *(report, Reported, Report),
        limit=lambda limits: limits.reports,
    ),
)
