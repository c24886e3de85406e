"""Links from a table to others: its rematch, and the tables that play the same deal."""

from cluehouse.core.wire import Wire
from cluehouse.table.ports import TableId


class Rematched(Wire, frozen=True):
    """A guest asked for a rematch; at table `table` the same people are seated already."""

    table: TableId
    name: str
    guest: str


class RematchDeleted(Wire, frozen=True):
    """The rematch was deleted before it started: players may ask for another one."""


class DealSet(Wire, frozen=True, tag=False):
    """The tables that play the same deal."""

    tables: tuple[TableId, ...]
    opened: float
    """Wall-clock time, in seconds."""

    @property
    def id(self) -> TableId:
        """The id of its first table."""
        return self.tables[0]
