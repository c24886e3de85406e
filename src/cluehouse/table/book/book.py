"""The table's book: who sits where, and all other data of the table that is not part of the game.

Stored as durably as the log, with its own counter, and never an argument of `decide`: a name can be
erased and the game still replays.
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
from cluehouse.table.book.links import DealSet, RematchDeleted, Rematched
from cluehouse.table.book.marks import Marked, MarkUndone, Notebooks
from cluehouse.table.book.seal import Contributed, Sealed, TableSeal
from cluehouse.table.book.stand_ins import StandIns
from cluehouse.table.entries import decode_stored
from cluehouse.table.ports import BookStore, SeatClaim, TableId
from cluehouse.table.tasks import TaskSet
from cluehouse.table.time_control import DEFAULT_GRACE_S, Grace, Pace, Relaxed


class Person(Wire, frozen=True):
    name: str
    guest: str = ""
    """The guest id, whatever name they use. Never sent to clients."""


class Bot(Wire, frozen=True):
    level: Level


Sitter = Person | Bot


class Opened(Wire, frozen=True):
    """The first page: the settings of the table, and who opened it."""

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
    """The table this one is a rematch of."""
    deal_set: DealSet | None = None


class SatDown(Wire, frozen=True):
    seat: Seat
    who: Sitter


class StoodUp(Wire, frozen=True):
    seat: Seat


class Wished(Wire, frozen=True):
    """The role a seat asks for in the game; None: any that is left."""

    seat: Seat
    value: str | None


class HadRole(Wire, frozen=True):
    """The player in this seat had, in the game before this rematch, the role drawn by lot."""

    seat: Seat


class Started(Wire, frozen=True):
    """The game starts, and with it its log."""


class HostPassed(Wire, frozen=True):
    """The player in this seat is the host from now on."""

    seat: Seat


BookNote = (
    Opened
    | Sealed
    | SatDown
    | StoodUp
    | Wished
    | HadRole
    | Contributed
    | Started
    | Marked
    | MarkUndone
    | BotFellBack
    | BotDegraded
    | BotRecovered
    | HostPassed
    | Rematched
    | RematchDeleted
)
Note = BookNote | LifecycleNote | ChatNote

PAGES_PER_TICK: Final = 200
"""Pages decoded before other tasks get to run."""

_note_on = partial(decode_stored, decoder(Note), "page")
_WITH_NAMES = ("opened", "host", "rematch", "sitters", "chat", "dealt_in", "displaced", "notebooks")


class TableBook:
    """The book of one table: writes pages and holds the state after the last one."""

    def __init__(self, store: BookStore, table: TableId, *, shared: bool = False) -> None:
        """`shared`: other processes write to the book, too."""
        self.opened: Opened | None = None
        self.host: Person | None = None
        self.started = False
        self.lifecycle = Lifecycle()
        self.stand_ins = StandIns()
        self.chat = ChatRoom()
        self.rematch: Rematched | None = None
        self.sitters: dict[Seat, Sitter] = {}
        self.dealt_in: set[str] = set()
        """The guests who sat here when the game started, also if they were replaced since."""
        self.displaced: dict[Seat, Person] = {}
        """Players who lost their seat during the game although they were not gone."""
        self.wishes: dict[Seat, str | None] = {}
        self.had_role: set[Seat] = set()
        """The seats whose players had the role drawn by lot in the game before."""
        self.seal = TableSeal()
        self.notebooks = Notebooks()
        self.fallbacks: list[BotFellBack] = []
        self.degraded: set[Seat] = set()
        self.fell_back: dict[Seat, int] = {}
        """The seats whose bots have played a novice's move, and the page that said so first."""
        self.listeners: list[Callable[[Note], None]] = []
        """Callbacks after each page; they must not block or raise."""
        self._store = store
        self._table = table
        self._shared = shared
        self.pages = 0
        """The number of pages read or written."""
        self._lock = asyncio.Lock()
        self._tasks = TaskSet()

    @classmethod
    async def open(cls, store: BookStore, table: TableId, *, shared: bool = False) -> Self:
        book = cls(store, table, shared=shared)
        await book._read()
        return book

    async def write(self, note: Note) -> None:
        """Write a note durably before it takes effect, behind any pages added by others."""
        await self.decide(lambda: note)

    async def decide(self, choose: Callable[[], Note]) -> None:
        """Write the note `choose` returns, or propagate its refusal. If another writer added a page
        first, `choose` is called again, so it always decides on the current state. Cancelling the
        caller does not cancel the write."""
        await self._tasks.run_shielded(self._decide(choose))

    async def _decide(self, choose: Callable[[], Note]) -> None:
        async with self._lock:
            while True:
                note = choose()
                try:
                    await self._write(note)
                except Taken:
                    await self._read()
                except Unavailable:
                    # The page may be written though the reply was lost: read before answering.
                    if (await self._read())[:1] == [encode(note)]:
                        return
                    raise
                else:
                    self._apply(note)
                    return

    async def _write(self, note: Note) -> None:
        page, claim = encode(note), self._claim(note)
        if claim is None:
            await self._store.write(self._table, self.pages, page)
        else:
            await self._store.write_with_claim(self._table, self.pages, page, claim)

    def _claim(self, note: Note) -> SeatClaim | None:
        """The claim that goes with a note in a deal set: a guest takes a seat, or gives up their
        last one. A guest who was dealt in keeps the claim, so they never play the deal elsewhere.
        """
        if self.opened is None or self.opened.deal_set is None or self.started:
            return None
        deal_set = self.opened.deal_set.id
        match note:
            case SatDown(who=Person(guest=guest)):
                return SeatClaim(deal_set, guest)
            case StoodUp(seat=seat) if isinstance(who := self.sitters.get(seat), Person):
                last = self.seats_of(who.guest) == (seat,)
                return SeatClaim(deal_set, who.guest, released=True) if last else None
            case _:
                return None

    async def erase_guest(self, guest: str) -> None:
        """Erase a guest's name, id and words from all pages in one transaction; their actions
        stay."""
        await self._tasks.run_shielded(self._erase_guest(guest))

    async def _erase_guest(self, guest: str) -> None:
        async with self._lock:
            pages = await self._store.pages(self._table, -1)
            changed = await asyncio.to_thread(pages_without, guest, pages, _note_on)
            await self._store.rewrite(self._table, changed)
        await self.reload()

    async def catch_up_if_shared(self) -> None:
        """Read new pages if other processes write to the book."""
        if self._shared:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read and apply the pages other processes have written."""
        async with self._lock:
            await self._read()

    async def catch_up_to(self, pages: int) -> None:
        """Read and apply pages until the book has at least this number of them."""
        if self.pages < pages:
            async with self._lock:
                later = await self._store.pages(self._table, self.pages - 1)
                await self._apply_pages(later[: max(0, pages - self.pages)])

    async def reload(self) -> None:
        """Read the same pages again after a guest was erased, and replace all state with names."""
        async with self._lock:
            fresh = TableBook(self._store, self._table)
            await fresh._apply_pages((await self._store.pages(self._table, -1))[: self.pages])
            for attribute in _WITH_NAMES:
                setattr(self, attribute, getattr(fresh, attribute))

    @property
    def guests(self) -> set[str]:
        """The seated guests, without erased ones."""
        return {who.guest for who in self.sitters.values() if isinstance(who, Person)} - {""}

    @property
    def people(self) -> list[Seat]:
        """The seats of people, in order; all others are played by bots, or empty."""
        return sorted(seat for seat, who in self.sitters.items() if isinstance(who, Person))

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        """A guest's seats, in order: their own and those of companions on the same device. Empty
        for an erased guest."""
        return tuple(sorted(self._seats_of(guest)))

    def seat_of(self, guest: str) -> Seat | None:
        """A guest's own seat: the one they took first."""
        return next(self._seats_of(guest), None)

    def seat_at(self, guest: str, asked: int | None) -> Seat | None:
        """The seat a guest asked for if it is theirs, else their own."""
        if asked is not None and (seat := Seat(asked)) in self._seats_of(guest):
            return seat
        return self.seat_of(guest)

    def _seats_of(self, guest: str) -> Iterator[Seat]:
        """In the order in which the guest took them."""
        for seat, who in self.sitters.items():
            if isinstance(who, Person) and who.guest == guest != "":
                yield seat

    async def _read(self) -> Sequence[bytes]:
        """Read and apply new pages, and return them."""
        pages = await self._store.pages(self._table, self.pages - 1)
        await self._apply_pages(pages)
        return pages

    async def _apply_pages(self, pages: Sequence[bytes]) -> None:
        """Yield to other tasks every PAGES_PER_TICK pages: a book may be long."""
        for number, page in enumerate(pages, 1):
            self._apply(_note_on(self.pages, page))
            if number % PAGES_PER_TICK == 0:
                await asyncio.sleep(0)

    def _apply(self, note: Note) -> None:
        self.pages += 1
        if isinstance(note, LifecycleNote):
            self.lifecycle.apply(note)
            self.stand_ins.apply(note, self.pages)
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
                self.had_role.discard(seat)
                if not self.started:  # once started, it is part of the key
                    self.seal.withdraw(seat)
                self.notebooks.marks.pop(seat, None)
            case Wished(seat=seat, value=value):
                self.wishes[seat] = value
            case HadRole(seat=seat):
                self.had_role.add(seat)
            case Sealed() | Contributed():
                self.seal.apply(note)
            case BotFellBack(seat=seat):
                self.fallbacks.append(note)
                self.fell_back.setdefault(seat, self.pages)
            case BotDegraded(seat=seat):
                self.degraded.add(seat)
                self.fell_back.setdefault(seat, self.pages)
            case BotRecovered(seat=seat):
                self.degraded.discard(seat)
            case Rematched():
                self.rematch = note
            case RematchDeleted():
                self.rematch = None
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
        self.stand_ins.end(seat, self.pages)
        self.lifecycle.out_of_time.pop(seat, None)
        self.lifecycle.stepped_out.discard(seat)
        self.fell_back.pop(seat, None)
        self.lifecycle.willing.discard(seat)  # the vote was the previous player's
        if isinstance(who, Person):
            self.chat.meet(who.guest, who.name)

    def _pass_hosting(self, seat: Seat) -> None:
        who = self.sitters.get(seat)
        if isinstance(who, Person):
            self.host = who
