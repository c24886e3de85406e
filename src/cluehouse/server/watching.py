"""What a host decides about those who watch and talk: each answers with the note to write, or
refuses."""

from collections.abc import Callable
from contextlib import suppress

from cluehouse.core.ids import Seat
from cluehouse.server.audience import who_is
from cluehouse.server.endpoints import Answer, Call, Endpoint
from cluehouse.server.identity import Guest
from cluehouse.server.oblivion import vacated
from cluehouse.server.protocol import Room
from cluehouse.server.protocol_company import Remove
from cluehouse.server.refusals import BadRequest, NotSeated, SameDeal
from cluehouse.server.seating import check_host, opened
from cluehouse.table.company import RailRules, RailSet, Removed
from cluehouse.table.house import HouseBook, Note, Person


def set_rail(house: HouseBook, guest: Guest, rules: RailRules) -> RailSet:
    check_host(house, guest)
    if rules.open and opened(house).deal_set is not None:
        raise SameDeal
    return RailSet(rules)


def remove(house: HouseBook, guest: Guest, whom: str | None) -> Removed:
    check_host(house, guest)
    if whom is None:
        raise BadRequest("nobody of that kind is at this table")
    if whom == guest.id:
        raise BadRequest("a host hands over or leaves, and is not shown out")
    return Removed(whom)


async def set_rail_rules(call: Call) -> Answer:
    return await _changed(call, lambda house: set_rail(house, call.guest, call.body))


async def remove_guest(call: Call) -> Answer:
    house = await call.reception.tables.house(call.table)
    whom = _find(call, house)
    answer = await _changed(call, lambda house: remove(house, call.guest, whom))
    for seat in house.seats_of(whom or ""):
        with suppress(NotSeated):  # they left by themselves
            answer = await _vacate(call, seat, whom or "")
    return answer


def _find(call: Call, house: HouseBook) -> str | None:
    """Among all who sit, watch or have talked."""
    sitting = {who.guest for who in house.sitters.values() if isinstance(who, Person)}
    talking = {line.said.guest for line in house.company.lines}
    watching = {guest for guest, _ in call.reception.presence.watching(call.table)}
    everybody = (sitting | talking | watching) - {""}
    return next((it for it in everybody if who_is(call.table, it) == call.body.who), None)


async def _vacate(call: Call, seat: Seat, whom: str) -> Answer:
    return await _changed(call, lambda house: vacated(house, seat, whom))


async def _changed(call: Call, choose: Callable[[HouseBook], Note]) -> Answer:
    return Answer(await call.reception.tables.change(call.table, call.guest, choose))


_TABLE = "/api/tables/{table}"

ENDPOINTS = (
    Endpoint(
        *("POST", f"{_TABLE}/rail", "Say how others may watch (host)"),
        *(set_rail_rules, Room, RailRules),
    ),
    Endpoint("POST", f"{_TABLE}/remove", "Show somebody out (host)", remove_guest, Room, Remove),
)
