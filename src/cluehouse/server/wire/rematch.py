"""Rematches, and the tables that play one deal."""

from typing import Annotated, Literal

import msgspec

from cluehouse.core.wire import Wire
from cluehouse.server.wire.guest import Played

TablesOfDeal = Annotated[int, msgspec.Meta(ge=1, le=8)]


class Rematch(Wire, frozen=True, tag=False):
    """The table of the rematch, and the name of the guest who asked for it."""

    table: str
    name: str


class TableOfDeal(Wire, frozen=True, tag=False):
    id: str
    state: Literal["open", "started", "over", "abandoned", "gone"]
    names: tuple[str, ...]
    """The players there, in order of seats."""
    seats: tuple[Played, ...]
    """The result of each seat, once the deal is no longer closed."""


class SameDealTables(Wire, frozen=True, tag=False):
    """All tables that play one deal."""

    closed: bool
    """Full records stay closed until the last of the tables has ended."""
    until: int
    """Seconds since 1970: the deal is opened then, also with tables still in play."""
    tables: tuple[TableOfDeal, ...]
