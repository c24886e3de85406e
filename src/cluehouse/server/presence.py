"""Which devices are connected to which table, here and in other processes."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Final, Protocol, TypeVar

from cluehouse.core.ids import Seat, Seq
from cluehouse.core.wire import Wire
from cluehouse.table.ports import TableId

T = TypeVar("T")

Leaving = tuple[TableId, str]
"""Of a guest, from a table."""

REMEMBERED: Final = 10_000
"""Guests whose leaving is remembered; whoever left longest ago is forgotten first."""


class Somebody(Protocol):
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


class Present(Somebody, Protocol):
    """A device that is connected here."""

    def show_room(self) -> None:
        """Somebody came or went."""

    def send_away(self, code: int, reason: str) -> None:
        """Soon; it does not wait."""


class Elsewhere(Wire, frozen=True, tag=False):
    """A device that is connected to another process."""

    seats: tuple[Seat, ...]
    guest: str
    name: str
    address: str
    screen: bool


Attendances = Mapping[TableId, tuple[Elsewhere, ...]]
"""Everybody at each table."""


class Presence:
    def __init__(self) -> None:
        self._at: defaultdict[TableId, list[Present]] = defaultdict(list)
        self._elsewhere: Attendances = {}
        self._left_at: OrderedDict[Leaving, Seq] = OrderedDict()
        self._left_from: OrderedDict[Leaving, str] = OrderedDict()
        self.listeners: list[Callable[[TableId], None]] = []
        """Called when somebody came to a table or went; never wait and never raise."""

    def __len__(self) -> int:
        """How many devices there are."""
        return sum(map(len, self._at.values()))

    def here(self, table: TableId, seat: Seat) -> bool:
        return any(seat in device.seats for device in self._devices(table))

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

    def watching(self, table: TableId) -> list[tuple[str, str]]:
        """Guests without a seat, with their names."""
        devices = self._devices(table)
        return sorted({device.guest: device.name for device in devices if _watches(device)}.items())

    def has_screen(self, table: TableId) -> bool:
        return any(device.screen for device in self._devices(table))

    def address_of(self, table: TableId, guest: str) -> str:
        """From which address a guest is at this table, or was; nothing if nobody knows."""
        devices = self._devices(table)
        left_from = self._left_from.get((table, guest), "")
        return next((device.address for device in devices if device.guest == guest), left_from)

    def send_away(self, whom: Callable[[Present], bool], code: int, reason: str) -> None:
        for devices in self._at.values():
            for device in filter(whom, devices):
                device.send_away(code, reason)

    def enter(self, table: TableId, device: Present) -> None:
        self._at[table].append(device)
        self._changed(table)

    def leave(self, table: TableId, device: Present) -> None:
        self._at[table].remove(device)
        _remember(self._left_from, (table, device.guest), device.address)
        if not self._at[table]:
            del self._at[table]
        self._changed(table)

    def attendances(self) -> Attendances:
        """For other processes."""
        return {table: tuple(map(_told, devices)) for table, devices in self._at.items()}

    def hear(self, elsewhere: Attendances) -> None:
        """Who is connected to other processes."""
        before, self._elsewhere = self._elsewhere, elsewhere
        for table in before.keys() | elsewhere.keys():
            if before.get(table) != elsewhere.get(table):
                self._changed(table)

    def tell(self, table: TableId) -> None:
        """Show the room again to all who are in it."""
        for device in self._at.get(table, ()):
            device.show_room()

    def _devices(self, table: TableId) -> list[Somebody]:
        return [*self._at.get(table, ()), *self._elsewhere.get(table, ())]

    def _changed(self, table: TableId) -> None:
        self.tell(table)
        for listener in self.listeners:
            listener(table)


def _remember(known: OrderedDict[Leaving, T], leaving: Leaving, what: T) -> None:
    known.pop(leaving, None)
    known[leaving] = what
    if len(known) > REMEMBERED:
        known.popitem(last=False)


def _told(device: Somebody) -> Elsewhere:
    seats = tuple(device.seats)
    return Elsewhere(seats, device.guest, device.name, device.address, device.screen)


def _watches(device: Somebody) -> bool:
    return not device.seats and not device.screen
