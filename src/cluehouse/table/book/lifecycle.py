"""The lifecycle of a game: pauses, stand-ins, clocks, bot speed, abandonment. The notes, and the
state after them.

Abandoning a game takes the agreement of all players who are not gone.
"""

from typing import Literal, NamedTuple, assert_never

from cluehouse.core.errors import GivenUp, OnHold
from cluehouse.core.ids import Level, Seat, Seq
from cluehouse.core.wire import Wire
from cluehouse.table.time_control import BotSpeed


class StoodIn(Wire, frozen=True):
    """A bot plays for the absent player in this seat; the seat stays theirs."""

    seat: Seat
    level: Level


class SteppedOut(Wire, frozen=True):
    """The player in this seat lets a bot play for them until they return: they say so, or connect
    again. As soon as they are disconnected, StoodIn follows."""

    seat: Seat
    level: Level


class CameBack(Wire, frozen=True):
    seat: Seat


class Missed(Wire, frozen=True):
    """The player in this seat is gone and no bot stands in: they missed a deadline, or were absent
    for long at a table without stand-ins."""

    seat: Seat


class TimeRanOut(Wire, frozen=True):
    """The time of this seat has run out for the choice that it was asked at this seq: a bot makes
    it."""

    seat: Seat
    seq: Seq


class Paused(Wire, frozen=True):
    at: float
    """Wall-clock time, in seconds."""


class Resumed(Wire, frozen=True):
    at: float


class ClockStood(Wire, frozen=True):
    """A seat's clock was stopped; `left`: what is left of its bank, in seconds."""

    seat: Seat
    left: float


class DeadlineSet(Wire, frozen=True):
    """The deadline of the choice that a seat was asked at this seq; `at`: wall-clock time."""

    seat: Seat
    seq: Seq
    at: float


class SpeedSet(Wire, frozen=True):
    """Bots play at this speed from now on."""

    speed: BotSpeed


class SkipAsked(Wire, frozen=True):
    """Bots play at instant speed until this seat, which is not asked at this seq, is asked."""

    seat: Seat
    seq: Seq


class GaveUp(Wire, frozen=True):
    """The player in this seat votes to abandon the game."""

    seat: Seat


class PlaysOn(Wire, frozen=True):
    """The player in this seat withdraws that vote."""

    seat: Seat


class Abandoned(Wire, frozen=True):
    """The game has ended without a result, by vote of its players or after long inactivity."""

    by: Literal["people", "house"]
    at: float = 0.0
    """Wall-clock time, in seconds; 0 if not recorded."""


LifecycleNote = (
    StoodIn
    | SteppedOut
    | CameBack
    | Missed
    | TimeRanOut
    | Paused
    | Resumed
    | ClockStood
    | DeadlineSet
    | SpeedSet
    | SkipAsked
    | GaveUp
    | PlaysOn
    | Abandoned
)


class Deadline(NamedTuple):
    seq: Seq
    at: float


class Lifecycle:
    """The state after the last note."""

    def __init__(self) -> None:
        self.standing_in: dict[Seat, Level] = {}
        self.stepped_out: set[Seat] = set()
        """Those of them whose players asked for the bot and have been connected ever since."""
        self.missed: set[Seat] = set()
        self.out_of_time: dict[Seat, Seq] = {}
        """The choices that bots make because time has run out, by the seq at which they were
        asked."""
        self.paused_at: float | None = None
        self.left: dict[Seat, float] = {}
        """Seconds left in the banks that have been used."""
        self.deadlines: dict[Seat, Deadline] = {}
        self.speed: BotSpeed | None = None
        """None: not set, which is normal."""
        self.skip: SkipAsked | None = None
        """The last one."""
        self.willing: set[Seat] = set()
        """The seats that have voted to abandon the game."""
        self.abandoned = False
        self.abandoned_at = 0.0

    def check(self) -> None:
        """Raise GivenUp or OnHold if moves are not accepted now."""
        if self.abandoned:
            raise GivenUp
        if self.paused:
            raise OnHold

    @property
    def gone(self) -> set[Seat]:
        """The seats of players the game does not wait for."""
        return self.missed.union(self.standing_in)

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    def apply(self, note: LifecycleNote) -> None:
        match note:
            case ClockStood(seat=seat, left=left):
                self.left[seat] = left
            case DeadlineSet(seat=seat, seq=seq, at=at):
                self.deadlines[seat] = Deadline(seq, at)
            case StoodIn(seat=seat, level=level):
                self.standing_in[seat] = level
                self.stepped_out.discard(seat)
            case SteppedOut(seat=seat, level=level):
                self.standing_in[seat] = level
                self.stepped_out.add(seat)
            case CameBack(seat=seat):
                self.standing_in.pop(seat, None)
                self.stepped_out.discard(seat)
                self.missed.discard(seat)
                self.out_of_time.pop(seat, None)
            case Missed(seat=seat):
                self.missed.add(seat)
            case TimeRanOut(seat=seat, seq=seq):
                self.out_of_time[seat] = seq
            case Paused(at=at):
                self.paused_at = at
            case Resumed(at=at):
                self._resume(at)
            case SpeedSet(speed=speed):
                self.speed = speed
            case SkipAsked():
                self.skip = note
            case GaveUp(seat=seat):
                self.willing.add(seat)
            case PlaysOn(seat=seat):
                self.willing.discard(seat)
            case Abandoned(at=at):
                self.abandoned, self.abandoned_at = True, at
            case _:
                assert_never(note)

    def _resume(self, at: float) -> None:
        """Move all deadlines by the duration of the pause."""
        duration = 0.0 if self.paused_at is None else max(0.0, at - self.paused_at)
        self.paused_at = None
        for seat, deadline in self.deadlines.items():
            self.deadlines[seat] = Deadline(deadline.seq, deadline.at + duration)


class BotFellBack(Wire, frozen=True, tag="BotStumbled"):
    """A bot had no legal move in time, so its seat played a novice's move."""

    seat: Seat
    seq: Seq
    why: str


class BotDegraded(Wire, frozen=True, tag="BotTired"):
    """The bot workers are overloaded: this bot plays like a novice until BotRecovered."""

    seat: Seat


class BotRecovered(Wire, frozen=True, tag="BotRested"):
    seat: Seat
