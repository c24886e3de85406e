"""The house book: who sits where, and whatever else belongs to the table but not to the game.

Written as durably as the log, with a counter of its own, and never an argument of `decide`:
a name can be forgotten and the game still replays.
"""

from typing import Self, assert_never

from cluehouse.core.errors import Taken
from cluehouse.core.ids import Level, Seat, Seq
from cluehouse.core.wire import Wire, decoder, encode
from cluehouse.table.ports import Book, TableId


class Person(Wire, frozen=True):
    name: str


class Bot(Wire, frozen=True):
    level: Level


Sitter = Person | Bot


class SatDown(Wire, frozen=True):
    seat: Seat
    who: Sitter


class StoodUp(Wire, frozen=True):
    seat: Seat


class BotStumbled(Wire, frozen=True):
    """A bot did not come up with a legal move in time, so its seat played a novice's."""

    seat: Seat
    seq: Seq
    why: str


Note = SatDown | StoodUp | BotStumbled

_NOTE = decoder(Note)


class HouseBook:
    """The book of one table, and how things stand after its last page."""

    def __init__(self, book: Book, table: TableId) -> None:
        self.sitters: dict[Seat, Sitter] = {}
        self.stumbles: list[BotStumbled] = []
        self._book = book
        self._table = table
        self._written = 0

    @classmethod
    async def open(cls, book: Book, table: TableId) -> Self:
        house = cls(book, table)
        await house._read()
        return house

    async def write(self, note: Note) -> None:
        """On disk before anybody acts on it. If another page came first, ours goes behind it."""
        while True:
            try:
                await self._book.write(self._table, self._written, encode(note))
            except Taken:
                await self._read()
            else:
                self._apply(note)
                return

    async def _read(self) -> None:
        for page in await self._book.pages(self._table, self._written - 1):
            self._apply(_NOTE.decode(page))

    def _apply(self, note: Note) -> None:
        self._written += 1
        match note:
            case SatDown(seat=seat, who=who):
                self.sitters[seat] = who
            case StoodUp(seat=seat):
                self.sitters.pop(seat, None)
            case BotStumbled():
                self.stumbles.append(note)
            case _:
                assert_never(note)
