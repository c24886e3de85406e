"""Everything that can be asked over HTTP, as one list: the routes and the OpenAPI document are
both made from it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import HELPS, LEVELS
from cluehouse.games.catalogue import page
from cluehouse.server.identity import Guest
from cluehouse.server.legible import legible
from cluehouse.server.limits import Buckets, Limits
from cluehouse.server.protocol import (
    FreeSeat,
    GameCard,
    HouseCard,
    Lobby,
    Me,
    NameMe,
    OpenUp,
    OptionCard,
    Room,
    SeatBot,
    Sit,
    Start,
    Wish,
)
from cluehouse.server.protocol_guest import Resume, ResumePass
from cluehouse.server.reception import Reception
from cluehouse.server.refusals import BadCode, BadRequest, ForbiddenWord
from cluehouse.table.ports import TableId

MAX_BODY: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has passed the door."""

    reception: Reception
    guest: Guest
    table: TableId
    origin: str
    """The address of the house, as the asker knows it."""
    body: Any
    newcomer: bool = False
    """They brought no cookie that we know: their id was drawn for this request."""


@dataclass(frozen=True, slots=True)
class Answer:
    value: Any
    guest: Guest | None = None
    """Who the asker is from now on."""
    file: str = ""
    """To be kept under this name."""
    farewell: bool = False
    """The asker is nobody from now on."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    says: str
    run: Callable[[Call], Awaitable[Answer]]
    gives: Any
    takes: Any = None
    max_body: int = MAX_BODY
    """Bytes."""
    limit: Callable[[Limits], Buckets] | None = None
    """One of its own, besides that on all requests."""
    name: str = ""
    """For clients made from the document; else that of the function."""


async def look_at_house(call: Call) -> Answer:
    house = call.reception
    games = tuple(_game_card(game) for game in house.games.values())
    push = "" if house.doorbell is None else house.doorbell.key
    return Answer(HouseCard(house.build, games, LEVELS, HELPS, house.names, push))


async def look_at_me(call: Call) -> Answer:
    return Answer(Me(call.guest.name))


async def name_me(call: Call) -> Answer:
    name = _allowed(call, _readable(call.body.name))
    return Answer(Me(name), Guest(call.guest.id, name))


async def look_at_lobby(call: Call) -> Answer:
    return Answer(await call.reception.tables.lobby(call.guest))


async def open_table(call: Call) -> Answer:
    return Answer(await call.reception.tables.open_up(_named(call), call.body))


async def look_at_table(call: Call) -> Answer:
    return Answer(await call.reception.tables.room(call.table, call.guest))


async def sit(call: Call) -> Answer:
    tables, body = call.reception.tables, call.body
    companion = None if body.companion is None else _allowed(call, _readable(body.companion))
    return Answer(await tables.sit(call.table, _named(call), body.seat, companion))


async def wish(call: Call) -> Answer:
    return Answer(await call.reception.tables.wish(call.table, call.guest, call.body.value))


async def leave(call: Call) -> Answer:
    return Answer(await call.reception.tables.leave(call.table, call.guest))


async def seat_bot(call: Call) -> Answer:
    tables, body = call.reception.tables, call.body
    return Answer(await tables.seat_bot(call.table, call.guest, body.seat, body.level))


async def free_seat(call: Call) -> Answer:
    tables = call.reception.tables
    return Answer(await tables.free_seat(call.table, call.guest, call.body.seat))


async def start(call: Call) -> Answer:
    tables = call.reception.tables
    return Answer(await tables.start(call.table, call.guest, call.body.fill))


async def give_pass(call: Call) -> Answer:
    identity, guest = call.reception.identity, _named(call)
    link = f"{call.origin}/resume/{identity.link_token(guest)}"
    return Answer(ResumePass(link, await identity.code(guest)))


async def resume(call: Call) -> Answer:
    guest = await call.reception.identity.resume(call.body.code)
    if guest is None:
        raise BadCode
    return Answer(Me(guest.name), guest)


ENDPOINTS = (
    Endpoint("GET", "/api/house", "What this house offers", look_at_house, HouseCard),
    Endpoint("GET", "/api/me", "Who you are", look_at_me, Me),
    Endpoint("POST", "/api/me", "Give yourself a name", name_me, Me, NameMe),
    Endpoint("GET", "/api/lobby", "Open tables, and yours", look_at_lobby, Lobby),
    Endpoint("POST", "/api/tables", "Open a table and sit down", open_table, Room, OpenUp),
    Endpoint("GET", "/api/tables/{table}", "Who sits where", look_at_table, Room),
    Endpoint("POST", "/api/tables/{table}/sit", "Take a free seat", sit, Room, Sit),
    Endpoint("POST", "/api/tables/{table}/wish", "Choose whom you play", wish, Room, Wish),
    Endpoint("POST", "/api/tables/{table}/leave", "Give up your seat", leave, Room),
    Endpoint("POST", "/api/tables/{table}/bot", "Seat a bot (host)", seat_bot, Room, SeatBot),
    Endpoint("POST", "/api/tables/{table}/free", "Free a seat (host)", free_seat, Room, FreeSeat),
    Endpoint("POST", "/api/tables/{table}/start", "Deal (host)", start, Room, Start),
    Endpoint("POST", "/api/resume-pass", "A pass for another device", give_pass, ResumePass),
    Endpoint(
        *("POST", "/api/resume", "Go on as whoever gave you this", resume, Me, Resume),
        limit=lambda limits: limits.codes,
    ),
)


def _readable(name: str) -> str:
    if (readable := legible(name)) is None:
        raise BadRequest("a name needs a letter or two that can be seen")
    return readable


def _allowed(call: Call, name: str) -> str:
    if not call.reception.words.value.allows(name):
        raise ForbiddenWord
    return name


def _named(call: Call) -> Guest:
    if not call.guest.name:
        raise BadRequest("give yourself a name first")
    _allowed(call, call.guest.name)  # the list may be younger than the name
    return call.guest


@cache
def _game_card(game: AnyGame) -> GameCard:
    card = page(game)
    options = tuple(OptionCard(it.option, it.values, it.default, it.seats) for it in card.options)
    return GameCard(card.game, card.seats.min, card.seats.max, options)
