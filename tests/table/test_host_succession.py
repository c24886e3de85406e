"""Host succession before the start of a game, on a virtual clock."""

import asyncio

from cluehouse.core.ids import Seat
from cluehouse.table.book.book import HostPassed, Opened, Person, SatDown, TableBook
from cluehouse.table.host_succession import MAX_HOST_ABSENCE_S
from cluehouse.table.time_control import HOUR_S, ByDay, Pace, Relaxed
from tests.table.virtual_table import (
    ID,
    NAMES,
    ONE,
    TWO,
    ZERO,
    FullBook,
    VirtualServer,
    clock,
    notes_of,
    on_a_virtual_clock,
    until,
)


async def unstarted_table(server: VirtualServer, pace: Pace = Relaxed()) -> TableBook:  # noqa: B008
    """A table whose game has not started; Ada is host."""
    book = await server.registry.book(ID)
    options = {"type": "Options", "deals": 2}
    host, *_ = people = [Person(name, name) for name in NAMES]
    await book.write(Opened("keyhole", options, 3, False, "seen", host, pace))
    for seat, who in enumerate(people):
        await book.write(SatDown(Seat(seat), who))
    return book


def hosted_by(book: TableBook, name: str) -> bool:
    return book.host is not None and book.host.name == name


@on_a_virtual_clock
async def test_first_present_player_becomes_host_when_the_host_is_absent_for_long() -> None:
    server = VirtualServer()
    book = await unstarted_table(server)
    server.disconnect(ZERO)
    await asyncio.sleep(MAX_HOST_ABSENCE_S - 1)
    assert hosted_by(book, "Ada")
    await until(lambda: hosted_by(book, "Blaise"))
    assert clock() < MAX_HOST_ABSENCE_S + 2


@on_a_virtual_clock
async def test_host_who_comes_back_in_time_stays_host() -> None:
    server = VirtualServer()
    book = await unstarted_table(server)
    passed = notes_of(book, HostPassed)
    server.disconnect(ZERO)
    await asyncio.sleep(MAX_HOST_ABSENCE_S - 1)
    server.connect(ZERO)
    server.disconnect(ZERO)
    await asyncio.sleep(MAX_HOST_ABSENCE_S - 1)
    server.connect(ZERO)
    await asyncio.sleep(MAX_HOST_ABSENCE_S * 3)
    assert passed == []


@on_a_virtual_clock
async def test_host_stays_host_while_no_player_is_present() -> None:
    server = VirtualServer()
    book = await unstarted_table(server)
    passed = notes_of(book, HostPassed)
    server.disconnect(ZERO, ONE, TWO)
    await asyncio.sleep(MAX_HOST_ABSENCE_S * 10)
    assert passed == []
    server.connect(TWO)
    await until(lambda: hosted_by(book, "Cleo"))


@on_a_virtual_clock
async def test_host_may_be_absent_longer_where_games_are_played_by_the_day() -> None:
    server = VirtualServer()
    book = await unstarted_table(server, ByDay(24))
    server.disconnect(ZERO)
    await asyncio.sleep(HOUR_S - 1)
    assert hosted_by(book, "Ada")
    await until(lambda: hosted_by(book, "Blaise"))


@on_a_virtual_clock
async def test_full_disk_only_delays_succession() -> None:
    store = FullBook()
    server = VirtualServer(store)
    book = await unstarted_table(server)
    server.disconnect(ZERO)
    store.full = True
    await asyncio.sleep(MAX_HOST_ABSENCE_S + 10)
    assert hosted_by(book, "Ada")
    store.full = False
    await until(lambda: hosted_by(book, "Blaise"))
