"""Sounds at a table: bytes for people, gists for bots, and time for all to listen."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cluehouse.core.ids import RAIL, Seat
from cluehouse.core.wire import encode
from cluehouse.games.arosa import GAME as AROSA
from cluehouse.games.arosa.moves import Drop
from cluehouse.games.arosa.pieces import Options
from cluehouse.table import table as tables
from cluehouse.table.book.book import TableBook
from cluehouse.table.ports import Header, TableId
from cluehouse.table.table import Table
from tests.table.fakes import KEY, Mailbox, MemoryLog, allow
from tests.table.virtual_time import run

ID = TableId("table")
HEADER = Header(
    id=ID,
    game="arosa",
    version=AROSA.version,
    options=msgspec.Raw(encode(Options())),
    seats=2,
    key=KEY,
)


async def hotel(game: Any = AROSA, pause: float = 0.0) -> Table:
    log = MemoryLog()
    return await Table.create(game, HEADER, log, await TableBook.open(log, ID), pause)


async def drop_victims(table: Table) -> Seat:
    """The starting seat, which the spectators' view names, drops both."""
    box = Mailbox(AROSA)
    await table.attach(RAIL, box)
    turn = Seat(box.last.view.turn)
    for _ in range(2):
        await table.play(turn, Drop("red"), table.seq, allow)
    return turn


async def test_heavy_move_is_decided_off_the_event_loop() -> None:
    threads = []

    def decide(*question: Any) -> Any:
        threads.append(threading.current_thread())
        return AROSA.decide(*question)

    await drop_victims(await hotel(replace(AROSA, decide=decide)))
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def test_computing_time_of_a_fall_does_not_show() -> None:
    async def falls() -> float:
        await drop_victims(await hotel(pause=1.0))
        return asyncio.get_running_loop().time()

    assert run(falls()) == pytest.approx(2 * tables.MIN_HEAVY_MOVE_S)


@pytest.mark.parametrize("recent", [16, 1], ids=["cached", "in the log"])
async def test_viewer_who_was_shown_a_sound_gets_its_bytes(
    recent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "RECENT_ENTRIES", recent)
    table = await hotel()
    await drop_victims(table)
    first, second = await table.blob(Seat(0), "fall-1"), await table.blob(RAIL, "fall-2")
    assert first[:4] == second[:4] == b"RIFF"
    assert first != second
    assert len(first) == len(second)
    assert await table.blob(RAIL, "fall-1") == first


@pytest.mark.parametrize("address", ["fall-3", "fall-0", "", "../secret"])
async def test_unknown_address_has_no_bytes(address: str) -> None:
    table = await hotel()
    await drop_victims(table)
    with pytest.raises(KeyError):
        await table.blob(RAIL, address)


async def test_bots_get_the_gist_of_a_sound_and_people_only_its_address() -> None:
    table, person, bot = await hotel(), Mailbox(AROSA), Mailbox(AROSA)
    await table.attach(Seat(0), person)
    await table.attach(Seat(0), bot, bot=True)
    await drop_victims(table)
    (heard,), (overheard,) = person.last.sights, bot.last.sights
    assert heard == overheard
    assert b'"sound":"fall-2"' in person.raw[-1]
    assert len(overheard.sound.gist) > 0
    with pytest.raises(LookupError):
        _ = heard.sound.gist


async def test_whole_story_for_a_bot_has_every_gist() -> None:
    table = await hotel()
    await drop_victims(table)
    story = Mailbox(AROSA)
    story.send(await table.recall(Seat(1)))
    gists = [sight.sound.gist for sight in story.last.sights if hasattr(sight, "sound")]
    assert len(set(gists)) == 2


def test_falls_sent_in_quick_succession_play_one_after_the_other() -> None:
    """A fast mover does not shorten what others listen to."""

    async def quiet_after() -> float:
        table = await hotel(pause=1.0)
        await drop_victims(table)
        return table.quiet_at

    lasts = AROSA.lasts(_a_fall())
    assert run(quiet_after()) == pytest.approx(tables.MIN_HEAVY_MOVE_S + 2 * lasts)


def _a_fall() -> Any:
    async def heard() -> Any:
        table, box = await hotel(), Mailbox(AROSA)
        await table.attach(RAIL, box)
        await drop_victims(table)
        return box.last.sights[0]

    return run(heard())
