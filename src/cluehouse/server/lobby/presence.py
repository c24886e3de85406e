"""Which devices are connected to which table, here and in other processes."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from cluehouse.core.ids import Seat, Seq
from cluehouse.core.wire import Wire
from cluehouse.server.wire.close_codes import COME_BACK
from cluehouse.table.ports import TableId

T = TypeVar("T")

Leaving = tuple[TableId, str]
"""Of a guest, from a table."""

MAX_IMMEDIATE_DEVICES: Final = 12
"""Devices at one table that are told at once who came or went."""

BROADCAST_DELAY_S: Final = 0.0025
"""Seconds for each device of a larger crowd in which whoever comes and goes is told of together:
else a crowd that gathers costs everybody the cube of its size."""

MAX_REMEMBERED_GUESTS: Final = 10_000
"""Guests whose leaving is remembered; whoever left longest ago is forgotten first."""


class Device(Protocol):
    """Who is at a table with a device, wherever it is connected."""

    @property
    def seats(self) -> Collection[Seat]: ...

    @property
    def guest(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def address(self) -> str: ...

    @property
    def screen(self) -> bool:
        """It is the shared screen of its table."""


class LocalDevice(Device, Protocol):
    """A device that is connected here."""

    def show_room(self) -> None:
        """Somebody came or went."""

    def send_away(self, code: int, reason: str) -> None:
        """Soon; it does not wait."""


class RemoteDevice(Wire, frozen=True, tag=False):
    """A device that is connected to another process."""

    seats: tuple[Seat, ...]
    guest: str
    name: str
    address: str
    screen: bool


Attendances = Mapping[TableId, tuple[RemoteDevice, ...]]
"""Everybody at each table."""


@dataclass(frozen=True, slots=True)
class Attendees:
    """Who is at a table, all told."""

    seats: Set[Seat]
    """Where somebody sits who is here."""
    guests: Set[str]
    watching: Collection[tuple[str, str]]
    """Guests without a seat, with their names."""
    screen: bool
    """It has a shared screen."""


class Presence:
    def __init__(self) -> None:
        self._at: defaultdict[TableId, list[LocalDevice]] = defaultdict(list)
        self._rolls: dict[TableId, tuple[int, Attendees]] = {}
        self._gathering: set[TableId] = set()
        self._elsewhere: Attendances = {}
        self._left_at: OrderedDict[Leaving, Seq] = OrderedDict()
        self._left_from: OrderedDict[Leaving, str] = OrderedDict()
        self.listeners: list[Callable[[TableId], None]] = []
        """Called when somebody came to a table or went; never wait and never raise."""

    def __len__(self) -> int:
        """How many devices there are."""
        return sum(map(len, self._at.values()))

    def roll(self, table: TableId, pages: int) -> Attendees:
        """Called once for everybody to whom a room is shown, until it is shown anew or the house
        book, on which it depends who sits where, has another page."""
        if table in self._rolls and self._rolls[table][0] == pages:
            return self._rolls[table][1]
        roll = _call_the_roll(self._devices(table))
        if table in self._at:  # else nobody would ever strike it out
            self._rolls[table] = pages, roll
        return roll

    def present(self, table: TableId, seats: Collection[Seat]) -> set[Seat]:
        devices = self._devices(table)
        return {seat for device in devices for seat in device.seats if seat in seats}

    def visiting(self, table: TableId, guest: str) -> bool:
        return any(device.guest == guest for device in self._devices(table))

    def left_at(self, table: TableId, guest: str) -> Seq | None:
        """How far the game was when the last device of this guest left."""
        return self._left_at.get((table, guest))

    def note_leaving(self, table: TableId, guest: str, seq: Seq) -> None:
        _remember(self._left_at, (table, guest), seq)

    def forget(self, guest: str) -> None:
        """From where they came, and how far they were told."""
        for known in (self._left_at, self._left_from):
            for left in [left for left in known if left[1] == guest]:
                del known[left]

    def anybody(self, table: TableId) -> bool:
        return table in self._at or table in self._elsewhere

    def anybody_here(self, table: TableId) -> bool:
        """Connected to this process."""
        return table in self._at

    def watching(self, table: TableId) -> Collection[tuple[str, str]]:
        """Guests without a seat, with their names."""
        return _call_the_roll(self._devices(table)).watching

    def address_of(self, table: TableId, guest: str) -> str:
        """From which address a guest is at this table, or was; nothing if nobody knows."""
        devices = self._devices(table)
        left_from = self._left_from.get((table, guest), "")
        return next((device.address for device in devices if device.guest == guest), left_from)

    def send_away(self, whom: Callable[[LocalDevice], bool], code: int, reason: str) -> None:
        for devices in self._at.values():
            for device in filter(whom, devices):
                device.send_away(code, reason)

    def reconnect_all(self, table: TableId) -> None:
        for device in self._at.get(table, ()):
            device.send_away(COME_BACK, "come again")

    def enter(self, table: TableId, device: LocalDevice) -> None:
        self._at[table].append(device)
        self._changed(table)
        if table in self._gathering:
            device.show_room()  # it has not seen any yet

    def leave(self, table: TableId, device: LocalDevice) -> None:
        self._at[table].remove(device)
        _remember(self._left_from, (table, device.guest), device.address)
        if not self._at[table]:
            del self._at[table]
        self._changed(table)

    def attendances(self) -> Attendances:
        """For other processes."""
        return {table: tuple(map(_told, devices)) for table, devices in self._at.items()}

    def set_remote(self, elsewhere: Attendances) -> None:
        """Who is connected to other processes."""
        before, self._elsewhere = self._elsewhere, elsewhere
        for table in before.keys() | elsewhere.keys():
            if before.get(table) != elsewhere.get(table):
                self._changed(table)

    def broadcast(self, table: TableId) -> None:
        """Show the room again to all who are in it."""
        self._rolls.pop(table, None)
        for device in self._at.get(table, ()):
            device.show_room()

    def _devices(self, table: TableId) -> list[Device]:
        return [*self._at.get(table, ()), *self._elsewhere.get(table, ())]

    def _changed(self, table: TableId) -> None:
        if table in self._gathering:
            return  # they will be told; also if few of them are left by then
        devices = len(self._at.get(table, ()))
        if devices <= MAX_IMMEDIATE_DEVICES:
            self._tell_all(table)
        else:
            self._gathering.add(table)
            loop = asyncio.get_running_loop()
            loop.call_later(BROADCAST_DELAY_S * devices, self._tell_all, table)

    def _tell_all(self, table: TableId) -> None:
        self._gathering.discard(table)
        self.broadcast(table)
        for listener in self.listeners:
            listener(table)


def _remember(known: OrderedDict[Leaving, T], leaving: Leaving, what: T) -> None:
    known.pop(leaving, None)
    known[leaving] = what
    if len(known) > MAX_REMEMBERED_GUESTS:
        known.popitem(last=False)


def _told(device: Device) -> RemoteDevice:
    seats = tuple(device.seats)
    return RemoteDevice(seats, device.guest, device.name, device.address, device.screen)


def _call_the_roll(devices: Collection[Device]) -> Attendees:
    seats = {seat for device in devices for seat in device.seats}
    watching = {it.guest: it.name for it in devices if not it.seats and not it.screen}
    return Attendees(
        seats=seats,
        guests={device.guest for device in devices},
        watching=sorted(watching.items()),
        screen=any(device.screen for device in devices),
    )
