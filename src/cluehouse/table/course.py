"""How a game runs on: pauses, stand-ins, clocks. The notes about it, and how things stand."""

from typing import NamedTuple, assert_never

from cluehouse.core.ids import Level, Seat, Seq
from cluehouse.core.wire import Wire


class StoodIn(Wire, frozen=True):
    """A bot plays for whoever sits here and is absent; the seat stays theirs."""

    seat: Seat
    level: Level


class CameBack(Wire, frozen=True):
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


CourseNote = StoodIn | CameBack | Paused | Resumed | ClockStood | DeadlineSet


class Deadline(NamedTuple):
    seq: Seq
    at: float


class Course:
    """How things stand after the last note."""

    def __init__(self) -> None:
        self.standing_in: dict[Seat, Level] = {}
        self.paused_at: float | None = None
        self.left: dict[Seat, float] = {}
        """Of banks that have been drawn on."""
        self.deadlines: dict[Seat, Deadline] = {}

    @property
    def paused(self) -> bool:
        return self.paused_at is not None

    def apply(self, note: CourseNote) -> None:
        match note:
            case ClockStood(seat=seat, left=left):
                self.left[seat] = left
            case DeadlineSet(seat=seat, seq=seq, at=at):
                self.deadlines[seat] = Deadline(seq, at)
            case StoodIn(seat=seat, level=level):
                self.standing_in[seat] = level
            case CameBack(seat=seat):
                self.standing_in.pop(seat, None)
            case Paused(at=at):
                self.paused_at = at
            case Resumed(at=at):
                self._resume(at)
            case _:
                assert_never(note)

    def _resume(self, at: float) -> None:
        """A pause costs nobody time."""
        lasted = 0.0 if self.paused_at is None else max(0.0, at - self.paused_at)
        self.paused_at = None
        for seat, deadline in self.deadlines.items():
            self.deadlines[seat] = Deadline(deadline.seq, deadline.at + lasted)
