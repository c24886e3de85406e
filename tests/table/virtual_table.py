"""A server with one table on a virtual clock; tests control who is connected."""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from cluehouse.core.errors import DiskFull
from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Seat
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.table.book.book import Note, Opened, Person, SatDown, Started, TableBook
from cluehouse.table.clocks import ClockReading
from cluehouse.table.ports import TableId
from cluehouse.table.registry import TableRegistry
from cluehouse.table.table import Table
from cluehouse.table.time_control import HOUR_S, Pace, Relaxed
from tests.table import virtual_time
from tests.table.fakes import KEY, MemoryLog, ScriptedWorkers

ID = TableId("table")
ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)
NAMES = ("Ada", "Blaise", "Cleo")
PAUSE = 1.0
GRACE = 60
MONDAY = 1_700_000_000.0

AsyncTest = Callable[[], Coroutine[Any, Any, None]]


def on_a_virtual_clock(body: AsyncTest) -> Callable[[], None]:
    def test() -> None:
        virtual_time.run(body())

    test.__name__ = body.__name__
    test.__doc__ = body.__doc__
    return test


def clock() -> float:
    return asyncio.get_running_loop().time()


class FakeAttendance:
    """An Attendance that tests control."""

    def __init__(self) -> None:
        self.seats = {ZERO, ONE, TWO}
        self.guests = set(NAMES)
        self.broadcasts = 0
        self.reconnects = 0

    def present(self, _table: TableId, seats: Collection[Seat]) -> set[Seat]:
        return self.seats.intersection(seats)

    def is_connected(self, _table: TableId, guest: str) -> bool:
        return guest in self.guests

    def broadcast(self, _table: TableId) -> None:
        self.broadcasts += 1

    def reconnect_all(self, _table: TableId) -> None:
        self.reconnects += 1


class VirtualServer:
    """A server with one table of three players, which can be restarted."""

    def __init__(self, log: MemoryLog | None = None, game: AnyGame = KEYHOLE) -> None:
        self.log = log or MemoryLog()
        self.game = game
        self.attendance = FakeAttendance()
        self.workers = ScriptedWorkers(seconds=0.0)
        self.wall = MONDAY
        """The wall-clock time at loop time 0; tests may set it."""
        self.registry = self.make_registry()

    def make_registry(self, **settings: Any) -> TableRegistry:
        return TableRegistry(
            lambda _name: self.game,
            self.log,
            self.log,
            self.workers,
            attendance=self.attendance,
            pause=PAUSE,
            now=lambda: self.wall + clock(),
            new_key=lambda _: KEY,
            **settings,
        )

    async def start(self, pace: Pace = Relaxed(), grace: int = GRACE) -> Table:  # noqa: B008
        book = await self.registry.book(ID)
        host, *_ = people = [Person(name, name) for name in NAMES]
        options = {"type": "Options", **({"deals": 2} if self.game.name == "keyhole" else {})}
        await book.write(Opened(self.game.name, options, 3, False, "seen", host, pace, grace))
        for seat, who in enumerate(people):
            await book.write(SatDown(Seat(seat), who))
        await book.write(Started())
        return await self.registry.table(ID)

    async def restart(self) -> Table:
        self.registry = self.make_registry()
        return await self.registry.table(ID)

    def disconnect(self, *seats: Seat) -> None:
        self.attendance.seats -= set(seats)
        self.attendance.guests -= {NAMES[seat] for seat in seats}
        self.registry.reconcile(ID)

    def connect(self, *seats: Seat) -> None:
        self.attendance.seats |= set(seats)
        self.attendance.guests |= {NAMES[seat] for seat in seats}
        self.registry.reconcile(ID)

    def clock_of(self, seat: Seat) -> ClockReading:
        supervisor = self.registry.supervisor(ID)
        assert supervisor is not None
        reading = supervisor.clock(seat)
        assert reading is not None
        return reading

    @property
    def movers(self) -> list[Seat | None]:
        """The seats that have moved, from the log."""
        return [stored.entry.seat for stored in self.log.entries[ID][1:]]


class FullBook(MemoryLog):
    full = False

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        if self.full:
            raise DiskFull("no room")
        await super().write(table, page, note)


async def until(held: Callable[[], bool], timeout_s: float = 30 * 24 * HOUR_S) -> None:
    async with asyncio.timeout(timeout_s):
        while not held():
            await asyncio.sleep(0.25)


def notes_of(book: TableBook, kind: type[Note]) -> list[Note]:
    """The notes of this kind that are written from now on, appended as they come."""
    notes: list[Note] = []
    book.listeners.append(lambda note: notes.append(note) if isinstance(note, kind) else None)
    return notes
