"""Before the start somebody is always host who is there, on a virtual clock."""

import asyncio

from cluehouse.core.ids import Seat
from cluehouse.table.book.book import HostPassed, Opened, Person, SatDown, TableBook
from cluehouse.table.host_succession import HOST_ABSENCE_S
from cluehouse.table.time_control import HOUR_S, ByDay, Pace, Relaxed
from tests.table.virtual_table import (
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


async def waiting(place: Place, pace: Pace = Relaxed()) -> TableBook:  # noqa: B008
    """A table whose game has not started; Ada is host."""
    book = await place.registry.book(ID)
    options = {"type": "Options", "deals": 2}
    host, *_ = people = [Person(name, name) for name in NAMES]
    await book.write(Opened("keyhole", options, 3, False, "seen", host, pace))
    for seat, who in enumerate(people):
        await book.write(SatDown(Seat(seat), who))
    return book


def hosted_by(book: TableBook, name: str) -> bool:
    return book.host is not None and book.host.name == name


@on_a_virtual_clock
async def test_hosting_passes_to_the_first_who_waits_when_the_host_is_gone_for_long() -> None:
    place = Place()
    book = await waiting(place)
    place.goes(ZERO)
    await asyncio.sleep(HOST_ABSENCE_S - 1)
    assert hosted_by(book, "Ada")
    await until(lambda: hosted_by(book, "Blaise"))
    assert clock() < HOST_ABSENCE_S + 2


@on_a_virtual_clock
async def test_a_host_who_comes_back_in_time_stays_host() -> None:
    place = Place()
    book = await waiting(place)
    passed = notes_of(book, HostPassed)
    place.goes(ZERO)
    await asyncio.sleep(HOST_ABSENCE_S - 1)
    place.comes(ZERO)
    place.goes(ZERO)
    await asyncio.sleep(HOST_ABSENCE_S - 1)
    place.comes(ZERO)
    await asyncio.sleep(HOST_ABSENCE_S * 3)
    assert passed == []


@on_a_virtual_clock
async def test_where_nobody_waits_nobody_else_is_host() -> None:
    place = Place()
    book = await waiting(place)
    passed = notes_of(book, HostPassed)
    place.goes(ZERO, ONE, TWO)
    await asyncio.sleep(HOST_ABSENCE_S * 10)
    assert passed == []
    place.comes(TWO)
    await until(lambda: hosted_by(book, "Cleo"))


@on_a_virtual_clock
async def test_where_games_take_days_a_host_may_be_gone_for_longer() -> None:
    place = Place()
    book = await waiting(place, ByDay(24))
    place.goes(ZERO)
    await asyncio.sleep(HOUR_S - 1)
    assert hosted_by(book, "Ada")
    await until(lambda: hosted_by(book, "Blaise"))


@on_a_virtual_clock
async def test_a_full_disk_delays_it_and_no_more() -> None:
    store = FullBook()
    place = Place(store)
    book = await waiting(place)
    place.goes(ZERO)
    store.full = True
    await asyncio.sleep(HOST_ABSENCE_S + 10)
    assert hosted_by(book, "Ada")
    store.full = False
    await until(lambda: hosted_by(book, "Blaise"))
