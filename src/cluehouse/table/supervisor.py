"""Keeps a table going: its bots, whoever is absent, its clocks, its host.

A steward looks whenever something has changed: a move, a note, somebody who comes or goes, a time
that is up. It goes by nothing that is not public. While none of the people who sit there is
present the table sleeps: nobody stands in and no bank runs; deadlines by the day are judged when
somebody looks. Where several processes have the table, one of them drives it; the others watch:
they show the clocks, write nothing and seat no bots.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from cluehouse.core.ids import Level, Seat
from cluehouse.table.book.book import Bot, HostPassed, Note, Opened, Person
from cluehouse.table.book.lifecycle import CameBack, ClockStood, DeadlineSet, Missed, StoodIn
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.bots.seat import BotSeat
from cluehouse.table.clocks import ClockReading, clocks_of
from cluehouse.table.ports import Attendance, Lease
from cluehouse.table.table import Table, has_ended
from cluehouse.table.tasks import TaskSet, retry_forever
from cluehouse.table.time_control import DEFAULT_GRACE_S, HOUR_S, ByDay, Relaxed

STAND_IN_LEVEL: Final[Level] = "detective"
"""Whoever is played for should not come back to a worse game than they left."""


class _NotDue(Exception):
    """What was due when somebody looked is not when it could be written."""


class TableSupervisor:
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
        """`now` is the clock on the wall."""
        self._table = table
        self._book = table.book
        self._course = table.book.lifecycle
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
        self._faces: object = None
        """Of the clocks, as last shown."""
        self._here: set[Seat] = set()
        self._absent: dict[Seat, float] = {}
        """Since when, by the loop's clock."""
        self._host_gone: float | None = None
        self._bots: dict[Seat, tuple[Level, BotSeat]] = {}
        self._writing: list[Note] = []
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()

    def start(self) -> None:
        """The table holds its steward, through its book, and the steward its table."""
        self._book.listeners.append(self._on_note)
        if not isinstance(self._pace, Relaxed):
            self._table.watchers.append(self.reconcile)
        self.reconcile()

    def reconcile(self) -> None:
        """Do whatever is due, and look again when the next thing will be."""
        if has_ended(self._table) or self._table.lost.done():
            self._retire()
            return
        self._heed_lease()
        self._call_the_roll()
        now = self._loop.time()
        for note in (*self._due(now), *self._clocks.update(self._timed())):
            self._write(note)
        self._seat_bots()
        self._show_clocks()
        self._set_timer(now)

    def clock(self, seat: Seat) -> ClockReading | None:
        """Bots have none, and when the game is over nobody has."""
        over = has_ended(self._table)
        return None if over or seat not in self._people() else self._clocks.reading(seat)

    def _on_note(self, note: Note) -> None:
        if note in self._writing:
            self._writing.remove(note)
        if isinstance(note, ClockStood) and not self._drives:
            self._clocks.apply(note)
        if isinstance(note, Missed):
            self._attendance.broadcast(self._table.header.id)
        self.reconcile()

    def _heed_lease(self) -> None:
        """Whoever takes over starts the clocks from what is written: a house that breaks off gives
        back the time of the choice at hand."""
        drove, self._drives = self._drives, self._lease.holds(self._table.header.id)
        if self._drives and not drove:
            self._clocks = clocks_of(self._pace, self._table, self._now)

    def _people(self) -> list[Seat]:
        return sorted(seat for seat, who in self._book.sitters.items() if isinstance(who, Person))

    def _call_the_roll(self) -> None:
        id, people, now = self._table.header.id, self._people(), self._loop.time()
        self._here = self._attendance.present(id, people)
        absent = [seat for seat in people if seat not in self._here and self._here]
        self._absent = {seat: self._absent.get(seat, now) for seat in absent}
        host = self._book.host
        if not self._here or host is None or self._attendance.visiting(id, host.guest):
            self._host_gone = None
        elif self._host_gone is None:
            self._host_gone = now

    def _due(self, now: float) -> Iterator[Note]:
        for seat in self._course.gone & self._here:
            yield CameBack(seat)
        for at, note in self._ahead():
            if at <= now:
                yield note

    def _ahead(self) -> Iterator[tuple[float, Note]]:
        """What time will bring, and when, by the loop's clock."""
        if not self._course.paused:
            for seat, since in self._absent.items():
                if seat not in self._course.gone:
                    yield from self._absence(seat, since)
        if (at := self._host_passes()) is not None:
            yield at, HostPassed(min(self._here))

    def _absence(self, seat: Seat, since: float) -> Iterator[tuple[float, Note]]:
        """By the day everybody is away most of the time: a deadline that ran out tells who is."""
        if isinstance(self._pace, ByDay):
            if seat in self._clocks.late():
                yield since, Missed(seat)
        elif self._grace:
            yield since + self._grace, StoodIn(seat, STAND_IN_LEVEL)
        else:
            yield since + DEFAULT_GRACE_S, Missed(seat)

    def _host_passes(self) -> float | None:
        """By the day, a host is missed like anybody, or when a pause does not end."""
        if self._host_gone is None:
            return None
        if not isinstance(self._pace, ByDay):
            return self._host_gone + self._host_grace
        if self._host_seat in self._course.missed:
            return self._host_gone
        if self._course.paused_at is None:
            return None
        return self._loop.time() + self._course.paused_at + self._pace.hours * HOUR_S - self._now()

    @property
    def _host_seat(self) -> Seat | None:
        host = self._book.host
        return None if host is None else self._book.seat_of(host.guest)

    def _timed(self) -> set[Seat]:
        """Those whose clocks may run."""
        people = set(self._people())
        if self._course.paused:
            return set()
        if isinstance(self._pace, ByDay):
            return people
        return people - set(self._course.standing_in) if self._here else set()

    def _wanted(self) -> dict[Seat, Level]:
        """Which seats bots play now: their own, those of the absent, those out of time."""
        wanted = dict.fromkeys(self._clocks.late(), STAND_IN_LEVEL)
        for seat, level in self._course.standing_in.items():
            if self._here and seat not in self._here:
                wanted[seat] = level
        for seat, who in self._book.sitters.items():
            if isinstance(who, Bot):
                wanted[seat] = who.level
        return wanted

    def _seat_bots(self) -> None:
        wanted = self._wanted() if self._drives else {}
        for seat, (level, bot) in tuple(self._bots.items()):
            if wanted.get(seat) != level:
                bot.leave()
                del self._bots[seat]
        for seat, level in wanted.items():
            if seat in self._bots:
                self._bots[seat][1].wake()
            else:
                bot = BotSeat(self._table, seat, level, self._workers, self._pause)
                self._bots[seat] = level, bot
                self._tasks.spawn(retry_forever(bot.sit))

    def _write(self, note: Note) -> None:
        if self._drives and note not in self._writing:
            self._writing.append(note)
            self._tasks.spawn(retry_forever(lambda: self._see_to(note)))

    def _judge(self, note: Note) -> Note:
        """Once more: somebody may have come back while the disk was full, or it was written though
        the answer got lost. What a clock showed stays true."""
        by_clock = isinstance(note, ClockStood | DeadlineSet)
        due = by_clock or note in self._due(self._loop.time())
        moot = self._table.lost.done() or note not in self._writing
        if moot or not due or not self._drives:
            raise _NotDue
        return note

    async def _see_to(self, note: Note) -> None:
        try:
            await self._book.decide(lambda: self._judge(note))
        except _NotDue:
            if note in self._writing:
                self._writing.remove(note)
            self.reconcile()

    def _show_clocks(self) -> None:
        if (faces := self._clocks.faces()) != self._faces:
            self._faces = faces
            self._attendance.broadcast(self._table.header.id)

    def _retire(self) -> None:
        self._stop_timer()
        for _, bot in self._bots.values():
            bot.leave()
        self._bots.clear()

    def _set_timer(self, now: float) -> None:
        """None for a table that sleeps: it may leave memory."""
        self._stop_timer()
        times = [at for at, _ in self._ahead() if at > now]
        if (runs_out := self._clocks.next()) is not None:
            times.append(runs_out)
        if times and self._here:
            self._timer = self._loop.call_at(min(times), self.reconcile)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
