"""Which devices are connected to which table."""

from collections import defaultdict
from typing import Protocol

from cluehouse.core.ids import Seat
from cluehouse.table.ports import TableId


class Present(Protocol):
    """A device at a table."""

    @property
    def seat(self) -> Seat | None: ...

    def show_room(self) -> None:
        """Somebody came or went."""


class Presence:
    def __init__(self) -> None:
        self._at: defaultdict[TableId, list[Present]] = defaultdict(list)

    def here(self, table: TableId, seat: Seat) -> bool:
        return any(device.seat == seat for device in self._at.get(table, ()))

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
