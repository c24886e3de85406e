"""Interfaces a table needs from outside: storage, subscribers, attendance, lease."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, NewType, Protocol

import msgspec

from cluehouse.core.ids import Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.core.wire import Wire

TableId = NewType("TableId", str)


class Header(Wire, frozen=True, tag=False):
    """A table's fixed data, written when its game starts."""

    id: TableId
    game: str
    version: int
    options: msgspec.Raw
    seats: int
    key: bytes
    """The key of all luck in the game. Secret."""


class LogEntry(NamedTuple):
    """An entry as the log stores it."""

    entry: Entry
    pages: int
    """The number of pages of the table's book that the move was decided on: they tell who played
    for the seat. 0 if not recorded."""


class Log(Protocol):
    """The accepted moves of every table, in order. Stores bytes and knows no game.

    Every other failure is raised as Unavailable or a subclass of it.
    """

    async def create(self, header: Header, deal: LogEntry) -> None:
        """Create a table with its deal as entry 0. Taken if the id exists."""

    async def header(self, table: TableId) -> Header:
        """KeyError if the table does not exist."""

    async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
        """Durable on return. Taken if an entry with this number exists, or if the book has more
        pages than the entry says: what the move was decided on has changed."""

    async def read(self, table: TableId, after: Seq) -> Sequence[LogEntry]:
        """The entries numbered after + 1 and up."""

    async def moved_at(self, table: TableId) -> float:
        """Wall-clock time of the last entry, in seconds; 0 if unknown."""


class SeatClaim(NamedTuple):
    """A guest takes a seat at one of the tables that play the same deal, or releases it."""

    deal_set: TableId
    guest: str
    released: bool = False


class BookStore(Protocol):
    """The pages of every table's book: data beside the game. As durable as the log, with its own
    counter."""

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        """Durable on return. Taken if the page exists, Rejected if the table was deleted."""

    async def write_with_claim(
        self, table: TableId, page: int, note: bytes, claim: SeatClaim
    ) -> None:
        """Write a page and claim or release a seat, both or neither. Rejected if the guest has a
        seat at another table of the deal set."""

    async def pages(self, table: TableId, after: int) -> Sequence[bytes]:
        """The pages numbered after + 1 and up; the first page is 0."""

    async def rewrite(self, table: TableId, pages: Mapping[int, bytes]) -> None:
        """Replace these existing pages, all or none. Durable on return."""


class Subscriber(Protocol):
    """Receives a viewer's updates."""

    def send(self, update: bytes) -> None:
        """Never blocks and never raises; the subscriber itself handles slow readers."""


class Attendance(Protocol):
    """Which players and guests are connected to a table."""

    def present(self, table: TableId, seats: Collection[Seat], /) -> set[Seat]:
        """Those of these seats whose players have a device connected."""

    def is_connected(self, table: TableId, guest: str, /) -> bool:
        """Whether a device of this guest is connected, seated or not."""

    def broadcast(self, table: TableId, /) -> None:
        """Tell every client at the table that the room has changed."""

    def reconnect_all(self, table: TableId, /) -> None:
        """Close every connection at the table: the clients were sent moves that the log does not
        have. They reconnect and get the stored game."""


class Lease(Protocol):
    """Which of several processes drives a table: its bots, clocks and absent players. A lease saves
    duplicate work; correctness rests on the unique keys of log and book."""

    def holds(self, table: TableId, /) -> bool:
        """Whether this process holds the table's lease, as far as it knows."""
