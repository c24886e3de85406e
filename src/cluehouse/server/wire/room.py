"""The room of a table: its seats, settings and spectators, as one client may see them."""

from typing import Any

from cluehouse.core.ids import Help, Level, Seat
from cluehouse.core.wire import Wire
from cluehouse.server.wire.chat import Voice, Watcher
from cluehouse.server.wire.rematch import Rematch
from cluehouse.table.book.chat import RailRules
from cluehouse.table.time_control import DEFAULT_GRACE_S, BotSpeed, Pace, Relaxed


class Clock(Wire, frozen=True, tag=False):
    """A seat's clock when the message was sent."""

    left: float
    """Seconds."""
    runs_in: float | None
    """Seconds until it runs, 0 if it runs now; null: it is stopped."""


class Somebody(Wire, frozen=True):
    name: str
    here: bool
    """The player is connected."""
    standing_in: bool = False
    """A bot plays in their absence."""
    clock: Clock | None = None
    """While the game runs, at a table with a time control."""
    who: str = ""
    """Identifies the player at this table, independent of their name."""
    fell_back: bool = False
    """The bot that plays in their absence has played moves of a novice, as below."""
    stands_in_after: float | None = None
    """Seconds after this message until a bot stands in for the absent player; null: none will."""


class Robot(Wire, frozen=True):
    level: Level
    tired: bool = False
    """The server is overloaded: the bot plays like a novice for now."""
    fell_back: bool = False
    """Some of its moves were a novice's: its own were not ready in time."""


class Nobody(Wire, frozen=True):
    pass


Chair = Somebody | Robot | Nobody


class Wishing(Wire, frozen=True, tag=False):
    """The character a seat has chosen, if any, and those it may choose."""

    chosen: str | None
    open: tuple[str, ...]


class RoleLot(Wire, frozen=True, tag=False):
    """A role that is drawn by lot when the game starts."""

    role: str
    """The wish of the seats that want it."""
    among: tuple[Seat, ...]
    """The seats it is drawn among, as things stand."""
    makes_way: Seat | None
    """The seat that had the role in the game before and makes way for the others."""


class Room(Wire, frozen=True):
    """The table around the game: seats, settings, votes. Sent whenever it changes."""

    id: str
    game: str
    options: Any
    chairs: tuple[Chair, ...]
    wishes: tuple[Wishing, ...]
    """One per seat, before the start, where seats choose a character or want a role."""
    listed: bool
    help: Help
    started: bool
    host: str
    hosting: bool
    """You are the host."""
    you: Seat | None
    """Your seat, if any."""
    yours: tuple[Seat, ...]
    """Your seat and those of companions who share your device."""
    pace: Pace = Relaxed()
    grace: int = DEFAULT_GRACE_S
    """Seconds until a bot stands in for an absent player; 0: never."""
    paused: bool = False
    commitment: str = ""
    """SHA-256 of the secret that all luck comes from. Empty at a table without a seal."""
    contributed: tuple[Seat, ...] = ()
    """The seats that contributed randomness."""
    rail: RailRules = RailRules()
    watching: int = 0
    """Number of connected guests without a seat."""
    watchers: tuple[Watcher, ...] = ()
    """Those guests, if you are the host."""
    screen: bool = False
    """A shared screen shows the board."""
    voice: bool = False
    """You may talk here."""
    lot: RoleLot | None = None
    """Before the start, if a role is drawn by lot."""
    rematch: Rematch | None = None
    gathering: bool = False
    """The game starts by itself when all its players are connected."""
    tables: int = 1
    """Number of tables that play this deal."""
    voices: tuple[Voice, ...] = ()
    """The players who vote on abandoning the game, shown to players and guests here."""
    willing: tuple[Seat, ...] = ()
    """The seats that voted to abandon it."""
    given_up: bool = False
    """The game was abandoned without a result."""
    removed: tuple[Watcher, ...] = ()
    """Removed guests, if you are the host."""
    host_here: bool = True
    """The host is connected."""
    speed: BotSpeed | None = None
    """How fast bots play; null: as usual, for it was never set."""
