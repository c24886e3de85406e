"""What guests may ask about themselves, and tell the host of the server."""

from typing import Final

from cluehouse.server.audience import NOBODY, find
from cluehouse.server.endpoints import Answer, Call, Endpoint
from cluehouse.server.protocol_guest import Forgotten, Report, Reported, YourGames
from cluehouse.server.refusals import BadRequest


async def look_at_games(call: Call) -> Answer:
    return Answer(await call.reception.careers.of(call.guest.id))


async def forget_me(call: Call) -> Answer:
    """Whoever asks is a newcomer afterwards. Whoever is one has nowhere to be looked for."""
    tables = 0 if call.newcomer else await call.reception.oblivion.forget(call.guest.id)
    return Answer(Forgotten(tables), farewell=True)


async def report(call: Call) -> Answer:
    reception, body = call.reception, call.body
    book = await reception.tables.book(call.table)
    about = find(call.table, book, reception.presence.watching(call.table), body.who)
    if about.id in (NOBODY.id, call.guest.id):
        raise BadRequest("nobody else of that kind has been at this table")
    if not body.words.strip():
        raise BadRequest("say what happened")
    await reception.reports.keep(call.table, call.guest, about, body.words)
    return Answer(Reported())


ENDPOINTS: Final = (
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
