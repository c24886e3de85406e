"""The room of a table: its seats, settings and spectators, as one client may see them."""

from typing import Any

from cluehouse.core.ids import Help, Level, Seat
from cluehouse.core.wire import Wire
from cluehouse.server.wire.chat import Voice, Watcher
from cluehouse.server.wire.rematch import Rematch
from cluehouse.table.book.chat import RailRules
from cluehouse.table.time_control import DEFAULT_GRACE_S, Pace, Relaxed


class Clock(Wire, frozen=True, tag=False):
    """A seat's time, as of the moment it is told: count on from there."""

    left: float
    """Seconds."""
    runs_in: float | None
    """Seconds until it runs, 0 if it does; null: it stands."""


class Somebody(Wire, frozen=True):
    name: str
    here: bool
    """A device of theirs is connected."""
    standing_in: bool = False
    """A bot plays for them until they return."""
    clock: Clock | None = None
    """In play, at a table with a pace."""
    who: str = ""
    """Who they are among others at this table, whatever their name."""


class Robot(Wire, frozen=True):
    level: Level
    tired: bool = False
    """The house is busy: for now it plays like a novice."""


class Nobody(Wire, frozen=True):
    pass


Chair = Somebody | Robot | Nobody


class Wishing(Wire, frozen=True, tag=False):
    """Whom a seat has chosen to be, if anybody, and whom it may choose."""

    chosen: str | None
    open: tuple[str, ...]


class Room(Wire, frozen=True):
    """The table as the house sees it: who sits where. Sent whenever that changes."""

    id: str
    game: str
    options: Any
    chairs: tuple[Chair, ...]
    wishes: tuple[Wishing, ...]
    """Of each seat, until the start, in a game where seats choose."""
    listed: bool
    help: Help
    started: bool
    host: str
    hosting: bool
    """You are the host."""
    you: Seat | None
    """Your seat, if you have one."""
    yours: tuple[Seat, ...]
    """It, and those of companions who share your device."""
    pace: Pace = Relaxed()
    grace: int = DEFAULT_GRACE_S
    """Seconds until a bot stands in for somebody absent; 0: never."""
    paused: bool = False
    commitment: str = ""
    """To the secret that all luck comes from: its SHA-256. Empty at a table without a seal."""
    contributed: tuple[Seat, ...] = ()
    """The seats that have added to the luck."""
    rail: RailRules = RailRules()
    watching: int = 0
    """How many guests are here without a seat."""
    watchers: tuple[Watcher, ...] = ()
    """They themselves, if you are the host."""
    screen: bool = False
    """A shared screen shows the board."""
    voice: bool = False
    """You may talk here."""
    rematch: Rematch | None = None
    gathering: bool = False
    """The game starts by itself when everybody is here."""
    tables: int = 1
    """That play this deal."""
    voices: tuple[Voice, ...] = ()
    """Who is asked whether to give the game up, for those who are or sit here."""
    willing: tuple[Seat, ...] = ()
    """Who would."""
    given_up: bool = False
    """The game has ended without a result."""
    removed: tuple[Watcher, ...] = ()
    """Who was shown out, if you are the host."""
    host_here: bool = True
    """A device of the host's is connected."""
