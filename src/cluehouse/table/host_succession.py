"""Keeps a table going before its game: nobody is left waiting for a host who is gone.

When the host has been gone for long, the first person who sits there and is present is host.
"""

import asyncio
from contextlib import suppress
from typing import Final

from cluehouse.core.ids import Seat
from cluehouse.table.book.book import HostPassed, Note, Person, TableBook
from cluehouse.table.ports import Attendance, TableId
from cluehouse.table.tasks import TaskSet, retry_forever
from cluehouse.table.time_control import HOUR_S, ByDay

HOST_ABSENCE_S: Final = 600
"""Seconds; where games last for days, an hour."""


class _NotDue(Exception):
    """The host came back, or the game has started."""


class HostSuccession:
    def __init__(self, table: TableId, book: TableBook, attendance: Attendance) -> None:
        self._table = table
        self._book = book
        self._attendance = attendance
        self._loop = asyncio.get_running_loop()
        self._gone_at: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()

    def start(self) -> None:
        """The book holds its vigil, and the vigil its book."""
        self._book.listeners.append(self._on_note)

    def reconcile(self) -> None:
        """Somebody came, went or sat down; or the time is up."""
        self._rest()
        if self._heir() is None:
            self._gone_at = None
            return
        now = self._loop.time()
        self._gone_at = now if self._gone_at is None else self._gone_at
        due = self._gone_at + self._patience
        if due <= now:
            self._tasks.spawn(retry_forever(self._pass_hosting))
        else:
            self._wake(due)

    def _on_note(self, _note: Note) -> None:
        self.reconcile()

    @property
    def _patience(self) -> int:
        opened = self._book.opened
        return HOUR_S if opened is not None and isinstance(opened.pace, ByDay) else HOST_ABSENCE_S

    def _heir(self) -> Seat | None:
        """Whoever would be host if the one there is does not come back in time."""
        host, sitters = self._book.host, self._book.sitters
        if self._book.started or host is None:
            return None
        if self._attendance.visiting(self._table, host.guest):
            return None
        people = [seat for seat, who in sitters.items() if isinstance(who, Person)]
        return min(self._attendance.present(self._table, people), default=None)

    def _passed(self) -> HostPassed:
        heir = self._heir()
        if heir is None:
            raise _NotDue
        return HostPassed(heir)

    async def _pass_hosting(self) -> None:
        with suppress(_NotDue):
            await self._book.decide(self._passed)

    def _wake(self, at: float) -> None:
        self._timer = self._loop.call_at(at, self.reconcile)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
