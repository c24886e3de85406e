"""Bodies of lobby requests and answers: what the server offers, open tables, seating, start."""

from typing import Annotated, Any

import msgspec

from cluehouse.core.ids import Help, Level, Seat
from cluehouse.core.seal import Sealing
from cluehouse.core.wire import Wire
from cluehouse.games.catalogue import Seats
from cluehouse.server.wire.guest import Name
from cluehouse.server.wire.rematch import TablesOfDeal
from cluehouse.table.book.chat import RailRules
from cluehouse.table.time_control import DEFAULT_GRACE_S, Grace, Pace, Relaxed


class OptionCard(Wire, frozen=True, tag=False):
    name: str
    values: tuple[Any, ...] | None
    """Everything it may be; null if that is no short list."""
    default: Any
    seats: tuple[Seats, ...]
    """How many may play with each of these values, all other options being default."""


class GameCard(Wire, frozen=True, tag=False):
    name: str
    min_seats: int
    max_seats: int
    options: tuple[OptionCard, ...]


class HouseCard(Wire, frozen=True, tag=False):
    """What this house offers."""

    build: str
    games: tuple[GameCard, ...]
    levels: tuple[Level, ...]
    helps: tuple[Help, ...]
    names: dict[str, dict[str, dict[str, str]]] = msgspec.field(default_factory=dict)
    """What this house calls games and characters otherwise, by game, language and text."""
    push: str = ""
    """The key that browsers need to be told of their turns by Web Push; empty: they are not."""


class OpenTable(Wire, frozen=True, tag=False):
    """A line in the lobby."""

    id: str
    game: str
    host: str
    seats: int
    free: int
    pace: Pace = Relaxed()


class YourTable(Wire, frozen=True, tag=False):
    """A table you sit at."""

    id: str
    game: str
    started: bool
    names: tuple[str, ...]
    given_up: bool = False
    pace: Pace = Relaxed()


class Lobby(Wire, frozen=True, tag=False):
    open: tuple[OpenTable, ...]
    yours: tuple[YourTable, ...]


class OpenUp(Wire, frozen=True, tag=False):
    """Open a table, and sit down at its first seat."""

    game: str
    seats: int
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    listed: bool = False
    help: Help = "seen"
    pace: Pace = Relaxed()
    grace: Grace = DEFAULT_GRACE_S
    rail: RailRules = RailRules()
    tables: TablesOfDeal = 1
    """So many tables play the same deal, each for itself; you sit at the first."""


class Sit(Wire, frozen=True, tag=False):
    seat: Seat
    companion: Name | None = None
    """Somebody who shares your device takes the seat, under this name."""


class Wish(Wire, frozen=True, tag=False):
    """Whom you would like to be; null: whoever is left."""

    value: Annotated[str, msgspec.Meta(max_length=40)] | None


class Contribute(Wire, frozen=True, tag=False):
    """What one of your seats adds to the luck of the deal: 32 bytes, drawn at random."""

    seat: Seat
    value: Sealing


class SeatBot(Wire, frozen=True, tag=False):
    seat: Seat
    level: Level


class FreeSeat(Wire, frozen=True, tag=False):
    seat: Seat


class PassHosting(Wire, frozen=True, tag=False):
    """Whoever sits there is the host from now on."""

    seat: Seat


class Start(Wire, frozen=True, tag=False):
    """Empty seats are played by bots of this level."""

    fill: Level = "detective"
