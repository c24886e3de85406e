"""A house with one table, on a virtual clock: people come and go as a test says."""

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

Scene = Callable[[], Coroutine[Any, Any, None]]


def on_a_virtual_clock(scene: Scene) -> Callable[[], None]:
    def test() -> None:
        virtual_time.run(scene())

    test.__name__ = scene.__name__
    test.__doc__ = scene.__doc__
    return test


def clock() -> float:
    return asyncio.get_running_loop().time()


class Roll:
    """Who is here, as a test says."""

    def __init__(self) -> None:
        self.seats = {ZERO, ONE, TWO}
        self.guests = set(NAMES)
        self.told = 0
        self.recalled = 0

    def present(self, _table: TableId, seats: Collection[Seat]) -> set[Seat]:
        return self.seats.intersection(seats)

    def visiting(self, _table: TableId, guest: str) -> bool:
        return guest in self.guests

    def broadcast(self, _table: TableId) -> None:
        self.told += 1

    def reconnect_all(self, _table: TableId) -> None:
        self.recalled += 1


class Place:
    """A house with one table of three people, which can be closed and opened again."""

    def __init__(self, log: MemoryLog | None = None, game: AnyGame = KEYHOLE) -> None:
        self.log = log or MemoryLog()
        self.game = game
        self.roll = Roll()
        self.workers = ScriptedWorkers(seconds=0.0)
        self.wall = MONDAY
        """What the clock on the wall showed at the beginning; a test may set it."""
        self.open_the_doors()

    def open_the_doors(self) -> None:
        self.registry = self.hall_with()

    def hall_with(self, **settings: Any) -> TableRegistry:
        return TableRegistry(
            lambda _name: self.game,
            self.log,
            self.log,
            self.workers,
            attendance=self.roll,
            pause=PAUSE,
            now=lambda: self.wall + clock(),
            new_key=lambda _: KEY,
            **settings,
        )

    async def start(self, pace: Pace = Relaxed(), grace: int = GRACE) -> Table:  # noqa: B008
        book = await self.registry.book(ID)
        host, *_ = people = [Person(name, name) for name in NAMES]
        options = {"type": "Options", "deals": 2}
        await book.write(Opened("keyhole", options, 3, False, "seen", host, pace, grace))
        for seat, who in enumerate(people):
            await book.write(SatDown(Seat(seat), who))
        await book.write(Started())
        return await self.registry.table(ID)

    async def restart(self) -> Table:
        self.open_the_doors()
        return await self.registry.table(ID)

    def goes(self, *seats: Seat) -> None:
        self.roll.seats -= set(seats)
        self.roll.guests -= {NAMES[seat] for seat in seats}
        self.registry.reconcile(ID)

    def comes(self, *seats: Seat) -> None:
        self.roll.seats |= set(seats)
        self.roll.guests |= {NAMES[seat] for seat in seats}
        self.registry.reconcile(ID)

    def reads(self, seat: Seat) -> ClockReading:
        supervisor = self.registry.supervisor(ID)
        assert supervisor is not None
        reading = supervisor.clock(seat)
        assert reading is not None
        return reading

    @property
    def movers(self) -> list[Seat | None]:
        """Who has moved, by the log."""
        return [entry.seat for entry in self.log.entries[ID][1:]]


class FullBook(MemoryLog):
    full = False

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        if self.full:
            raise DiskFull("no room")
        await super().write(table, page, note)


async def until(held: Callable[[], bool], patience: float = 30 * 24 * HOUR_S) -> None:
    async with asyncio.timeout(patience):
        while not held():
            await asyncio.sleep(0.25)


def notes_of(book: TableBook, kind: type[Note]) -> list[Note]:
    """Those that are written from now on."""
    notes: list[Note] = []
    book.listeners.append(lambda note: notes.append(note) if isinstance(note, kind) else None)
    return notes
