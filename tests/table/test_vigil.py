"""Before the start somebody is always host who is there, on a virtual clock."""

import asyncio

from cluehouse.core.ids import Seat
from cluehouse.table.house import HostPassed, HouseBook, Opened, Person, SatDown
from cluehouse.table.pace import HOUR, ByDay, Pace, Relaxed
from cluehouse.table.vigil import PATIENCE
from tests.table.virtual_house import (
    ID,
    NAMES,
    ONE,
    TWO,
    ZERO,
    FullBook,
    Place,
    clock,
    notes_of,
    on_a_virtual_clock,
    until,
)


async def waiting(place: Place, pace: Pace = Relaxed()) -> HouseBook:  # noqa: B008
    """A table whose game has not started; Ada is host."""
    house = await place.hall.house(ID)
    options = {"type": "Options", "deals": 2}
    host, *_ = people = [Person(name, name) for name in NAMES]
    await house.write(Opened("keyhole", options, 3, False, "seen", host, pace))
    for seat, who in enumerate(people):
        await house.write(SatDown(Seat(seat), who))
    return house


def hosted_by(house: HouseBook, name: str) -> bool:
    return house.host is not None and house.host.name == name


@on_a_virtual_clock
async def test_hosting_passes_to_the_first_who_waits_when_the_host_is_gone_for_long() -> None:
    place = Place()
    house = await waiting(place)
    place.goes(ZERO)
    await asyncio.sleep(PATIENCE - 1)
    assert hosted_by(house, "Ada")
    await until(lambda: hosted_by(house, "Blaise"))
    assert clock() < PATIENCE + 2


@on_a_virtual_clock
async def test_a_host_who_comes_back_in_time_stays_host() -> None:
    place = Place()
    house = await waiting(place)
    passed = notes_of(house, HostPassed)
    place.goes(ZERO)
    await asyncio.sleep(PATIENCE - 1)
    place.comes(ZERO)
    place.goes(ZERO)
    await asyncio.sleep(PATIENCE - 1)
    place.comes(ZERO)
    await asyncio.sleep(PATIENCE * 3)
    assert passed == []


@on_a_virtual_clock
async def test_where_nobody_waits_nobody_else_is_host() -> None:
    place = Place()
    house = await waiting(place)
    passed = notes_of(house, HostPassed)
    place.goes(ZERO, ONE, TWO)
    await asyncio.sleep(PATIENCE * 10)
    assert passed == []
    place.comes(TWO)
    await until(lambda: hosted_by(house, "Cleo"))


@on_a_virtual_clock
async def test_where_games_take_days_a_host_may_be_gone_for_longer() -> None:
    place = Place()
    house = await waiting(place, ByDay(24))
    place.goes(ZERO)
    await asyncio.sleep(HOUR - 1)
    assert hosted_by(house, "Ada")
    await until(lambda: hosted_by(house, "Blaise"))


@on_a_virtual_clock
async def test_a_full_disk_delays_it_and_no_more() -> None:
    book = FullBook()
    place = Place(book)
    house = await waiting(place)
    place.goes(ZERO)
    book.full = True
    await asyncio.sleep(PATIENCE + 10)
    assert hosted_by(house, "Ada")
    book.full = False
    await until(lambda: hosted_by(house, "Blaise"))
