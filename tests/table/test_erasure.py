"""Erasing a guest from a table's book leaves the rest of the table unchanged."""

from typing import Any

import pytest

from cluehouse.core.ids import Seat
from cluehouse.server.errors import NotSeated
from cluehouse.server.lobby.permissions import sees_at_once
from cluehouse.server.operator.erasure import SUCCESSOR_LEVEL, vacate_note
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
from cluehouse.table.book.marks import Marked, current_marks
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
    """The public state of a book, for comparison."""
    private = ("listeners", "_store", "_lock", "_tasks")
    return {name: plain(value) for name, value in vars(book).items() if name not in private}


def plain(value: Any) -> Any:
    """The nested attributes of a value, for comparison."""
    if not hasattr(value, "__dict__"):
        return value
    return {name: plain(inside) for name, inside in vars(value).items()}


async def a_book(log: MemoryLog) -> TableBook:
    book = await TableBook.open(log, ID)
    for note in NOTES:
        await book.write(note)
    return book


async def test_name_and_id_of_an_erased_guest_are_on_no_page() -> None:
    log = MemoryLog()
    book = await a_book(log)
    await book.erase_guest("ada")
    pages = b"".join(log.notes[ID])
    for word in ("Ada", '"ada"', "Zoé"):
        assert word.encode() not in pages
    assert b"Blaise" in pages
    assert len(log.notes[ID]) == len(NOTES)


async def test_book_in_memory_equals_the_stored_book_after_erasure() -> None:
    log = MemoryLog()
    book = await a_book(log)
    await book.erase_guest("ada")
    assert standing(book) == standing(await TableBook.open(log, ID))
    assert book.sitters == {Seat(0): Person(""), Seat(1): Person(""), Seat(2): BLAISE}
    assert book.host == Person("")
    assert book.seats_of("ada") == ()
    assert current_marks(book.notebooks.marks[Seat(0)]) == {}, "a notebook is its owner's words"
    assert current_marks(book.notebooks.marks[Seat(2)]) == {"twin": "yes"}


async def test_new_pages_follow_the_last_page_after_erasure() -> None:
    log = MemoryLog()
    book = await a_book(log)
    await book.erase_guest("ada")
    await book.write(SatDown(Seat(0), Bot("novice")))
    assert len(log.notes[ID]) == len(NOTES) + 1
    assert (await TableBook.open(log, ID)).sitters[Seat(0)] == Bot("novice")


async def test_erasing_an_unknown_guest_changes_nothing() -> None:
    log = MemoryLog()
    book = await a_book(log)
    before = list(log.notes[ID])
    await book.erase_guest("eve")
    assert log.notes[ID] == before
    assert book.host == ADA


def test_only_the_given_guest_is_blanked_in_a_note() -> None:
    for note in NOTES:
        assert without(note, "eve") == note
    assert without(NOTES[0], "ada").host == Person("")
    assert without(NOTES[0], "ada").options == NOTES[0].options


async def test_empty_guest_id_matches_no_erased_seat() -> None:
    book = await a_book(MemoryLog())
    await book.erase_guest("ada")
    assert book.seats_of("") == ()
    assert not sees_at_once(book, "")


async def test_only_the_erased_guest_vacates_a_seat() -> None:
    book = await a_book(MemoryLog())
    assert vacate_note(book, Seat(0), "ada") == SatDown(Seat(0), Bot(SUCCESSOR_LEVEL))
    with pytest.raises(NotSeated):
        vacate_note(book, Seat(2), "ada")
