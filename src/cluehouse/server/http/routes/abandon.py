"""Abandon a game by vote: it ends without a result when every player asked has agreed.

Only a vote ends it, never an absence alone. Each decision returns the note to write, or raises
the refusal.
"""

import time
from collections.abc import Callable
from typing import Final

from cluehouse.core.errors import GivenUp
from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotStarted
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.seating import seated
from cluehouse.server.wire.room import Room
from cluehouse.table.book.abandon_vote import missing_voters, voting_seat_of
from cluehouse.table.book.book import Note, TableBook
from cluehouse.table.book.lifecycle import Abandoned, GaveUp, PlaysOn


def give_up(book: TableBook, guest: Guest, at: float) -> GaveUp | Abandoned:
    """Vote to abandon. The last missing vote ends the game.

    A repeated vote ends it too, once all players who had not agreed are absent.
    """
    seat = _voting_seat(book, guest)
    return GaveUp(seat) if missing_voters(book) - {seat} else Abandoned("people", at)


def play_on(book: TableBook, guest: Guest) -> PlaysOn:
    """Take the vote back."""
    seat = _voting_seat(book, guest)
    if seat not in book.lifecycle.willing:
        raise BadRequest("you have not given up")
    return PlaysOn(seat)


def _voting_seat(book: TableBook, guest: Guest) -> Seat:
    """Checked before the game's state: a delayed spectator must not learn that the game ended."""
    if not book.started:
        raise NotStarted
    seat = seated(voting_seat_of(book, guest.id))
    if book.lifecycle.abandoned:
        raise GivenUp
    return seat


async def give_game_up(call: Call) -> Answer:
    return await _vote(call, lambda book: give_up(book, call.guest, time.time()))


async def play_game_on(call: Call) -> Answer:
    return await _vote(call, lambda book: play_on(book, call.guest))


async def _vote(call: Call, choose: Callable[[TableBook], Note]) -> Answer:
    tables = call.context.tables
    _voting_seat(await tables.book(call.table), call.guest)
    if (await tables.table(call.table)).outcome is not None:
        raise BadRequest("the game is over")
    return await call.change(choose)


_TABLE: Final = "/api/tables/{table}"

ABANDON_ENDPOINTS: Final = (
    Endpoint(
        "POST",
        f"{_TABLE}/give-up",
        give_game_up,
        summary="Vote to abandon the game",
        gives=Room,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/play-on",
        play_game_on,
        summary="Take back the vote to abandon",
        gives=Room,
    ),
)
