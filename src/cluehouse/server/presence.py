"""Which devices are connected to which table."""

from collections import OrderedDict, defaultdict
from collections.abc import Collection
from typing import Final, Protocol

from cluehouse.core.ids import Seat, Seq
from cluehouse.table.ports import TableId

REMEMBERED: Final = 10_000
"""Guests whose leaving is remembered; whoever left longest ago is forgotten first."""


class Present(Protocol):
    """A device at a table."""

    @property
    def seats(self) -> Collection[Seat]: ...

    def show_room(self) -> None:
        """Somebody came or went."""


class Presence:
    def __init__(self) -> None:
        self._at: defaultdict[TableId, list[Present]] = defaultdict(list)
        self._left_at: OrderedDict[tuple[TableId, str], Seq] = OrderedDict()

    def here(self, table: TableId, seat: Seat) -> bool:
        return any(seat in device.seats for device in self._at.get(table, ()))

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

    def enter(self, table: TableId, device: Present) -> None:
        self._at[table].append(device)
        self._tell(table)

    def leave(self, table: TableId, device: Present) -> None:
        self._at[table].remove(device)
        if not self._at[table]:
            del self._at[table]
        self._tell(table)

    def _tell(self, table: TableId) -> None:
        for device in self._at.get(table, ()):
            device.show_room()
