"""The note that says where the people of a table play on."""

from cluehouse.core.wire import Wire
from cluehouse.table.ports import TableId


class Rematched(Wire, frozen=True):
    """Somebody asked for another game: at this table the same people are seated already."""

    table: TableId
    name: str
    guest: str


class DealSet(Wire, frozen=True, tag=False):
    tables: tuple[TableId, ...]
    opened: float
    """Seconds, by the clock on the wall."""
