"""Leave a game in play politely: a bot plays for a person at once, until they return.

Each decision returns the note to write, or raises the refusal.
"""

from collections.abc import Callable
from typing import Final

from cluehouse.core.errors import GivenUp, Stale
from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotSeated, NotStarted
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.seating import seated
from cluehouse.server.wire.lobby import OwnSeat
from cluehouse.server.wire.room import Room
from cluehouse.table.book.book import TableBook
from cluehouse.table.book.lifecycle import CameBack, SteppedOut
from cluehouse.table.supervisor import STAND_IN_LEVEL
from cluehouse.table.table import has_ended


def step_out(book: TableBook, guest: Guest, at: Seat | None) -> SteppedOut:
    seat = _own_seat(book, guest, at)
    if seat in book.lifecycle.standing_in:
        raise BadRequest("a bot plays for you already")
    return SteppedOut(seat, STAND_IN_LEVEL)


def come_back(book: TableBook, guest: Guest, at: Seat | None) -> CameBack:
    seat = _own_seat(book, guest, at)
    if seat not in book.lifecycle.standing_in:
        raise BadRequest("no bot plays for you")
    return CameBack(seat)


def _own_seat(book: TableBook, guest: Guest, at: Seat | None) -> Seat:
    """`at`, if it is one of the guest's seats; by default their own. Checked before the game's
    state: a delayed spectator must not learn that the game ended."""
    if not book.started:
        raise NotStarted
    seat = seated(book.seat_of(guest.id) if at is None else at)
    if seat not in book.seats_of(guest.id):
        raise NotSeated
    if book.lifecycle.abandoned:
        raise GivenUp
    return seat


async def let_bot_play(call: Call) -> Answer:
    return await _change(call, step_out)


async def take_seat_back(call: Call) -> Answer:
    return await _change(call, come_back)


Decision = Callable[[TableBook, Guest, Seat | None], SteppedOut | CameBack]


async def _change(call: Call, decide: Decision) -> Answer:
    tables, at = call.context.tables, call.body.seat
    _own_seat(await tables.book(call.table), call.guest, at)
    if has_ended(await tables.table(call.table)):
        raise Stale("the game is over")
    return await call.change(lambda book: decide(book, call.guest, at))


_TABLE: Final = "/api/tables/{table}"

ABSENCE_ENDPOINTS: Final = (
    Endpoint(
        "POST",
        f"{_TABLE}/step-out",
        let_bot_play,
        summary="Let a bot play for you until you return",
        takes=OwnSeat,
        gives=Room,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/come-back",
        take_seat_back,
        summary="Take your seat back from the bot that plays for you",
        takes=OwnSeat,
        gives=Room,
    ),
)
