"""Tables that play the same deal, each for itself.

One secret makes the key of them all. So nobody adds to it, nobody watches, and it is kept closed
until the last of them has ended.
"""

from cluehouse.core.wire import Wire
from cluehouse.table.ports import TableId


class DealSet(Wire, frozen=True, tag=False):
    tables: tuple[TableId, ...]
    opened: float
    """Seconds, by the clock on the wall."""
