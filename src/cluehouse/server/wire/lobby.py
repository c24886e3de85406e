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
from cluehouse.table.time_control import DEFAULT_GRACE_S, BotSpeed, Grace, Pace, Relaxed


class OptionCard(Wire, frozen=True, tag=False):
    name: str
    values: tuple[Any, ...] | None
    """All its values; null if they are no short list."""
    default: Any
    seats: tuple[Seats, ...]
    """The number of seats with each of these values, other options at their default."""


class GameCard(Wire, frozen=True, tag=False):
    name: str
    min_seats: int
    max_seats: int
    options: tuple[OptionCard, ...]


class NetworkAddress(Wire, frozen=True, tag=False):
    """The server's address on its local network, told to browsers on its own machine alone."""

    origin: str
    """Such as `http://192.168.1.5:8000`."""
    open: bool
    """Whether the server listens there. If not, it has to be started for the network."""


class HouseCard(Wire, frozen=True, tag=False):
    """What this server offers."""

    build: str
    games: tuple[GameCard, ...]
    levels: tuple[Level, ...]
    helps: tuple[Help, ...]
    names: dict[str, dict[str, dict[str, str]]] = msgspec.field(default_factory=dict)
    """The operator's own names of games and characters, by game, language and text."""
    push: str = ""
    """The public key for Web Push subscriptions; empty: not offered."""
    network: NetworkAddress | None = None
    """Where other devices reach the server, if you call it `localhost`."""


class OpenTable(Wire, frozen=True, tag=False):
    """An open table in the lobby."""

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
    """How many tables play the same deal, each for itself; you sit at the first."""


class Sit(Wire, frozen=True, tag=False):
    seat: Seat
    companion: Name | None = None
    """A companion on your device takes the seat, under this name."""


class Wish(Wire, frozen=True, tag=False):
    """Which character or role you would like to play; null: no preference."""

    value: Annotated[str, msgspec.Meta(max_length=40)] | None
    seat: Seat | None = None
    """One of your seats; null: your own."""


class Contribute(Wire, frozen=True, tag=False):
    """Randomness that one of your seats contributes to the deal: 32 random bytes."""

    seat: Seat
    value: Sealing


class SeatBot(Wire, frozen=True, tag=False):
    seat: Seat
    level: Level


class FreeSeat(Wire, frozen=True, tag=False):
    seat: Seat


class PassHosting(Wire, frozen=True, tag=False):
    """Make the player at this seat the host."""

    seat: Seat


class SetSpeed(Wire, frozen=True, tag=False):
    """How fast bots play from now on."""

    speed: BotSpeed


class OwnSeat(Wire, frozen=True, tag=False):
    """One of your seats; null: your own."""

    seat: Seat | None = None


class Start(Wire, frozen=True, tag=False):
    """Empty seats are played by bots of this level."""

    fill: Level = "detective"
