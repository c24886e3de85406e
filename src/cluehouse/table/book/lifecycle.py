"""How a game runs on, or does not: pauses, stand-ins, clocks, giving up. The notes about it, and
how things stand.

People give a game up together; whoever is gone holds nobody.
"""

from typing import Literal, NamedTuple, assert_never

from cluehouse.core.errors import GivenUp, OnHold
from cluehouse.core.ids import Level, Seat, Seq
from cluehouse.core.wire import Wire


class StoodIn(Wire, frozen=True):
    """A bot plays for whoever sits here and is absent; the seat stays theirs."""

    seat: Seat
    level: Level


class CameBack(Wire, frozen=True):
    seat: Seat


class Missed(Wire, frozen=True):
    """Whoever sits here is gone, and no bot stands in for them: they let a deadline run out, or
    have been away for long where nobody stands in."""

    seat: Seat


class Paused(Wire, frozen=True):
    at: float
    """Seconds, by the clock on the wall."""


class Resumed(Wire, frozen=True):
    at: float


class ClockStood(Wire, frozen=True):
    """A seat's clock was stopped: what is left of its bank, in seconds."""

    seat: Seat
    left: float


class DeadlineSet(Wire, frozen=True):
    """The choice that a seat was asked at this seq is to be made by then."""

    seat: Seat
    seq: Seq
    at: float


class GaveUp(Wire, frozen=True):
    """Whoever sits here would rather end the game."""

    seat: Seat


class PlaysOn(Wire, frozen=True):
    """Whoever sits here has thought better of it."""

    seat: Seat


class Abandoned(Wire, frozen=True):
    """The game has ended without a result: all who played it wanted so, or nobody came for long."""

    by: Literal["people", "house"]
    at: float = 0.0
    """Seconds, by the clock on the wall; 0 if nobody noted it."""


LifecycleNote = (
    StoodIn
    | CameBack
    | Missed
    | Paused
    | Resumed
    | ClockStood
    | DeadlineSet
    | GaveUp
    | PlaysOn
    | Abandoned
)


class Deadline(NamedTuple):
    seq: Seq
    at: float


class Lifecycle:
    """How things stand after the last note."""

    def __init__(self) -> None:
        self.standing_in: dict[Seat, Level] = {}
        self.missed: set[Seat] = set()
        self.paused_at: float | None = None
        self.left: dict[Seat, float] = {}
        """Of banks that have been drawn on."""
        self.deadlines: dict[Seat, Deadline] = {}
        self.willing: set[Seat] = set()
        """Who would give the game up."""
        self.abandoned = False
        self.abandoned_at = 0.0

    def check(self) -> None:
        """That anybody may move."""
        if self.abandoned:
            raise GivenUp
        if self.paused:
            raise OnHold

    @property
    def gone(self) -> set[Seat]:
        """Nobody waits for them."""
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
            case CameBack(seat=seat):
                self.standing_in.pop(seat, None)
                self.missed.discard(seat)
            case Missed(seat=seat):
                self.missed.add(seat)
            case Paused(at=at):
                self.paused_at = at
            case Resumed(at=at):
                self._resume(at)
            case GaveUp(seat=seat):
                self.willing.add(seat)
            case PlaysOn(seat=seat):
                self.willing.discard(seat)
            case Abandoned(at=at):
                self.abandoned, self.abandoned_at = True, at
            case _:
                assert_never(note)

    def _resume(self, at: float) -> None:
        """A pause costs nobody time."""
        lasted = 0.0 if self.paused_at is None else max(0.0, at - self.paused_at)
        self.paused_at = None
        for seat, deadline in self.deadlines.items():
            self.deadlines[seat] = Deadline(deadline.seq, deadline.at + lasted)


class BotFellBack(Wire, frozen=True, tag="BotStumbled"):
    """A bot did not come up with a legal move in time, so its seat played a novice's."""

    seat: Seat
    seq: Seq
    why: str


class BotDegraded(Wire, frozen=True, tag="BotTired"):
    """Too many bots are thinking: this one plays like a novice until it says otherwise."""

    seat: Seat


class BotRecovered(Wire, frozen=True, tag="BotRested"):
    seat: Seat
