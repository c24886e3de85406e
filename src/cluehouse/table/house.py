"""The house book: who sits where, and whatever else belongs to the table but not to the game.

Written as durably as the log, with a counter of its own, and never an argument of `decide`:
a name can be forgotten and the game still replays.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Self, assert_never

from cluehouse.core.errors import Taken
from cluehouse.core.ids import Help, Level, Seat, Seq
from cluehouse.core.wire import Wire, decoder, encode
from cluehouse.table.ports import Book, TableId


class Person(Wire, frozen=True):
    name: str
    guest: str = ""
    """Who they are to the house, whatever they call themselves. Told to nobody."""


class Bot(Wire, frozen=True):
    level: Level


Sitter = Person | Bot


class Opened(Wire, frozen=True):
    """The first page: what will be played here, and who asked for it."""

    game: str
    options: dict[str, Any]
    seats: int
    listed: bool
    help: Help
    host: Person


class SatDown(Wire, frozen=True):
    seat: Seat
    who: Sitter


class StoodUp(Wire, frozen=True):
    seat: Seat


class Wished(Wire, frozen=True):
    """What a seat would like to be in the game; None: whatever is left."""

    seat: Seat
    value: str | None


class Started(Wire, frozen=True):
    """The game's log begins."""


class Marked(Wire, frozen=True):
    """A seat wrote into its notebook; an empty mark rubs out."""

    seat: Seat
    cell: str
    mark: str


class MarkUndone(Wire, frozen=True):
    seat: Seat


class BotStumbled(Wire, frozen=True):
    """A bot did not come up with a legal move in time, so its seat played a novice's."""

    seat: Seat
    seq: Seq
    why: str


class BotTired(Wire, frozen=True):
    """Too many bots are thinking: this one plays like a novice until it says otherwise."""

    seat: Seat


class BotRested(Wire, frozen=True):
    seat: Seat


Note = (
    Opened
    | SatDown
    | StoodUp
    | Wished
    | Started
    | Marked
    | MarkUndone
    | BotStumbled
    | BotTired
    | BotRested
)

_NOTE = decoder(Note)


class HouseBook:
    """The book of one table, and how things stand after its last page."""

    def __init__(self, book: Book, table: TableId) -> None:
        self.opened: Opened | None = None
        self.started = False
        self.sitters: dict[Seat, Sitter] = {}
        self.wishes: dict[Seat, str | None] = {}
        self.marks: defaultdict[Seat, list[Marked]] = defaultdict(list)
        self.stumbles: list[BotStumbled] = []
        self.tired: set[Seat] = set()
        self.listeners: list[Callable[[Note], None]] = []
        """Called after each page; never wait and never raise."""
        self._book = book
        self._table = table
        self._pages = 0
        self._turnstile = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, book: Book, table: TableId) -> Self:
        house = cls(book, table)
        await house._read()
        return house

    async def write(self, note: Note) -> None:
        """On disk before anybody acts on it. If another page came first, ours goes behind it."""
        await self.decide(lambda: note)

    async def decide(self, choose: Callable[[], Note]) -> None:
        """Write what `choose` says, or pass on its refusal. It is asked again whenever another
        page came first, so it always judges how things stand. Whoever asked may vanish."""
        task = asyncio.create_task(self._decide(choose))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    async def _decide(self, choose: Callable[[], Note]) -> None:
        async with self._turnstile:
            while True:
                note = choose()
                try:
                    await self._book.write(self._table, self._pages, encode(note))
                except Taken:
                    await self._read()
                else:
                    self._apply(note)
                    return

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        """Their own and those of companions who share the device, in order."""
        return tuple(
            seat
            for seat, who in sorted(self.sitters.items())
            if isinstance(who, Person) and who.guest == guest
        )

    def seat_of(self, guest: str) -> Seat | None:
        """Their own: the one they took first."""
        theirs = self.seats_of(guest)
        return next((seat for seat in self.sitters if seat in theirs), None)

    def seat_at(self, guest: str, asked: int | None) -> Seat | None:
        """The one they asked for if it is theirs, else their own."""
        theirs = self.seats_of(guest)
        return next((seat for seat in theirs if seat == asked), self.seat_of(guest))

    def marks_of(self, seat: Seat) -> dict[str, str]:
        """The notebook as it reads now."""
        latest = {marked.cell: marked.mark for marked in self.marks[seat]}
        return {cell: mark for cell, mark in latest.items() if mark}

    async def _read(self) -> None:
        for page in await self._book.pages(self._table, self._pages - 1):
            self._apply(_NOTE.decode(page))

    def _apply(self, note: Note) -> None:
        self._pages += 1
        match note:
            case Marked(seat=seat):
                self.marks[seat].append(note)
            case MarkUndone(seat=seat):
                self.marks[seat].pop()
            case SatDown(seat=seat, who=who):
                self.sitters[seat] = who
            case StoodUp(seat=seat):
                self.sitters.pop(seat, None)
                self.wishes.pop(seat, None)
                self.marks.pop(seat, None)
            case Wished(seat=seat, value=value):
                self.wishes[seat] = value
            case BotStumbled():
                self.stumbles.append(note)
            case BotTired(seat=seat):
                self.tired.add(seat)
            case BotRested(seat=seat):
                self.tired.discard(seat)
            case Opened():
                self.opened = note
            case Started():
                self.started = True
            case _:
                assert_never(note)
        for listener in tuple(self.listeners):
            listener(note)
