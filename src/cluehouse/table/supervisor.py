"""Supervise a running game: seat its bots, replace absent players, run its clocks, replace its
host.

A supervisor reconciles whenever something changes: a move, a note, a player who connects or
disconnects, a timer. It uses public facts only. While no seated player is present the table is
idle: no bot stands in and no bank runs; day deadlines are checked when the table is next used.
Where several processes have the table in memory, the one with the lease drives it; the others only
show the clocks: they write nothing and seat no bots.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from cluehouse.core.ids import Level, Seat
from cluehouse.table.book.book import Bot, HostPassed, Note, Opened
from cluehouse.table.book.lifecycle import (
    CameBack,
    ClockStood,
    DeadlineSet,
    Missed,
    SkipAsked,
    SpeedSet,
    StoodIn,
    TimeRanOut,
)
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.bots.seat import BotSeat
from cluehouse.table.clocks import ClockReading, clocks_of
from cluehouse.table.ports import Attendance, Lease
from cluehouse.table.table import Table, has_ended
from cluehouse.table.tasks import TaskSet, retry_forever
from cluehouse.table.time_control import DEFAULT_GRACE_S, HOUR_S, ByDay, Relaxed

STAND_IN_LEVEL: Final[Level] = "detective"
"""The level of stand-ins: a player should not come back to a worse game than they left."""

ARRIVAL_TIMEOUT_S: Final = 3.0
"""Seconds until a player who stepped out and has not been seen connected is taken for disconnected:
another process learns of their connection a little later than of their note."""


class BotRole(NamedTuple):
    """How a bot plays a seat."""

    level: Level
    stand_in: bool
    """It plays for a player."""


STAND_IN: Final = BotRole(STAND_IN_LEVEL, stand_in=True)


class _NotDue(Exception):
    """A note that was due when it was scheduled is no longer due when it could be written."""


class TableSupervisor:
    """The supervisor of one table. See the module docstring."""

    def __init__(
        self,
        table: Table,
        opened: Opened,
        workers: WorkerPool,
        attendance: Attendance,
        *,
        lease: Lease,
        pause: float,
        now: Callable[[], float],
    ) -> None:
        """`now` is the wall clock, in seconds."""
        self._table = table
        self._book = table.book
        self._lifecycle = table.book.lifecycle
        self._pace = opened.pace
        self._grace = 0 if isinstance(opened.pace, ByDay) else opened.grace
        self._host_grace = opened.grace or DEFAULT_GRACE_S
        self._workers = workers
        self._attendance = attendance
        self._lease = lease
        self._drives = lease.holds(table.header.id)
        self._pause = pause
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._clocks = clocks_of(self._pace, table, now)
        self._shown_clocks: object = None
        """The state of the clocks that was last broadcast."""
        self._present: set[Seat] = set()
        self._absent_since: dict[Seat, float] = {}
        """In loop time."""
        self._seen: set[Seat] = set()
        """Players who stepped out and were seen connected since."""
        self._unseen_since: dict[Seat, float] = {}
        """The other players who stepped out, in loop time."""
        self._disconnected: set[Seat] = set()
        """Players who stepped out and were disconnected since, if only for a moment."""
        self._host_absent_since: float | None = None
        self._bots: dict[Seat, tuple[BotRole, BotSeat]] = {}
        self._writing: list[Note] = []
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()

    def start(self) -> None:
        """Register callbacks. Book and table then hold the supervisor, and the supervisor holds the
        table."""
        self._book.listeners.append(self._on_note)
        if not isinstance(self._pace, Relaxed):
            self._table.watchers.append(self.reconcile)
        self.reconcile()
        if any(self.stands_in_after(seat) is not None for seat in self._absent_since):
            self._attendance.broadcast(self._table.header.id)

    def reconcile(self) -> None:
        """Write all notes that are due, seat bots, and set a timer for the next due time."""
        if has_ended(self._table) or self._table.lost.done():
            self._stop()
            return
        self._check_lease()
        self._update_attendance()
        now = self._loop.time()
        clock_notes = self._clocks.update(self._timed_seats())
        for note in (*self._due_notes(now), *clock_notes):
            self._schedule_write(note)
        self._seat_bots()
        self._broadcast_clocks()
        self._set_timer(now)

    def clock(self, seat: Seat) -> ClockReading | None:
        """The reading of a player's clock; None for bots and after the end of the game."""
        over = has_ended(self._table)
        return None if over or seat not in self._book.people else self._clocks.reading(seat)

    def stands_in_after(self, seat: Seat) -> float | None:
        """Seconds until a bot stands in for this player if they stay away; None: they are present,
        a bot plays for them already, or none will."""
        if has_ended(self._table) or seat not in self._absent_since:
            return None
        for at, note in self._upcoming_notes():
            if isinstance(note, StoodIn) and note.seat == seat:
                return max(0.0, at - self._loop.time())
        return None

    def _on_note(self, note: Note) -> None:
        if note in self._writing:
            self._writing.remove(note)
        if isinstance(note, ClockStood) and not self._drives:
            self._clocks.apply(note)
        if isinstance(note, Missed):
            self._attendance.broadcast(self._table.header.id)
        if isinstance(note, SpeedSet | SkipAsked):
            for _, bot in self._bots.values():
                bot.redraw_time()
        self.reconcile()

    def _check_lease(self) -> None:
        """On takeover, start the clocks from the book: after a crash the time spent on the current
        choice is given back."""
        drove, self._drives = self._drives, self._lease.holds(self._table.header.id)
        if self._drives and not drove:
            self._clocks = clocks_of(self._pace, self._table, self._now)

    def _update_attendance(self) -> None:
        id, people, now = self._table.header.id, self._book.people, self._loop.time()
        self._present = self._attendance.present(id, people)
        absent = [seat for seat in people if seat not in self._present and self._present]
        self._absent_since = {seat: self._absent_since.get(seat, now) for seat in absent}
        self._update_stepped_out(now)
        host = self._book.host
        if not self._present or host is None or self._attendance.is_connected(id, host.guest):
            self._host_absent_since = None
        elif self._host_absent_since is None:
            self._host_absent_since = now

    def _update_stepped_out(self, now: float) -> None:
        stepped_out = self._lifecycle.stepped_out
        unseen = stepped_out - self._seen
        self._unseen_since = {seat: self._unseen_since.get(seat, now) for seat in unseen}
        overdue = {seat for seat, at in self._arrivals_due() if at <= now}
        gone = self._seen - self._present
        self._disconnected = (self._disconnected | overdue | gone) & stepped_out
        self._seen = (self._seen | self._present) & stepped_out

    def _arrivals_due(self) -> Iterator[tuple[Seat, float]]:
        """When players who stepped out and were not seen yet count as disconnected."""
        for seat, since in self._unseen_since.items():
            yield seat, since + ARRIVAL_TIMEOUT_S

    def _due_notes(self, now: float) -> Iterator[Note]:
        watching = self._lifecycle.stepped_out - self._disconnected
        for seat in (self._lifecycle.gone - watching) & self._present:
            yield CameBack(seat)
        for seat in self._disconnected - self._present:
            yield StoodIn(seat, self._lifecycle.standing_in[seat])
        yield from self._timeouts()
        for at, note in self._upcoming_notes():
            if at <= now:
                yield note

    def _timeouts(self) -> Iterator[Note]:
        for seat in self._clocks.out_of_time():
            seq = self._table.asked.get(seat)
            if seq is not None and self._lifecycle.out_of_time.get(seat) != seq:
                yield TimeRanOut(seat, seq)

    def _upcoming_notes(self) -> Iterator[tuple[float, Note]]:
        """The notes that will become due without any further change, and when, in loop time."""
        if not self._lifecycle.paused:
            for seat, since in self._absent_since.items():
                if seat not in self._lifecycle.gone:
                    yield from self._absence_notes(seat, since)
        if (at := self._host_passes_at()) is not None:
            yield at, HostPassed(min(self._present))

    def _absence_notes(self, seat: Seat, since: float) -> Iterator[tuple[float, Note]]:
        """By the day, all players are disconnected most of the time: there only a missed deadline
        counts as absence."""
        if isinstance(self._pace, ByDay):
            if seat in self._clocks.out_of_time():
                yield since, Missed(seat)
        elif self._grace:
            yield since + self._grace, StoodIn(seat, STAND_IN_LEVEL)
        else:
            yield since + DEFAULT_GRACE_S, Missed(seat)

    def _host_passes_at(self) -> float | None:
        """When hosting passes on, in loop time. By the day: when the host has missed a deadline, or
        when their pause has lasted as long as a choice may."""
        if self._host_absent_since is None:
            return None
        if not isinstance(self._pace, ByDay):
            return self._host_absent_since + self._host_grace
        if self._host_seat in self._lifecycle.missed:
            return self._host_absent_since
        if self._lifecycle.paused_at is None:
            return None
        return (
            self._loop.time() + self._lifecycle.paused_at + self._pace.hours * HOUR_S - self._now()
        )

    @property
    def _host_seat(self) -> Seat | None:
        host = self._book.host
        return None if host is None else self._book.seat_of(host.guest)

    def _timed_seats(self) -> set[Seat]:
        """The seats whose clocks may run."""
        people = set(self._book.people)
        if self._lifecycle.paused:
            return set()
        if isinstance(self._pace, ByDay):
            return people
        return people - set(self._lifecycle.standing_in) if self._present else set()

    def _seats_for_bots(self) -> dict[Seat, BotRole]:
        """The seats bots play now: bot seats, seats of absent players, seats out of time. The book
        says so of each."""
        out_of_time = self._lifecycle.out_of_time.items() & self._table.asked.items()
        roles = {seat: STAND_IN for seat, _ in out_of_time}
        for seat, level in self._lifecycle.standing_in.items():
            if self._present and seat not in self._present - self._lifecycle.stepped_out:
                roles[seat] = BotRole(level, stand_in=True)
        for seat, who in self._book.sitters.items():
            if isinstance(who, Bot):
                roles[seat] = BotRole(who.level, stand_in=False)
        return roles

    def _seat_bots(self) -> None:
        roles = self._seats_for_bots() if self._drives else {}
        for seat, (role, bot) in tuple(self._bots.items()):
            if roles.get(seat) != role:
                bot.leave()
                del self._bots[seat]
        for seat, role in roles.items():
            if seat in self._bots:
                self._bots[seat][1].wake()
            else:
                bot = BotSeat(
                    *(self._table, seat, role.level, self._workers, self._pause),
                    stand_in=role.stand_in,
                )
                self._bots[seat] = role, bot
                self._tasks.spawn(retry_forever(bot.sit))

    def _schedule_write(self, note: Note) -> None:
        if self._drives and note not in self._writing:
            self._writing.append(note)
            self._tasks.spawn(retry_forever(lambda: self._write_if_due(note)))

    def _recheck(self, note: Note) -> Note:
        """Raise _NotDue unless the note is still due: a player may have come back while the disk
        was full, or the note was written though the reply was lost. Clock notes stay due."""
        by_clock = isinstance(note, ClockStood | DeadlineSet)
        due = by_clock or note in self._due_notes(self._loop.time())
        moot = self._table.lost.done() or note not in self._writing
        if moot or not due or not self._drives:
            raise _NotDue
        return note

    async def _write_if_due(self, note: Note) -> None:
        try:
            await self._book.decide(lambda: self._recheck(note))
        except _NotDue:
            if note in self._writing:
                self._writing.remove(note)
            self.reconcile()

    def _broadcast_clocks(self) -> None:
        if (snapshot := self._clocks.snapshot()) != self._shown_clocks:
            self._shown_clocks = snapshot
            self._attendance.broadcast(self._table.header.id)

    def _stop(self) -> None:
        self._stop_timer()
        for _, bot in self._bots.values():
            bot.leave()
        self._bots.clear()

    def _set_timer(self, now: float) -> None:
        """No timer for an idle table, so that it can leave memory."""
        self._stop_timer()
        times = [at for at, _ in self._upcoming_notes() if at > now]
        times += [at for _, at in self._arrivals_due() if at > now]
        if (runs_out := self._clocks.next_timeout()) is not None:
            times.append(runs_out)
        if times and self._present:
            self._timer = self._loop.call_at(min(times), self.reconcile)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
