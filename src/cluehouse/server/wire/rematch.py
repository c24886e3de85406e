"""What follows a game, and what is played beside it: rematches and tables of one deal, as types."""

from typing import Annotated, Literal

import msgspec

from cluehouse.core.wire import Wire
from cluehouse.server.wire.guest import Played

TablesOfDeal = Annotated[int, msgspec.Meta(ge=1, le=8)]


class Rematch(Wire, frozen=True, tag=False):
    """Where everybody plays on, and who asked for it."""

    table: str
    name: str


class TableOfDeal(Wire, frozen=True, tag=False):
    id: str
    state: Literal["open", "started", "over", "abandoned", "gone"]
    names: tuple[str, ...]
    """The people who sit there, in order of seats."""
    seats: tuple[Played, ...]
    """How each seat fared: told when the deal is closed no more."""


class SameDealTables(Wire, frozen=True, tag=False):
    """All tables that play one deal."""

    closed: bool
    """Until the last of them has ended, nobody sees all of it."""
    until: int
    """In seconds since 1970: then it is opened, whoever has not ended."""
    tables: tuple[TableOfDeal, ...]
