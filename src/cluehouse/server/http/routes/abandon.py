"""A game that is not played on: each answers with the note to write, or refuses.

It ends without a result when all who are asked want it so, and only while one of them asks for it:
somebody's absence alone ends nothing.
"""

import time
from collections.abc import Callable

from cluehouse.core.errors import GivenUp
from cluehouse.core.ids import Seat
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.errors import BadRequest, NotStarted
from cluehouse.server.http.endpoint import Answer, Call, Endpoint
from cluehouse.server.lobby.seating import seated
from cluehouse.server.wire.room import Room
from cluehouse.table.book.abandon_vote import missing_voices, voice_of
from cluehouse.table.book.book import Note, TableBook
from cluehouse.table.book.lifecycle import Abandoned, GaveUp, PlaysOn


def give_up(book: TableBook, guest: Guest, at: float) -> GaveUp | Abandoned:
    """Whoever is the last to want it ends the game; also who has wanted it before, if all others
    who did not are gone by now."""
    seat = _player(book, guest)
    return GaveUp(seat) if missing_voices(book) - {seat} else Abandoned("people", at)


def play_on(book: TableBook, guest: Guest) -> PlaysOn:
    seat = _player(book, guest)
    if seat not in book.lifecycle.willing:
        raise BadRequest("you have not given up")
    return PlaysOn(seat)


def _player(book: TableBook, guest: Guest) -> Seat:
    """First of all: that a game has ended is not for whoever watches it late."""
    if not book.started:
        raise NotStarted
    seat = seated(voice_of(book, guest.id))
    if book.lifecycle.abandoned:
        raise GivenUp
    return seat


async def give_game_up(call: Call) -> Answer:
    return await _changed(call, lambda book: give_up(book, call.guest, time.time()))


async def play_game_on(call: Call) -> Answer:
    return await _changed(call, lambda book: play_on(book, call.guest))


async def _changed(call: Call, choose: Callable[[TableBook], Note]) -> Answer:
    tables = call.context.tables
    _player(await tables.book(call.table), call.guest)
    if (await tables.table(call.table)).outcome is not None:
        raise BadRequest("the game is over")
    return Answer(await tables.change(call.table, call.guest, choose))


_TABLE = "/api/tables/{table}"

ABANDON_ENDPOINTS = (
    Endpoint("POST", f"{_TABLE}/give-up", "Give the game up, if all want to", give_game_up, Room),
    Endpoint("POST", f"{_TABLE}/play-on", "Play on after all", play_game_on, Room),
)
