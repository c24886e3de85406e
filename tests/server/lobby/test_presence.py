"""Presence is broadcast to all devices of a table, in batches when they are many."""

import asyncio

from cluehouse.core.ids import Seat
from cluehouse.server.lobby.presence import MAX_IMMEDIATE_DEVICES, Attendees, Presence
from cluehouse.table.ports import TableId

TABLE = TableId("t")
MANY = 100
NO_PAGES = 0


class FakeDevice:
    """Records the attendees whenever the room is shown."""

    screen = False
    address = "192.0.2.1"

    def __init__(self, presence: Presence, guest: str) -> None:
        self.guest = self.name = self.session = guest
        self.shown: list[Attendees] = []
        self.times_read = 0
        self._presence = presence

    @property
    def seats(self) -> tuple[Seat, ...]:
        self.times_read += 1
        return ()

    def show_room(self) -> None:
        self.shown.append(self._presence.attendees(TABLE, NO_PAGES))

    def disconnect(self, code: int, reason: str) -> None:
        raise AssertionError("no device is sent away here")


def connect(presence: Presence, count: int) -> list[FakeDevice]:
    devices = [FakeDevice(presence, f"guest {number}") for number in range(count)]
    for device in devices:
        presence.enter(TABLE, device)
    return devices


def test_few_devices_get_every_arrival_and_departure_at_once() -> None:
    presence = Presence()
    first, *_, last = connect(presence, MAX_IMMEDIATE_DEVICES)
    assert [len(attendees.watching) for attendees in first.shown] == [
        *range(1, MAX_IMMEDIATE_DEVICES + 1)
    ]
    presence.leave(TABLE, last)
    assert len(first.shown[-1].watching) == MAX_IMMEDIATE_DEVICES - 1


async def test_many_devices_get_arrivals_in_a_batch_and_new_devices_get_a_room_at_once() -> None:
    presence = Presence()
    devices = connect(presence, MANY)
    assert [len(it.shown) for it in devices[MAX_IMMEDIATE_DEVICES:]] == [1] * (
        MANY - MAX_IMMEDIATE_DEVICES
    )
    while len(devices[0].shown[-1].watching) < MANY:
        await asyncio.sleep(0.01)
    assert [len(it.shown) for it in devices[MAX_IMMEDIATE_DEVICES:]] == [2] * (
        MANY - MAX_IMMEDIATE_DEVICES
    )
    assert {len(it.shown[-1].watching) for it in devices} == {MANY}


async def test_departures_of_many_devices_are_batched_even_if_few_are_left() -> None:
    presence = Presence()
    first, *others = connect(presence, MANY)
    while len(first.shown[-1].watching) < MANY:
        await asyncio.sleep(0.01)
    shown = len(first.shown)
    for device in others:
        presence.leave(TABLE, device)
    while len(first.shown[-1].watching) > 1:
        await asyncio.sleep(0.01)
    assert len(first.shown) == shown + 1


async def test_attendees_are_computed_once_per_broadcast() -> None:
    presence = Presence()
    devices = connect(presence, MANY)
    before = devices[0].times_read
    presence.broadcast(TABLE)
    assert devices[0].times_read - before < MAX_IMMEDIATE_DEVICES


async def test_attendees_are_computed_again_when_the_book_has_another_page() -> None:
    presence = Presence()
    (device,) = connect(presence, 1)
    assert presence.attendees(TABLE, 1) is presence.attendees(TABLE, 1)
    assert presence.attendees(TABLE, 2) is not presence.attendees(TABLE, 1)
    presence.leave(TABLE, device)
    assert presence.attendees(TABLE, 1).watching == []
