"""The clocks of a table, one a seat. They run by what everybody sees: who is asked.

They stand in a pause, while sounds play, and for seats that bots play.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, Protocol, assert_never

from cluehouse.core.ids import Seat, Seq
from cluehouse.table.book.lifecycle import ClockStood, DeadlineSet, LifecycleNote
from cluehouse.table.table import Table
from cluehouse.table.time_control import HOUR_S, ByDay, Live, Pace, Relaxed

WALL_CLOCK_CHECK_S: Final = 60.0
"""Seconds between two looks at the clock on the wall. It may be set, and it goes on while the
machine sleeps and the loop's clock stands."""


class ClockReading(NamedTuple):
    left: float
    """Seconds."""
    runs_in: float | None
    """Seconds until it runs, 0 if it does; None: it stands."""


class Clocks(Protocol):
    def update(self, timed: Collection[Seat], /) -> Iterable[LifecycleNote]:
        """Let the clocks of these seats run while they are asked, and all others stand. The notes
        are to be written."""

    def apply(self, note: ClockStood, /) -> None:
        """Another process has stopped this clock."""

    def late(self) -> set[Seat]:
        """Whoever has run out of time for the choice at hand."""

    def next(self) -> float | None:
        """When somebody may have, by the loop's clock."""

    def faces(self) -> object:
        """Differs whenever a clock was set, started or stopped."""

    def reading(self, seat: Seat, /) -> ClockReading | None: ...


def clocks_of(pace: Pace, table: Table, now: Callable[[], float]) -> Clocks:
    match pace:
        case Relaxed():
            return NoClocks()
        case Live():
            return LiveClocks(pace, table)
        case ByDay():
            return DayClocks(pace, table, now)
        case _:
            assert_never(pace)


class NoClocks:
    def update(self, _timed: Collection[Seat]) -> Iterable[LifecycleNote]:
        return ()

    def apply(self, _note: ClockStood) -> None:
        pass

    def late(self) -> set[Seat]:
        return set()

    def next(self) -> float | None:
        return None

    def faces(self) -> object:
        return None

    def reading(self, _seat: Seat) -> ClockReading | None:
        return None


class Stopwatch:
    """Counts the seconds of one choice, by the loop's clock."""

    __slots__ = ("_from", "_spent", "seq")

    def __init__(self, seq: Seq, start: float) -> None:
        self.seq = seq
        self._spent = 0.0
        self._from = start

    def spent(self, now: float) -> float:
        return self._spent + max(0.0, now - self._from)

    def runs_in(self, now: float) -> float:
        return max(0.0, self._from - now)

    def hold(self, now: float, until: float) -> None:
        if until > max(now, self._from):
            self._spent, self._from = self.spent(now), until

    def runs_out(self, left: float) -> float:
        return self._from + left - self._spent

    @property
    def face(self) -> tuple[Seq, float]:
        return self.seq, self._from


class LiveClocks:
    """A bank for each seat. What is left is written down whenever a clock stops; a house that
    breaks off gives back the time of the choice at hand."""

    def __init__(self, pace: Live, table: Table) -> None:
        self._pace = pace
        self._table = table
        self._left = dict(table.book.lifecycle.left)
        self._running: dict[Seat, Stopwatch] = {}

    def update(self, timed: Collection[Seat]) -> Iterable[LifecycleNote]:
        now, asked = _loop_time(), self._table.asked
        to_run = {seat: seq for seat, seq in asked.items() if seat in timed}
        stopped = [seat for seat, it in self._running.items() if to_run.get(seat) != it.seq]
        notes = [self._stop(seat, now) for seat in stopped]
        for seat, seq in to_run.items():
            watch = self._running.setdefault(seat, Stopwatch(seq, now))
            watch.hold(now, self._table.quiet_at)
        return notes

    def apply(self, note: ClockStood) -> None:
        self._left[note.seat] = note.left

    def late(self) -> set[Seat]:
        now = _loop_time()
        return {seat for seat in self._running if self._runs_out(seat) <= now}

    def next(self) -> float | None:
        now = _loop_time()
        ends = (self._runs_out(seat) for seat in self._running)
        return min((end for end in ends if end > now), default=None)

    def faces(self) -> object:
        return {seat: watch.face for seat, watch in self._running.items()}

    def reading(self, seat: Seat) -> ClockReading:
        now, watch = _loop_time(), self._running.get(seat)
        if watch is None:
            return ClockReading(self._bank(seat), None)
        return ClockReading(max(0.0, self._bank(seat) - watch.spent(now)), watch.runs_in(now))

    def _bank(self, seat: Seat) -> float:
        return self._left.get(seat, self._pace.bank)

    def _runs_out(self, seat: Seat) -> float:
        return self._running[seat].runs_out(self._bank(seat))

    def _stop(self, seat: Seat, now: float) -> ClockStood:
        """A choice that was made is worth an increment."""
        watch = self._running.pop(seat)
        made = self._table.asked.get(seat) != watch.seq
        left = max(0.0, self._bank(seat) - watch.spent(now))
        self._left[seat] = round(left + (self._pace.increment if made else 0), 1)
        return ClockStood(seat, self._left[seat])


class DayClocks:
    """A deadline for each choice, by the clock on the wall. It is written down when the choice
    opens and holds while nobody is there and the house is closed."""

    def __init__(self, pace: ByDay, table: Table, now: Callable[[], float]) -> None:
        self._pace = pace
        self._table = table
        self._now = now
        self._course = table.book.lifecycle
        self._set: dict[Seat, Seq] = {}
        """The choices whose deadline has been handed in."""

    def update(self, timed: Collection[Seat]) -> Iterable[LifecycleNote]:
        missing = {
            seat: seq
            for seat, seq in self._table.asked.items()
            if seat in timed and seat not in self._due() and self._set.get(seat) != seq
        }
        self._set |= missing
        at = self._now() + self._pace.hours * HOUR_S
        return [DeadlineSet(seat, seq, at) for seat, seq in missing.items()]

    def apply(self, _note: ClockStood) -> None:
        pass

    def late(self) -> set[Seat]:
        if self._course.paused:
            return set()
        return {seat for seat, at in self._due().items() if at <= self._now()}

    def next(self) -> float | None:
        if self._course.paused:
            return None
        ahead = (at - self._now() for at in self._due().values())
        soonest = min((left for left in ahead if left > 0), default=None)
        return None if soonest is None else _loop_time() + min(soonest, WALL_CLOCK_CHECK_S)

    def faces(self) -> object:
        return self._due()

    def reading(self, seat: Seat) -> ClockReading | None:
        at = self._due().get(seat)
        if at is None:
            return None
        now, paused = self._now(), self._course.paused_at
        left = max(0.0, at - (now if paused is None else paused))
        return ClockReading(left, 0.0 if paused is None else None)

    def _due(self) -> dict[Seat, float]:
        """The deadlines of those who are asked now."""
        deadlines = self._course.deadlines
        return {
            seat: deadlines[seat].at
            for seat, seq in self._table.asked.items()
            if seat in deadlines and deadlines[seat].seq == seq
        }


def _loop_time() -> float:
    return asyncio.get_running_loop().time()
