"""Everything that crosses the network, as types. The browser's own are generated from these."""

from typing import Annotated, Any

import msgspec

from cluehouse.core.ids import Help, Level, Seat, Seq
from cluehouse.core.seal import Sealing
from cluehouse.core.wire import Wire
from cluehouse.games.catalogue import Seats
from cluehouse.server.protocol_company import Say, Voice, Watcher
from cluehouse.server.protocol_sequel import Rematch, TablesOfDeal
from cluehouse.table.company import RailRules
from cluehouse.table.pace import GRACE, Grace, Pace, Relaxed

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Cell = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
MarkText = Annotated[str, msgspec.Meta(max_length=16)]


# --- over the socket, from the browser -------------------------------------------------------


class Play(Wire, frozen=True):
    """One of the moves that were offered, and the seq of the update it was chosen from."""

    move: msgspec.Raw
    seen: Seq


class Mark(Wire, frozen=True):
    """Write into one's own notebook; an empty mark rubs it out."""

    cell: Cell
    mark: MarkText


class Undo(Wire, frozen=True):
    """Take back one's last mark."""


class TakeNotes(Wire, frozen=True):
    """What does the notebook say by itself? As much as the table's help level allows."""


Frame = Play | Mark | Undo | TakeNotes | Say


# --- over the socket, to the browser; beside core's Update ------------------------------------


class Welcome(Wire, frozen=True):
    """The first message. A page of another build should reload."""

    build: str
    told: int | None = None
    """How many sights of this table you had been told when your last device left, if known."""


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
    grace: int = GRACE
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


class Marks(Wire, frozen=True):
    """Your notebook: cell to mark."""

    marks: dict[str, str]
    undoable: bool


class NotesTaken(Wire, frozen=True):
    """What the notebook says by itself, as of this seq."""

    seq: Seq
    notes: Any


class Refused(Wire, frozen=True):
    """Nothing has changed. `id` is a rule of the game or of the house; texts have the words."""

    id: str
    detail: str = ""


# --- over HTTP -------------------------------------------------------------------------------


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


class Me(Wire, frozen=True, tag=False):
    name: str
    """Empty until you have given one."""


class NameMe(Wire, frozen=True, tag=False):
    name: Name


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
    grace: Grace = GRACE
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
