"""The seal of a table: committed before any contribution, part of the key, revealed at the end."""

import asyncio

import pytest

from cluehouse.core.ids import Seat
from cluehouse.core.seal import commitment_of, key_of
from cluehouse.games import find
from cluehouse.study.verify import verify
from cluehouse.table.book.book import Bot, Opened, Person, SatDown, Started, StoodUp
from cluehouse.table.book.seal import Contributed, Sealed, TableSeal
from cluehouse.table.ports import TableId
from cluehouse.table.registry import StillPlayed, TableRegistry
from tests.table import virtual_time
from tests.table.fakes import KEY, Mailbox, MemoryLog, ScriptedWorkers

ID = TableId("table")
SECRET, CONTRIBUTION, OTHER_CONTRIBUTION = "01" * 32, "5a" * 32, "a5" * 32
OPENED = Opened("keyhole", {"type": "Options", "deals": 1}, 2, False, "seen", Person("Ada", "ada"))
ADA, BLAISE = SatDown(Seat(0), Person("Ada", "ada")), SatDown(Seat(1), Person("Blaise", "blaise"))


def registry_on(log: MemoryLog) -> TableRegistry:
    workers = ScriptedWorkers(seconds=0.0)
    return TableRegistry(find, log, log, workers, pause=1.0, new_key=lambda size: KEY[:size])


async def dealt(*notes: SatDown | StoodUp | Sealed | Contributed | Started) -> MemoryLog:
    """The log of a table that was dealt with these notes in its book."""
    log = MemoryLog()
    registry = registry_on(log)
    book = await registry.book(ID)
    for note in (OPENED, *notes):
        await book.write(note)
    await registry.table(ID)
    return log


async def test_key_is_derived_from_the_secret_and_all_contributions() -> None:
    log = await dealt(
        Sealed(SECRET),
        ADA,
        Contributed(Seat(0), CONTRIBUTION),
        BLAISE,
        Contributed(Seat(1), OTHER_CONTRIBUTION),
        Started(),
    )
    assert log.headers[ID].key == key_of(SECRET, [CONTRIBUTION, OTHER_CONTRIBUTION])


async def test_bots_and_players_who_do_not_contribute_count_as_none() -> None:
    log = await dealt(
        Sealed(SECRET),
        ADA,
        SatDown(Seat(1), Bot("novice")),
        Contributed(Seat(0), CONTRIBUTION),
        Started(),
    )
    assert log.headers[ID].key == key_of(SECRET, [CONTRIBUTION, None])


async def test_leaving_a_seat_before_the_start_removes_its_contribution() -> None:
    log = await dealt(
        *(Sealed(SECRET), ADA, Contributed(Seat(0), CONTRIBUTION), StoodUp(Seat(0))),
        *(SatDown(Seat(0), Person("Chloé", "chloé")), BLAISE, Started()),
    )
    assert log.headers[ID].key == key_of(SECRET, [None, None])


async def test_leaving_a_seat_after_the_start_keeps_its_contribution() -> None:
    log = await dealt(Sealed(SECRET), ADA, BLAISE, Contributed(Seat(0), CONTRIBUTION), Started())
    book = await registry_on(log).book(ID)
    await book.write(StoodUp(Seat(0)))
    seal = (await registry_on(log).book(ID)).seal.opened(2)
    assert seal is not None
    assert log.headers[ID].key == key_of(seal.secret, seal.contributions)


async def test_table_without_a_seal_has_a_random_key() -> None:
    log = await dealt(ADA, BLAISE, Started())
    assert log.headers[ID].key == KEY
    seal = (await registry_on(log).book(ID)).seal
    assert (seal.commitment, seal.opened(2)) == ("", None)


def test_each_seal_is_unique_and_publishes_only_its_commitment() -> None:
    one, other = Sealed.anew(), Sealed.anew()
    assert len({one.secret, other.secret}) == 2
    seal = TableSeal()
    seal.apply(one)
    assert seal.commitment == commitment_of(one.secret)


async def test_game_in_play_has_no_record() -> None:
    log = await dealt(Sealed(SECRET), ADA, BLAISE, Started())
    with pytest.raises(StillPlayed):
        await registry_on(log).record(ID, cluehouse="1.2.3", machine="")


def test_record_of_a_finished_game_can_be_verified() -> None:
    async def game() -> None:
        log = MemoryLog()
        registry = registry_on(log)
        book = await registry.book(ID)
        await book.write(OPENED)
        await book.write(Sealed(SECRET))
        for seat in (Seat(0), Seat(1)):
            await book.write(SatDown(seat, Bot("novice")))
        await book.write(Started())
        table = await registry.table(ID)
        await table.attach(Seat(0), Mailbox())
        while table.outcome is None:
            await asyncio.sleep(1)
        record = await registry.record(ID, cluehouse="1.2.3", machine="here")
        assert verify(record).answer == "true"
        assert record.seal is not None
        assert (record.seal.secret, record.seal.contributions) == (SECRET, (None, None))
        assert (record.cluehouse, record.machine) == ("1.2.3", "here")

    virtual_time.run(game())
