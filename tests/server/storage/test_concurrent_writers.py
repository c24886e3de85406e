"""Two processes that write about the same table at the same time, on SQLite and Postgres alike:
newer data is never replaced by older data."""

import pytest

from cluehouse.core.game import Outcome
from cluehouse.core.ids import Seat
from cluehouse.server.lobby.listings import Listings
from cluehouse.server.lobby.results import Results
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.table.book.book import Opened, Person, SatDown, Started, TableBook
from cluehouse.table.book.lifecycle import Abandoned
from tests.server.samples import A

ADA, BEN = Person("Ada", "ada"), Person("Ben", "ben")
ADA_WINS = Outcome((1.0, 0.0), (1, 0), "KEY-9")


@pytest.fixture
async def books(archive: Archive) -> tuple[TableBook, TableBook]:
    """The book of Ada's table, in the memory of two processes."""
    one = await TableBook.open(archive, A, shared=True)
    await one.write(Opened("keyhole", {}, 2, True, "paper", ADA))
    await one.write(SatDown(Seat(0), ADA))
    return one, await TableBook.open(archive, A, shared=True)


async def test_a_listing_is_never_replaced_by_an_older_one(
    archive: Archive, books: tuple[TableBook, TableBook]
) -> None:
    slow, quick = books
    listings = Listings(archive)
    await quick.write(SatDown(Seat(1), BEN))
    await quick.write(Started())
    await listings.put(A, quick)
    await listings.put(A, slow)
    assert await listings.state(A) == "started"
    assert [line.names for line in await listings.of_guest("ben")] == [("Ada", "Ben")]
    assert await listings.open_tables() == []


async def test_a_player_who_left_is_not_listed_any_more(
    archive: Archive, books: tuple[TableBook, TableBook]
) -> None:
    slow, quick = books
    listings = Listings(archive)
    await listings.put(A, slow)
    await quick.write(SatDown(Seat(0), BEN))
    await listings.put(A, quick)
    await listings.put(A, slow)
    assert await listings.of_guest("ada") == []
    assert [line.id for line in await listings.of_guest("ben")] == [A]


async def test_a_deleted_table_is_not_listed_again(
    archive: Archive, books: tuple[TableBook, TableBook]
) -> None:
    """A process that wrote to it lists it a moment after another one has deleted it."""
    writer, _ = books
    listings = Listings(archive)
    await archive.run(Statement("DELETE FROM book WHERE table_id = ?1", [(A,)]))
    await listings.put(A, writer)
    assert await listings.state(A) is None
    assert await archive.fetch("SELECT guest FROM sittings") == []


async def test_a_game_abandoned_during_its_last_move_has_no_result(
    archive: Archive, books: tuple[TableBook, TableBook]
) -> None:
    one, other = books
    listings, results = Listings(archive), Results(archive)
    await one.write(Started())
    await one.write(Abandoned("people"))
    await listings.put(A, one)
    await results.keep(A, other, ADA_WINS, ())
    assert await listings.state(A) == "abandoned"
    assert await results.of_table(A) == ()
