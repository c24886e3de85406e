"""What a table needs from outside."""

from collections.abc import Collection, Mapping, Sequence
from typing import NewType, Protocol

import msgspec

from cluehouse.core.ids import Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.core.wire import Wire

TableId = NewType("TableId", str)


class Header(Wire, frozen=True, tag=False):
    """What a table is, fixed when its game starts."""

    id: TableId
    game: str
    version: int
    options: msgspec.Raw
    seats: int
    key: bytes
    """The key of all luck: the table's best kept secret."""


class Log(Protocol):
    """The accepted moves of every table, in order. Bytes only: it knows no game.

    Whatever else goes wrong is one of the children of Unavailable.
    """

    async def create(self, header: Header, deal: Entry) -> None:
        """Begin a table with its deal, entry 0. Taken if there is one of this id."""

    async def header(self, table: TableId) -> Header:
        """KeyError if there is no such table."""

    async def append(self, table: TableId, seq: Seq, entry: Entry) -> None:
        """On disk when this returns. Taken if there is an entry of this number already."""

    async def read(self, table: TableId, after: Seq) -> Sequence[Entry]:
        """The entries numbered after + 1 and up."""

    async def moved_at(self, table: TableId) -> float:
        """When the last entry was made, in seconds by the clock on the wall; 0 if nobody knows."""


class BookStore(Protocol):
    """The table's book: what a table keeps beside its game. Same durability, own counter."""

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        """On disk when this returns. Taken if the page is written already."""

    async def pages(self, table: TableId, after: int) -> Sequence[bytes]:
        """The pages numbered after + 1 and up; the first page is 0."""

    async def rewrite(self, table: TableId, pages: Mapping[int, bytes]) -> None:
        """All of these pages, which are written, or none: on disk when this returns."""


class Subscriber(Protocol):
    """Where a viewer's updates go."""

    def send(self, update: bytes) -> None:
        """Never waits and never raises; a slow reader is the outbox's own problem."""


class Attendance(Protocol):
    """Who is at a table just now."""

    def present(self, table: TableId, seats: Collection[Seat], /) -> set[Seat]:
        """Those of these seats whose people have a device connected."""

    def visiting(self, table: TableId, guest: str, /) -> bool:
        """A device of this guest is connected, whether they sit there or not."""

    def broadcast(self, table: TableId, /) -> None:
        """Everybody there: something about the room has changed."""

    def reconnect_all(self, table: TableId, /) -> None:
        """Everybody there: what they were told is not so. They come again, to what is."""


class Lease(Protocol):
    """Which of several processes keeps a table going: its bots, clocks and absent people. It saves
    work and double words; that nothing goes wrong is for the keys of log and book to see to."""

    def holds(self, table: TableId, /) -> bool:
        """This one does, as far as it knows."""
