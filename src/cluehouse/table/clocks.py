"""The clocks of a table, one per seat. A clock runs while its seat is asked, which is public.

Clocks stop during a pause, while sounds play, and for seats that bots play.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple, Protocol, assert_never

from cluehouse.core.ids import Seat, Seq
from cluehouse.table.book.lifecycle import ClockStood, DeadlineSet, LifecycleNote
from cluehouse.table.table import Table
from cluehouse.table.time_control import HOUR_S, ByDay, Live, Pace, Relaxed

WALL_CLOCK_CHECK_S: Final = 60.0
"""Interval between checks of the wall clock. It may be set, and it goes on while the machine
sleeps and the loop's clock stands still."""


class ClockReading(NamedTuple):
    """What one clock shows."""

    left: float
    """Seconds left."""
    runs_in: float | None
    """Seconds until the clock runs, 0 if it is running; None: it is stopped."""


class Clocks(Protocol):
    """The clocks of all seats of a table, for one time control."""

    def update(self, timed: Collection[Seat], /) -> Iterable[LifecycleNote]:
        """Run the clocks of those of these seats that are asked and stop all others. Returns notes
        for the book."""

    def apply(self, note: ClockStood, /) -> None:
        """Set a clock that another process has stopped."""

    def out_of_time(self) -> set[Seat]:
        """The seats that have run out of time for the current choice."""

    def next_timeout(self) -> float | None:
        """When a seat may next run out of time, in loop time."""

    def snapshot(self) -> object:
        """A value that changes whenever a clock is set, started or stopped."""

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
    """For tables without a time limit."""

    def update(self, _timed: Collection[Seat]) -> Iterable[LifecycleNote]:
        return ()

    def apply(self, _note: ClockStood) -> None:
        pass

    def out_of_time(self) -> set[Seat]:
        return set()

    def next_timeout(self) -> float | None:
        return None

    def snapshot(self) -> object:
        return None

    def reading(self, _seat: Seat) -> ClockReading | None:
        return None


class Stopwatch:
    """Counts the seconds spent on one choice, in loop time."""

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
    def snapshot(self) -> tuple[Seq, float]:
        return self.seq, self._from


class LiveClocks:
    """A bank per seat. What is left is written to the book whenever a clock stops; after a crash
    the time spent on the current choice is given back."""

    def __init__(self, pace: Live, table: Table) -> None:
        self._pace = pace
        self._table = table
        self._left = dict(table.book.lifecycle.left)
        self._running: dict[Seat, Stopwatch] = {}

    def update(self, timed: Collection[Seat]) -> Iterable[LifecycleNote]:
        now, asked = _loop_time(), self._table.asked
        to_run = {seat: seq for seat, seq in asked.items() if seat in timed}
        stopped = [seat for seat, watch in self._running.items() if to_run.get(seat) != watch.seq]
        notes = [self._stop(seat, now) for seat in stopped]
        for seat, seq in to_run.items():
            watch = self._running.setdefault(seat, Stopwatch(seq, now))
            watch.hold(now, self._table.quiet_at)
        return notes

    def apply(self, note: ClockStood) -> None:
        self._left[note.seat] = note.left

    def out_of_time(self) -> set[Seat]:
        now = _loop_time()
        return {seat for seat in self._running if self._runs_out(seat) <= now}

    def next_timeout(self) -> float | None:
        now = _loop_time()
        ends = (self._runs_out(seat) for seat in self._running)
        return min((end for end in ends if end > now), default=None)

    def snapshot(self) -> object:
        return {seat: watch.snapshot for seat, watch in self._running.items()}

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
        """Add the increment if the choice was made."""
        watch = self._running.pop(seat)
        made = self._table.asked.get(seat) != watch.seq
        left = max(0.0, self._bank(seat) - watch.spent(now))
        self._left[seat] = round(left + (self._pace.increment if made else 0), 1)
        return ClockStood(seat, self._left[seat])


class DayClocks:
    """A wall-clock deadline per choice. It is written to the book when the choice opens and runs on
    while no player is connected and the server is stopped."""

    def __init__(self, pace: ByDay, table: Table, now: Callable[[], float]) -> None:
        self._pace = pace
        self._table = table
        self._now = now
        self._lifecycle = table.book.lifecycle
        self._deadline_set_for: dict[Seat, Seq] = {}
        """The choices whose deadline has been passed on for writing."""

    def update(self, timed: Collection[Seat]) -> Iterable[LifecycleNote]:
        missing = {
            seat: seq
            for seat, seq in self._table.asked.items()
            if seat in timed
            and seat not in self._deadlines()
            and self._deadline_set_for.get(seat) != seq
        }
        self._deadline_set_for |= missing
        at = self._now() + self._pace.hours * HOUR_S
        return [DeadlineSet(seat, seq, at) for seat, seq in missing.items()]

    def apply(self, _note: ClockStood) -> None:
        pass

    def out_of_time(self) -> set[Seat]:
        if self._lifecycle.paused:
            return set()
        return {seat for seat, at in self._deadlines().items() if at <= self._now()}

    def next_timeout(self) -> float | None:
        if self._lifecycle.paused:
            return None
        ahead = (at - self._now() for at in self._deadlines().values())
        soonest = min((left for left in ahead if left > 0), default=None)
        return None if soonest is None else _loop_time() + min(soonest, WALL_CLOCK_CHECK_S)

    def snapshot(self) -> object:
        return self._deadlines()

    def reading(self, seat: Seat) -> ClockReading | None:
        at = self._deadlines().get(seat)
        if at is None:
            return None
        now, paused = self._now(), self._lifecycle.paused_at
        left = max(0.0, at - (now if paused is None else paused))
        return ClockReading(left, 0.0 if paused is None else None)

    def _deadlines(self) -> dict[Seat, float]:
        """The deadlines of the seats that are asked now."""
        deadlines = self._lifecycle.deadlines
        return {
            seat: deadlines[seat].at
            for seat, seq in self._table.asked.items()
            if seat in deadlines and deadlines[seat].seq == seq
        }


def _loop_time() -> float:
    return asyncio.get_running_loop().time()
