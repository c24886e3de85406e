"""Which devices are connected to which table."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection
from typing import Final, Protocol

from cluehouse.core.ids import Seat, Seq
from cluehouse.table.ports import TableId

REMEMBERED: Final = 10_000
"""Guests whose leaving is remembered; whoever left longest ago is forgotten first."""


class Present(Protocol):
    """A device at a table."""

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

    def show_room(self) -> None:
        """Somebody came or went."""

    def send_away(self, code: int, reason: str) -> None:
        """Soon; it does not wait."""


class Presence:
    def __init__(self) -> None:
        self._at: defaultdict[TableId, list[Present]] = defaultdict(list)
        self._left_at: OrderedDict[tuple[TableId, str], Seq] = OrderedDict()
        self.listeners: list[Callable[[TableId], None]] = []
        """Called when somebody came to a table or went; never wait and never raise."""

    def __len__(self) -> int:
        """How many devices there are."""
        return sum(map(len, self._at.values()))

    def here(self, table: TableId, seat: Seat) -> bool:
        return any(seat in device.seats for device in self._at.get(table, ()))

    def present(self, table: TableId, seats: Collection[Seat]) -> set[Seat]:
        devices = self._at.get(table, ())
        return {seat for device in devices for seat in device.seats if seat in seats}

    def visiting(self, table: TableId, guest: str) -> bool:
        return any(device.guest == guest for device in self._at.get(table, ()))

    def left_at(self, table: TableId, guest: str) -> Seq | None:
        """How far the game was when the last device of this guest left."""
        return self._left_at.get((table, guest))

    def note_leaving(self, table: TableId, guest: str, seq: Seq) -> None:
        self._left_at.pop((table, guest), None)
        self._left_at[table, guest] = seq
        if len(self._left_at) > REMEMBERED:
            self._left_at.popitem(last=False)

    def anybody(self, table: TableId) -> bool:
        return table in self._at

    def watching(self, table: TableId) -> list[tuple[str, str]]:
        """Guests without a seat, with their names."""
        devices = self._at.get(table, ())
        return sorted({device.guest: device.name for device in devices if _watches(device)}.items())

    def has_screen(self, table: TableId) -> bool:
        return any(device.screen for device in self._at.get(table, ()))

    def address_of(self, table: TableId, guest: str) -> str:
        """From which address a guest is at this table, or nothing if they are not."""
        devices = self._at.get(table, ())
        return next((device.address for device in devices if device.guest == guest), "")

    def send_away(self, whom: Callable[[Present], bool], code: int, reason: str) -> None:
        for devices in self._at.values():
            for device in filter(whom, devices):
                device.send_away(code, reason)

    def enter(self, table: TableId, device: Present) -> None:
        self._at[table].append(device)
        self._changed(table)

    def leave(self, table: TableId, device: Present) -> None:
        self._at[table].remove(device)
        if not self._at[table]:
            del self._at[table]
        self._changed(table)

    def tell(self, table: TableId) -> None:
        """Show the room again to all who are in it."""
        for device in self._at.get(table, ()):
            device.show_room()

    def _changed(self, table: TableId) -> None:
        self.tell(table)
        for listener in self.listeners:
            listener(table)


def _watches(device: Present) -> bool:
    return not device.seats and not device.screen
