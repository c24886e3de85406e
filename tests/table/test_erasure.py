"""A person leaves the table's book, and the table is as it was."""

from typing import Any

import pytest

from cluehouse.core.ids import Seat
from cluehouse.server.errors import NotSeated
from cluehouse.server.lobby.permissions import sees_at_once
from cluehouse.server.operator.erasure import SUCCESSOR_LEVEL, vacated
from cluehouse.table.book.book import (
    Bot,
    HostPassed,
    Opened,
    Person,
    SatDown,
    Started,
    StoodUp,
    TableBook,
)
from cluehouse.table.book.chat import Phrase, Removed, Said, Text
from cluehouse.table.book.erasure import without
from cluehouse.table.book.marks import Marked, reading
from cluehouse.table.ports import TableId
from tests.table.fakes import MemoryLog

ID = TableId("table")
ADA, BLAISE = Person("Ada", "ada"), Person("Blaise", "blaise")
NOTES = (
    Opened("keyhole", {"type": "Options", "deals": 1}, 3, False, "seen", ADA),
    SatDown(Seat(0), ADA),
    SatDown(Seat(2), ADA),
    StoodUp(Seat(2)),
    SatDown(Seat(1), Person("Zoé", "ada")),
    SatDown(Seat(2), BLAISE),
    HostPassed(Seat(2)),
    HostPassed(Seat(0)),
    Started(),
    Marked(Seat(0), "twin", "no"),
    Marked(Seat(2), "twin", "yes"),
    Said(Seat(0), "Ada", "ada", 1.0, Text("It was me, Ada, ada.")),
    Said(Seat(2), "Blaise", "blaise", 2.0, Phrase("hello")),
    Removed("ada"),
)


def standing(book: TableBook) -> dict[str, Any]:
    """Everything a book says about its table."""
    private = ("listeners", "_store", "_lock", "_tasks")
    return {name: plain(value) for name, value in vars(book).items() if name not in private}


def plain(value: Any) -> Any:
    """What is inside of it, to be compared."""
    if not hasattr(value, "__dict__"):
        return value
    return {name: plain(inside) for name, inside in vars(value).items()}


async def a_book(log: MemoryLog) -> TableBook:
    book = await TableBook.open(log, ID)
    for note in NOTES:
        await book.write(note)
    return book


async def test_their_name_and_id_are_on_no_page() -> None:
    log = MemoryLog()
    book = await a_book(log)
    await book.forget("ada")
    pages = b"".join(log.notes[ID])
    for word in ("Ada", '"ada"', "Zoé"):
        assert word.encode() not in pages
    assert b"Blaise" in pages
    assert len(log.notes[ID]) == len(NOTES)


async def test_a_book_in_memory_is_as_one_that_is_read_again() -> None:
    log = MemoryLog()
    book = await a_book(log)
    await book.forget("ada")
    assert standing(book) == standing(await TableBook.open(log, ID))
    assert book.sitters == {Seat(0): Person(""), Seat(1): Person(""), Seat(2): BLAISE}
    assert book.host == Person("")
    assert book.seats_of("ada") == ()
    assert reading(book.notebooks.marks[Seat(0)]) == {}, "a notebook is its owner's words"
    assert reading(book.notebooks.marks[Seat(2)]) == {"twin": "yes"}


async def test_the_book_goes_on_after_its_last_page() -> None:
    log = MemoryLog()
    book = await a_book(log)
    await book.forget("ada")
    await book.write(SatDown(Seat(0), Bot("novice")))
    assert len(log.notes[ID]) == len(NOTES) + 1
    assert (await TableBook.open(log, ID)).sitters[Seat(0)] == Bot("novice")


async def test_whoever_was_never_here_changes_nothing() -> None:
    log = MemoryLog()
    book = await a_book(log)
    before = list(log.notes[ID])
    await book.forget("eve")
    assert log.notes[ID] == before
    assert book.host == ADA


def test_only_this_guest_leaves_a_note() -> None:
    for note in NOTES:
        assert without(note, "eve") == note
    assert without(NOTES[0], "ada").host == Person("")
    assert without(NOTES[0], "ada").options == NOTES[0].options


async def test_nobody_sits_where_somebody_was_forgotten() -> None:
    book = await a_book(MemoryLog())
    await book.forget("ada")
    assert book.seats_of("") == ()
    assert not sees_at_once(book, "")


async def test_only_whoever_is_meant_leaves_a_seat() -> None:
    book = await a_book(MemoryLog())
    assert vacated(book, Seat(0), "ada") == SatDown(Seat(0), Bot(SUCCESSOR_LEVEL))
    with pytest.raises(NotSeated):
        vacated(book, Seat(2), "ada")
