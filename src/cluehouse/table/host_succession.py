"""Host succession before the game starts: when the host has been absent for too long, the first
seated player who is present becomes host."""

import asyncio
from contextlib import suppress
from typing import Final

from cluehouse.core.ids import Seat
from cluehouse.table.book.book import HostPassed, Note, Person, TableBook
from cluehouse.table.ports import Attendance, TableId
from cluehouse.table.tasks import TaskSet, retry_forever
from cluehouse.table.time_control import HOUR_S, ByDay

MAX_HOST_ABSENCE_S: Final = 600
"""How long a host may be absent; an hour where games are played by the day."""


class _NotDue(Exception):
    """The host has come back, or the game has started."""


class HostSuccession:
    """Watches the host of one table and writes HostPassed when they are absent for too long."""

    def __init__(self, table: TableId, book: TableBook, attendance: Attendance) -> None:
        self._table = table
        self._book = book
        self._attendance = attendance
        self._loop = asyncio.get_running_loop()
        self._absent_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()

    def start(self) -> None:
        """Register with the book, which then holds this object, and this object the book."""
        self._book.listeners.append(self._on_note)

    def reconcile(self) -> None:
        """Check the host after a change of attendance or seats, or when the timer fires."""
        self._stop_timer()
        if self._successor() is None:
            self._absent_since = None
            return
        now = self._loop.time()
        self._absent_since = now if self._absent_since is None else self._absent_since
        due = self._absent_since + self._max_absence_s
        if due <= now:
            self._tasks.spawn(retry_forever(self._pass_hosting))
        else:
            self._set_timer(due)

    def _on_note(self, _note: Note) -> None:
        self.reconcile()

    @property
    def _max_absence_s(self) -> int:
        opened = self._book.opened
        return (
            HOUR_S if opened is not None and isinstance(opened.pace, ByDay) else MAX_HOST_ABSENCE_S
        )

    def _successor(self) -> Seat | None:
        """The seat that becomes host if the present host stays away; None if none should."""
        host, sitters = self._book.host, self._book.sitters
        if self._book.started or host is None:
            return None
        if self._attendance.is_connected(self._table, host.guest):
            return None
        people = [seat for seat, who in sitters.items() if isinstance(who, Person)]
        return min(self._attendance.present(self._table, people), default=None)

    def _host_passed(self) -> HostPassed:
        successor = self._successor()
        if successor is None:
            raise _NotDue
        return HostPassed(successor)

    async def _pass_hosting(self) -> None:
        with suppress(_NotDue):
            await self._book.decide(self._host_passed)

    def _set_timer(self, at: float) -> None:
        self._timer = self._loop.call_at(at, self.reconcile)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
