"""Track which devices are connected to which table, in this process and in the others."""

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

_GuestAtTable = tuple[TableId, str]

MAX_IMMEDIATE_DEVICES: Final = 12
"""Up to this many devices at a table, each arrival and departure is broadcast at once."""

BROADCAST_DELAY_S: Final = 0.0025
"""Above that limit, arrivals and departures are batched for this long per connected device:
without batching, a crowd of n devices would cost n³ work."""

MAX_REMEMBERED_GUESTS: Final = 10_000
"""Departures remembered; the oldest is dropped first."""


class Device(Protocol):
    """A device connected to a table, in any process."""

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
        """Whether it is the shared screen of its table."""


class LocalDevice(Device, Protocol):
    """A device connected to this process."""

    @property
    def session(self) -> str:
        """The id of the session in its cookie."""

    def show_room(self) -> None:
        """Send the room again: presence at the table changed."""

    def disconnect(self, code: int, reason: str) -> None:
        """Schedule closing the connection; does not wait for it."""


class RemoteDevice(Wire, frozen=True, tag=False):
    """A device connected to another process."""

    seats: tuple[Seat, ...]
    guest: str
    name: str
    address: str
    screen: bool


Attendances = Mapping[TableId, tuple[RemoteDevice, ...]]
"""The devices connected to each table."""


@dataclass(frozen=True, slots=True)
class Attendees:
    """The guests and seats present at a table, over all processes."""

    seats: Set[Seat]
    """Seats whose player is connected."""
    guests: Set[str]
    watching: Collection[tuple[str, str]]
    """Guests without a seat, with their names."""
    screen: bool
    """Whether a shared screen is connected."""


class Presence:
    """The devices connected to each table, and the rooms that are sent to them."""

    def __init__(self) -> None:
        self._local: defaultdict[TableId, list[LocalDevice]] = defaultdict(list)
        self._remote: Attendances = {}
        self._attendees: dict[TableId, tuple[int, Attendees]] = {}
        """Cached with the number of book pages it was computed at."""
        self._pending_broadcasts: set[TableId] = set()
        self._left_at: OrderedDict[_GuestAtTable, Seq] = OrderedDict()
        self._left_from: OrderedDict[_GuestAtTable, str] = OrderedDict()
        self.listeners: list[Callable[[TableId], None]] = []
        """Called when presence at a table changed; must neither block nor raise."""

    def __len__(self) -> int:
        """The number of devices connected to this process."""
        return sum(map(len, self._local.values()))

    def attendees(self, table: TableId, pages: int) -> Attendees:
        """Compute the attendees once per broadcast of a room, not once per device. The cache is
        dropped by the next broadcast, or when the table's book, which says who sits where, has
        another number of pages."""
        if table in self._attendees and self._attendees[table][0] == pages:
            return self._attendees[table][1]
        attendees = _attendees(self._devices(table))
        if table in self._local:  # otherwise no broadcast would drop it from the cache
            self._attendees[table] = pages, attendees
        return attendees

    def present(self, table: TableId, seats: Collection[Seat]) -> set[Seat]:
        devices = self._devices(table)
        return {seat for device in devices for seat in device.seats if seat in seats}

    def is_connected(self, table: TableId, guest: str) -> bool:
        return any(device.guest == guest for device in self._devices(table))

    def left_at(self, table: TableId, guest: str) -> Seq | None:
        """The sequence number of the game when the last device of this guest left."""
        return self._left_at.get((table, guest))

    def note_leaving(self, table: TableId, guest: str, seq: Seq) -> None:
        _remember(self._left_at, (table, guest), seq)

    def forget(self, guest: str) -> None:
        """Drop the addresses and sequence numbers remembered of an erased guest."""
        for departures in (self._left_at, self._left_from):
            for key in [key for key in departures if key[1] == guest]:
                del departures[key]

    def has_devices(self, table: TableId) -> bool:
        """Whether a device is connected to this table, in any process."""
        return table in self._local or table in self._remote

    def has_local_devices(self, table: TableId) -> bool:
        """Whether a device is connected to this table in this process."""
        return table in self._local

    def watching(self, table: TableId) -> Collection[tuple[str, str]]:
        """Guests without a seat, with their names."""
        return _attendees(self._devices(table)).watching

    def address_of(self, table: TableId, guest: str) -> str:
        """The address a guest is or was last connected from at this table; empty if unknown."""
        devices = self._devices(table)
        left_from = self._left_from.get((table, guest), "")
        return next((device.address for device in devices if device.guest == guest), left_from)

    def disconnect(self, whom: Callable[[LocalDevice], bool], code: int, reason: str) -> None:
        """Close the connections of matching devices, at every table of this process."""
        for devices in self._local.values():
            for device in filter(whom, devices):
                device.disconnect(code, reason)

    def sessions(self) -> set[str]:
        """The sessions of all devices connected to this process."""
        return {device.session for devices in self._local.values() for device in devices}

    def reconnect_all(self, table: TableId) -> None:
        for device in self._local.get(table, ()):
            device.disconnect(COME_BACK, "come again")

    def enter(self, table: TableId, device: LocalDevice) -> None:
        self._local[table].append(device)
        self._on_change(table)
        if table in self._pending_broadcasts:
            device.show_room()  # a new device gets its first room without waiting for the batch

    def leave(self, table: TableId, device: LocalDevice) -> None:
        self._local[table].remove(device)
        _remember(self._left_from, (table, device.guest), device.address)
        if not self._local[table]:
            del self._local[table]
        self._on_change(table)

    def attendances(self) -> Attendances:
        """The devices of this process, to send to the other processes."""
        return {table: tuple(map(_as_remote, devices)) for table, devices in self._local.items()}

    def set_remote(self, remote: Attendances) -> None:
        """Replace the devices known of other processes; notify the tables where they changed."""
        before, self._remote = self._remote, remote
        for table in before.keys() | remote.keys():
            if before.get(table) != remote.get(table):
                self._on_change(table)

    def broadcast(self, table: TableId) -> None:
        """Send the room again to every device at the table."""
        self._attendees.pop(table, None)
        for device in self._local.get(table, ()):
            device.show_room()

    def _devices(self, table: TableId) -> list[Device]:
        return [*self._local.get(table, ()), *self._remote.get(table, ())]

    def _on_change(self, table: TableId) -> None:
        if table in self._pending_broadcasts:
            return  # the pending broadcast covers it, even if few devices are left by then
        devices = len(self._local.get(table, ()))
        if devices <= MAX_IMMEDIATE_DEVICES:
            self._broadcast_and_notify(table)
        else:
            self._pending_broadcasts.add(table)
            loop = asyncio.get_running_loop()
            loop.call_later(BROADCAST_DELAY_S * devices, self._broadcast_and_notify, table)

    def _broadcast_and_notify(self, table: TableId) -> None:
        """Listeners first: rooms tell when a bot will stand in for a player who has just left."""
        self._pending_broadcasts.discard(table)
        self._attendees.pop(table, None)
        for listener in self.listeners:
            listener(table)
        self.broadcast(table)


def _remember(departures: OrderedDict[_GuestAtTable, T], key: _GuestAtTable, value: T) -> None:
    departures.pop(key, None)
    departures[key] = value
    if len(departures) > MAX_REMEMBERED_GUESTS:
        departures.popitem(last=False)


def _as_remote(device: Device) -> RemoteDevice:
    seats = tuple(device.seats)
    return RemoteDevice(seats, device.guest, device.name, device.address, device.screen)


def _attendees(devices: Collection[Device]) -> Attendees:
    seats = {seat for device in devices for seat in device.seats}
    watching = {it.guest: it.name for it in devices if not it.seats and not it.screen}
    return Attendees(
        seats=seats,
        guests={device.guest for device in devices},
        watching=sorted(watching.items()),
        screen=any(device.screen for device in devices),
    )
