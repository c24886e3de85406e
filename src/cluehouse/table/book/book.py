"""The table's book: who sits where, and whatever else belongs to the table but not to the game.

Written as durably as the log, with a counter of its own, and never an argument of `decide`:
a name can be forgotten and the game still replays.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, Self, assert_never

from cluehouse.core.errors import Taken, Unavailable
from cluehouse.core.ids import Help, Level, Seat
from cluehouse.core.wire import Wire, decoder, encode
from cluehouse.table.book.chat import ChatNote, ChatRoom, RailRules
from cluehouse.table.book.erasure import pages_without
from cluehouse.table.book.lifecycle import (
    BotDegraded,
    BotFellBack,
    BotRecovered,
    Lifecycle,
    LifecycleNote,
)
from cluehouse.table.book.links import DealSet, Rematched
from cluehouse.table.book.marks import Marked, MarkUndone, Notebooks
from cluehouse.table.book.seal import Contributed, Sealed, TableSeal
from cluehouse.table.entries import read_back
from cluehouse.table.ports import BookStore, TableId
from cluehouse.table.tasks import TaskSet
from cluehouse.table.time_control import DEFAULT_GRACE_S, Grace, Pace, Relaxed


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
    pace: Pace = Relaxed()
    grace: Grace = DEFAULT_GRACE_S
    rail: RailRules = RailRules()
    after: TableId | None = None
    """The table whose people play on here."""
    deal_set: DealSet | None = None


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


class HostPassed(Wire, frozen=True):
    """Whoever sits here is the host from now on."""

    seat: Seat


BookNote = (
    Opened
    | Sealed
    | SatDown
    | StoodUp
    | Wished
    | Contributed
    | Started
    | Marked
    | MarkUndone
    | BotFellBack
    | BotDegraded
    | BotRecovered
    | HostPassed
    | Rematched
)
Note = BookNote | LifecycleNote | ChatNote

PAGES_PER_TICK: Final = 200
"""Pages that are read while the whole house waits."""

_note_on = partial(read_back, decoder(Note), "page")
_NAMING = ("opened", "host", "rematch", "sitters", "chat", "dealt_in", "displaced", "notebooks")


class TableBook:
    """The book of one table, and how things stand after its last page."""

    def __init__(self, store: BookStore, table: TableId, *, shared: bool = False) -> None:
        """`shared`: other processes write to it, too."""
        self.opened: Opened | None = None
        self.host: Person | None = None
        self.started = False
        self.lifecycle = Lifecycle()
        self.chat = ChatRoom()
        self.rematch: Rematched | None = None
        self.sitters: dict[Seat, Sitter] = {}
        self.dealt_in: set[str] = set()
        """Guests who sat there when the game started, whoever plays for them by now."""
        self.displaced: dict[Seat, Person] = {}
        """Who has lost their seat in the middle of a game, though they were not gone."""
        self.wishes: dict[Seat, str | None] = {}
        self.seal = TableSeal()
        self.notebooks = Notebooks()
        self.fallbacks: list[BotFellBack] = []
        self.degraded: set[Seat] = set()
        self.listeners: list[Callable[[Note], None]] = []
        """Called after each page; never wait and never raise."""
        self._store = store
        self._table = table
        self._shared = shared
        self.pages = 0
        """How many have been read or written."""
        self._lock = asyncio.Lock()
        self._tasks = TaskSet()

    @classmethod
    async def open(cls, store: BookStore, table: TableId, *, shared: bool = False) -> Self:
        book = cls(store, table, shared=shared)
        await book._read()
        return book

    async def write(self, note: Note) -> None:
        """On disk before anybody acts on it. If another page came first, ours goes behind it."""
        await self.decide(lambda: note)

    async def decide(self, choose: Callable[[], Note]) -> None:
        """Write what `choose` says, or pass on its refusal. It is asked again whenever another
        page came first, so it always judges how things stand. Whoever asked may vanish."""
        await self._tasks.run_shielded(self._decide(choose))

    async def _decide(self, choose: Callable[[], Note]) -> None:
        async with self._lock:
            while True:
                note = choose()
                try:
                    await self._store.write(self._table, self.pages, encode(note))
                except Taken:
                    await self._read()
                except Unavailable:
                    # Perhaps it was written and the answer got lost: look before answering.
                    if (await self._read())[:1] == [encode(note)]:
                        return
                    raise
                else:
                    self._apply(note)
                    return

    async def forget(self, guest: str) -> None:
        """Their name, id and words leave every page, at once; what they did here stays."""
        await self._tasks.run_shielded(self._forget(guest))

    async def _forget(self, guest: str) -> None:
        async with self._lock:
            pages = await self._store.pages(self._table, -1)
            changed = await asyncio.to_thread(pages_without, guest, pages, _note_on)
            await self._store.rewrite(self._table, changed)
        await self.reload()

    async def catch_up_if_shared(self) -> None:
        """Read on, if there is anybody else who writes."""
        if self._shared:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Take up what another process has written."""
        async with self._lock:
            await self._read()

    async def reload(self) -> None:
        """The same pages, though not with the same names: somebody was forgotten."""
        async with self._lock:
            same = TableBook(self._store, self._table)
            await same._take_up((await self._store.pages(self._table, -1))[: self.pages])
            for what in _NAMING:
                setattr(self, what, getattr(same, what))

    @property
    def guests(self) -> set[str]:
        """All who sit there; whoever was forgotten is nobody."""
        return {who.guest for who in self.sitters.values() if isinstance(who, Person)} - {""}

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        """Their own and those of companions who share the device, in order. Nobody has none."""
        return tuple(sorted(self._seats_of(guest)))

    def seat_of(self, guest: str) -> Seat | None:
        """Their own: the one they took first."""
        return next(self._seats_of(guest), None)

    def seat_at(self, guest: str, asked: int | None) -> Seat | None:
        """The one they asked for if it is theirs, else their own."""
        if asked is not None and (seat := Seat(asked)) in self._seats_of(guest):
            return seat
        return self.seat_of(guest)

    def _seats_of(self, guest: str) -> Iterator[Seat]:
        """In the order in which they were taken."""
        for seat, who in self.sitters.items():
            if isinstance(who, Person) and who.guest == guest != "":
                yield seat

    async def _read(self) -> Sequence[bytes]:
        """The pages that were new."""
        pages = await self._store.pages(self._table, self.pages - 1)
        await self._take_up(pages)
        return pages

    async def _take_up(self, pages: Sequence[bytes]) -> None:
        """Others get their turn in between: a book may be long."""
        for number, page in enumerate(pages, 1):
            self._apply(_note_on(self.pages, page))
            if number % PAGES_PER_TICK == 0:
                await asyncio.sleep(0)

    def _apply(self, note: Note) -> None:
        self.pages += 1
        if isinstance(note, LifecycleNote):
            self.lifecycle.apply(note)
        elif isinstance(note, ChatNote):
            self.chat.apply(note)
        else:
            self._apply_own(note)
        for listener in tuple(self.listeners):
            listener(note)

    def _apply_own(self, note: BookNote) -> None:
        match note:
            case Marked() | MarkUndone():
                self.notebooks.apply(note)
            case SatDown(seat=seat, who=who):
                self._seat(seat, who)
            case StoodUp(seat=seat):
                self.sitters.pop(seat, None)
                self.wishes.pop(seat, None)
                if not self.started:  # afterwards it is part of the key
                    self.seal.forget(seat)
                self.notebooks.marks.pop(seat, None)
            case Wished(seat=seat, value=value):
                self.wishes[seat] = value
            case Sealed() | Contributed():
                self.seal.apply(note)
            case BotFellBack():
                self.fallbacks.append(note)
            case BotDegraded(seat=seat):
                self.degraded.add(seat)
            case BotRecovered(seat=seat):
                self.degraded.discard(seat)
            case Rematched():
                self.rematch = note
            case HostPassed(seat=seat):
                self._pass_hosting(seat)
            case Opened(host=host, rail=rules):
                self.opened, self.host, self.chat.rail = note, host, rules
            case Started():
                self.started = True
                self.dealt_in = self.guests
            case _:
                assert_never(note)

    def _seat(self, seat: Seat, who: Sitter) -> None:
        was = self.sitters.get(seat)
        if self.started and isinstance(was, Person) and seat not in self.lifecycle.gone:
            self.displaced[seat] = was
        self.sitters[seat] = who
        self.lifecycle.willing.discard(seat)  # whoever sat there was
        if isinstance(who, Person):
            self.chat.meet(who.guest, who.name)

    def _pass_hosting(self, seat: Seat) -> None:
        who = self.sitters.get(seat)
        if isinstance(who, Person):
            self.host = who
