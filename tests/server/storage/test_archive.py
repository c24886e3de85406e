"""Log and table book, on SQLite and on Postgres alike: what is stored, what is rejected."""

import asyncio

import pytest

from cluehouse.core.errors import Closed, Damaged, Taken
from cluehouse.core.ids import Seq
from cluehouse.server.errors import NoTable, PlayedElsewhere
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.table.ports import SeatClaim, TableId
from tests.server.conftest import OpenArchive
from tests.server.samples import BEGINNING, DEAL, A, B, entry_of, header_of


async def test_written_data_is_read_after_reopening(open_archive: OpenArchive) -> None:
    archive = await open_archive()
    await archive.create(header_of(A), DEAL)
    await archive.append(A, Seq(1), entry_of(1))
    await archive.write(A, 0, b"Ada sits down")
    await archive.close()

    archive = await open_archive()
    assert await archive.header(A) == header_of(A)
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]
    assert await archive.pages(A, -1) == [b"Ada sits down"]
    await archive.close()


async def test_reads_start_after_a_given_number(archive: Archive) -> None:
    await archive.create(header_of(A), DEAL)
    for seq in (1, 2, 3):
        await archive.append(A, Seq(seq), entry_of(seq, pages=seq - 1))
        await archive.write(A, seq - 1, b"note %d" % seq)
    assert await archive.read(A, Seq(1)) == [entry_of(2, pages=1), entry_of(3, pages=2)]
    assert await archive.read(A, Seq(3)) == []
    assert await archive.pages(A, 0) == [b"note 2", b"note 3"]


async def test_a_move_decided_before_the_last_page_is_refused(archive: Archive) -> None:
    await archive.create(header_of(A), DEAL)
    await archive.write(A, 0, b"Ada sits down")
    await archive.append(A, Seq(1), entry_of(1, pages=1))
    await archive.write(A, 1, b"a bot replaces Ada")
    with pytest.raises(Taken):
        await archive.append(A, Seq(2), entry_of(2, pages=1))
    await archive.append(A, Seq(2), entry_of(2, pages=2))
    assert await archive.read(A, Seq(0)) == [entry_of(1, pages=1), entry_of(2, pages=2)]


async def test_a_page_at_another_table_refuses_no_move(archive: Archive) -> None:
    await asyncio.gather(*(archive.create(header_of(table), DEAL) for table in (A, B)))
    await archive.write(B, 0, b"for b alone")
    await archive.append(A, Seq(1), entry_of(1, pages=0))


async def test_tables_do_not_mix(archive: Archive) -> None:
    await asyncio.gather(*(archive.create(header_of(table), DEAL) for table in (A, B)))
    await archive.append(B, Seq(1), entry_of(1))
    await archive.write(B, 0, b"for b alone")
    assert await archive.read(A, BEGINNING) == [DEAL]
    assert await archive.pages(A, -1) == []


async def test_a_table_that_was_not_created_is_unknown(archive: Archive) -> None:
    with pytest.raises(KeyError):
        await archive.header(A)
    assert await archive.read(A, BEGINNING) == []
    assert await archive.pages(A, -1) == []


async def test_a_table_is_created_once(archive: Archive) -> None:
    await archive.create(header_of(A), DEAL)
    with pytest.raises(Taken):
        await archive.create(header_of(A), entry_of(0))
    assert await archive.read(A, BEGINNING) == [DEAL]


async def test_header_and_deal_are_created_in_one_transaction(archive: Archive) -> None:
    stray = "INSERT INTO log (table_id, seq, move, events) VALUES (?1, 0, ?2, ?3)"
    await archive.run(Statement(stray, [(A, b"null", b"[]")]))
    with pytest.raises(Taken):
        await archive.create(header_of(A), DEAL)
    with pytest.raises(KeyError):
        await archive.header(A)


async def test_of_two_writers_one_wins_and_other_entries_of_the_batch_are_written(
    archive: Archive,
) -> None:
    await asyncio.gather(*(archive.create(header_of(table), DEAL) for table in (A, B)))
    results = await asyncio.gather(
        archive.append(A, Seq(1), entry_of(1)),
        archive.append(A, Seq(1), entry_of(7)),
        archive.append(A, Seq(2), entry_of(2)),
        archive.append(B, Seq(1), entry_of(1)),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Taken, type(None), type(None)]
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1), entry_of(2)]
    assert await archive.read(B, BEGINNING) == [DEAL, entry_of(1)]


async def test_of_two_archives_on_one_database_one_wins(
    archive: Archive, open_archive: OpenArchive
) -> None:
    rival = await open_archive()
    await archive.create(header_of(A), DEAL)
    await rival.append(A, Seq(1), entry_of(1))
    with pytest.raises(Taken):
        await archive.append(A, Seq(1), entry_of(7))
    assert await archive.read(A, BEGINNING) == [DEAL, entry_of(1)]
    await rival.close()


async def test_a_page_is_written_once(archive: Archive) -> None:
    await archive.write(A, 0, b"first")
    with pytest.raises(Taken):
        await archive.write(A, 0, b"second")
    assert await archive.pages(A, -1) == [b"first"]


@pytest.mark.parametrize("seq", [2, 5, -1])
async def test_an_entry_that_would_leave_a_gap_is_a_bug(archive: Archive, seq: int) -> None:
    await archive.create(header_of(A), DEAL)
    with pytest.raises(ValueError, match="gap"):
        await archive.append(A, Seq(seq), entry_of(seq))
    assert await archive.read(A, BEGINNING) == [DEAL]


async def test_a_page_that_would_leave_a_gap_is_a_bug(archive: Archive) -> None:
    await archive.write(A, 0, b"Ada sits down")
    with pytest.raises(ValueError, match="gap"):
        await archive.write(A, 2, b"too early")
    assert await archive.pages(A, -1) == [b"Ada sits down"]


async def test_what_follows_in_a_deleted_table_is_refused(archive: Archive) -> None:
    for number in (0, 1, 5):
        with pytest.raises(NoTable):
            await archive.append(A, Seq(number), entry_of(number))
    for page in (1, 5):
        with pytest.raises(NoTable):
            await archive.write(A, page, b"too late")
        with pytest.raises(NoTable):
            await archive.write_with_claim(A, page, b"Ada sits down", ADA_SITS)
    await archive.write_with_claim(B, 0, b"Ada sits down", ADA_SITS)
    assert await archive.read(A, BEGINNING) == []
    assert await archive.pages(A, -1) == []


async def test_the_deal_is_never_overwritten(archive: Archive) -> None:
    await archive.create(header_of(A), DEAL)
    with pytest.raises(Taken):
        await archive.append(A, Seq(0), entry_of(0))


async def test_a_gap_in_stored_numbers_is_damage(archive: Archive) -> None:
    await archive.create(header_of(A), DEAL)
    for seq in (1, 2):
        await archive.append(A, Seq(seq), entry_of(seq, pages=seq - 1))
        await archive.write(A, seq - 1, b"note")
    await archive.run(
        Statement("DELETE FROM log WHERE seq = ?1", [(1,)]),
        Statement("DELETE FROM book WHERE page = ?1", [(0,)]),
    )
    with pytest.raises(Damaged, match="is damaged"):
        await archive.read(A, BEGINNING)
    with pytest.raises(Damaged, match="is damaged"):
        await archive.pages(A, -1)


async def test_a_closed_archive_raises_closed(open_archive: OpenArchive) -> None:
    archive = await open_archive()
    await archive.close()
    await archive.close()
    for request in (
        archive.create(header_of(A), DEAL),
        archive.append(A, Seq(1), entry_of(1)),
        archive.write(A, 0, b"too late"),
        archive.header(A),
        archive.read(A, BEGINNING),
        archive.pages(A, -1),
    ):
        with pytest.raises(Closed):
            await request


async def test_statements_run_in_one_transaction(archive: Archive) -> None:
    sit = "INSERT INTO sittings (guest, table_id) VALUES (?1, ?2)"
    await archive.run(Statement(sit, [("ada", A)]))
    with pytest.raises(Taken):
        await archive.run(Statement(sit, [("ben", A)]), Statement(sit, [("ada", A)]))
    assert list(await archive.fetch("SELECT guest FROM sittings")) == [("ada",)]


async def test_pages_are_rewritten_in_place(archive: Archive) -> None:
    for page, note in enumerate((b"Ada sits down", b"Ben sits down", b"Ada stands up")):
        await archive.write(A, page, note)
    await archive.rewrite(A, {0: b"erased sits down", 2: b"erased stands up"})
    assert await archive.pages(A, -1) == [
        b"erased sits down",
        b"Ben sits down",
        b"erased stands up",
    ]


async def test_a_word_is_found_in_any_book(archive: Archive) -> None:
    await archive.write(A, 0, b'{"guest":"ada"}')
    await archive.write(B, 0, b'{"guest":"ben"}')
    assert await archive.tables_mentioning("ada") == [A]


async def test_an_invalid_table_id_is_unknown(archive: Archive) -> None:
    for strange in ("", "a\0b", "'; --", "x" * 10_000):
        assert await archive.pages(TableId(strange), -1) == []


DEAL_SET = A
ADA_SITS, ADA_LEAVES = SeatClaim(DEAL_SET, "ada"), SeatClaim(DEAL_SET, "ada", released=True)


async def test_a_guest_has_a_seat_at_one_table_of_a_deal_set(archive: Archive) -> None:
    await archive.write_with_claim(A, 0, b"Ada sits down", ADA_SITS)
    await archive.write_with_claim(A, 1, b"her companion, too", ADA_SITS)
    with pytest.raises(PlayedElsewhere):
        await archive.write_with_claim(B, 0, b"Ada sits down here, too", ADA_SITS)
    await archive.write_with_claim(B, 0, b"Ben sits down", SeatClaim(DEAL_SET, "ben"))
    await archive.write_with_claim(B, 1, b"Ada at another deal", SeatClaim(B, "ada"))
    assert await archive.pages(A, -1) == [b"Ada sits down", b"her companion, too"]
    assert await archive.pages(B, -1) == [b"Ben sits down", b"Ada at another deal"]


async def test_a_guest_who_releases_a_seat_may_sit_at_another_table(archive: Archive) -> None:
    await archive.write_with_claim(A, 0, b"Ada sits down", ADA_SITS)
    await archive.write_with_claim(B, 0, b"releases nothing", ADA_LEAVES)
    with pytest.raises(PlayedElsewhere):
        await archive.write_with_claim(B, 1, b"Ada sits down", ADA_SITS)
    await archive.write_with_claim(A, 1, b"Ada stands up", ADA_LEAVES)
    await archive.write_with_claim(B, 1, b"Ada sits down", ADA_SITS)


async def test_a_page_that_is_not_written_claims_and_releases_nothing(archive: Archive) -> None:
    await archive.write(A, 0, b"Ben sits down")
    with pytest.raises(Taken):
        await archive.write_with_claim(A, 0, b"Ada sits down", ADA_SITS)
    with pytest.raises(ValueError, match="gap"):
        await archive.write_with_claim(A, 2, b"Ada sits down", ADA_SITS)
    await archive.write_with_claim(B, 0, b"Ada sits down", ADA_SITS)
    with pytest.raises(Taken):
        await archive.write_with_claim(B, 0, b"Ada stands up", ADA_LEAVES)
    with pytest.raises(PlayedElsewhere):
        await archive.write_with_claim(A, 1, b"Ada sits down", ADA_SITS)


async def test_of_concurrent_claims_of_one_guest_one_is_granted(open_archive: OpenArchive) -> None:
    archives = [await open_archive() for _ in range(2)]
    tables = [TableId(f"table-{number}") for number in range(8)]
    writes = (
        archives[number % 2].write_with_claim(table, 0, b"Ada sits down", ADA_SITS)
        for number, table in enumerate(tables)
    )
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(it) for it in results if it is not None] == 7 * [PlayedElsewhere]
    for archive in archives:
        await archive.close()
