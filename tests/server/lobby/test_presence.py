"""Who is at a table is told to all of them, without costing more than a crowd is worth."""

import asyncio

from cluehouse.core.ids import Seat
from cluehouse.server.lobby.presence import MAX_IMMEDIATE_DEVICES, Attendees, Presence
from cluehouse.table.ports import TableId

TABLE = TableId("t")
MANY = 100
NO_PAGES = 0


class Onlooker:
    """Looks who is there whenever the room is shown."""

    screen = False
    address = "192.0.2.1"

    def __init__(self, presence: Presence, guest: str) -> None:
        self.guest = self.name = guest
        self.rolls: list[Attendees] = []
        self.times_counted = 0
        self._presence = presence

    @property
    def seats(self) -> tuple[Seat, ...]:
        self.times_counted += 1
        return ()

    def show_room(self) -> None:
        self.rolls.append(self._presence.roll(TABLE, NO_PAGES))

    def send_away(self, code: int, reason: str) -> None:
        raise AssertionError("nobody is sent away here")


def gather(presence: Presence, count: int) -> list[Onlooker]:
    onlookers = [Onlooker(presence, f"guest {number}") for number in range(count)]
    for onlooker in onlookers:
        presence.enter(TABLE, onlooker)
    return onlookers


def test_a_few_are_told_at_once_who_comes_and_goes() -> None:
    presence = Presence()
    first, *_, last = gather(presence, MAX_IMMEDIATE_DEVICES)
    assert [len(roll.watching) for roll in first.rolls] == [*range(1, MAX_IMMEDIATE_DEVICES + 1)]
    presence.leave(TABLE, last)
    assert len(first.rolls[-1].watching) == MAX_IMMEDIATE_DEVICES - 1


async def test_a_crowd_is_told_together_and_whoever_comes_at_once() -> None:
    presence = Presence()
    onlookers = gather(presence, MANY)
    assert [len(it.rolls) for it in onlookers[MAX_IMMEDIATE_DEVICES:]] == [1] * (
        MANY - MAX_IMMEDIATE_DEVICES
    )
    while len(onlookers[0].rolls[-1].watching) < MANY:
        await asyncio.sleep(0.01)
    assert [len(it.rolls) for it in onlookers[MAX_IMMEDIATE_DEVICES:]] == [2] * (
        MANY - MAX_IMMEDIATE_DEVICES
    )
    assert {len(it.rolls[-1].watching) for it in onlookers} == {MANY}


async def test_a_crowd_that_goes_is_told_together_also_when_few_are_left() -> None:
    presence = Presence()
    first, *others = gather(presence, MANY)
    while len(first.rolls[-1].watching) < MANY:
        await asyncio.sleep(0.01)
    told = len(first.rolls)
    for onlooker in others:
        presence.leave(TABLE, onlooker)
    while len(first.rolls[-1].watching) > 1:
        await asyncio.sleep(0.01)
    assert len(first.rolls) == told + 1


async def test_the_roll_is_called_once_however_many_look() -> None:
    presence = Presence()
    onlookers = gather(presence, MANY)
    before = onlookers[0].times_counted
    presence.broadcast(TABLE)
    assert onlookers[0].times_counted - before < MAX_IMMEDIATE_DEVICES


async def test_a_roll_called_before_somebody_sat_down_is_called_again() -> None:
    presence = Presence()
    (onlooker,) = gather(presence, 1)
    assert presence.roll(TABLE, 1) is presence.roll(TABLE, 1)
    assert presence.roll(TABLE, 2) is not presence.roll(TABLE, 1)
    presence.leave(TABLE, onlooker)
    assert presence.roll(TABLE, 1).watching == []
