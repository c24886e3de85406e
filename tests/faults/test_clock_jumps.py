"""Deadlines, cookies and retention when the wall clock is set forward or back."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from cluehouse.server.accounts.identity import COOKIE_AGE_S, Guest, Identity
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.operator.retention import Retention
from cluehouse.server.storage.data_folder import DATABASE
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.clocks import WALL_CLOCK_CHECK_S
from cluehouse.table.time_control import HOUR_S, ByDay
from tests.server.old_data import write_old_data
from tests.table.virtual_table import PAUSE, ZERO, VirtualServer, on_a_virtual_clock

DAY = 24 * HOUR_S
YEAR = 365 * DAY
SOON = WALL_CLOCK_CHECK_S + 2 * PAUSE


class Wall:
    """The wall clock of this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        true = time.time
        monkeypatch.setattr(time, "time", lambda: true() + self.ahead)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


@on_a_virtual_clock
async def test_a_deadline_passed_by_a_clock_jump_is_noticed_soon() -> None:
    """Also after a machine has slept: no client connects or disconnects, and no timer fires."""
    server = VirtualServer()
    await server.start(ByDay(hours=24))
    await asyncio.sleep(HOUR_S)
    server.wall += 25 * HOUR_S
    await asyncio.sleep(SOON)
    assert server.movers == [ZERO]


@on_a_virtual_clock
async def test_a_clock_set_back_ends_no_turn_early() -> None:
    server = VirtualServer()
    table = await server.start(ByDay(hours=24))
    await asyncio.sleep(HOUR_S)
    server.wall -= 2 * DAY
    await asyncio.sleep(30 * HOUR_S)
    assert table.seq == 0
    assert server.clock_of(ZERO).left == pytest.approx(41 * HOUR_S)
    server.wall += 2 * DAY
    await asyncio.sleep(SOON)
    assert server.movers == [ZERO]


def guest_of(identity: Identity, cookie: str) -> Guest | None:
    visitor = identity.visitor_of(cookie)
    return None if visitor is None else visitor.guest


def test_a_cookie_stays_valid_when_the_clock_is_set_back(wall: Wall) -> None:
    identity = Identity(b"secret")
    wall.ahead = YEAR
    ada = identity.new_session(Guest("ada", "Ada"))
    cookie = identity.cookie_of(ada)
    wall.ahead = 0
    assert guest_of(identity, cookie) == ada.guest
    wall.ahead = YEAR + COOKIE_AGE_S + DAY
    assert guest_of(identity, cookie) is None, "the cookie has expired"
    wall.ahead = YEAR
    assert guest_of(identity, cookie) == ada.guest, "the clock was wrong, not the cookie"


@pytest.mark.parametrize(
    ("jump", "swept"), [(-10 * YEAR, set()), (0, set()), (100 * YEAR, {"finished-table"})]
)
async def test_retention_deletes_only_finished_tables_whatever_the_clock_says(
    tmp_path: Path, wall: Wall, jump: float, swept: set[str]
) -> None:
    database = write_old_data(tmp_path) / DATABASE
    before = tables_in(database)
    archive = SqliteArchive.open(database)
    end_the_finished_game(database)
    wall.ahead = jump
    await Retention(archive, Presence(), days=30).sweep()
    await archive.close()
    assert before - tables_in(database) == swept


def end_the_finished_game(database: Path) -> None:
    """With the time of now."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE listings SET updated = ?", (int(time.time()),))
        db.execute("INSERT INTO results VALUES ('finished-table', 0, NULL, 0, '', NULL, 1.0, 1)")


def tables_in(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as db:
        return {id for (id,) in db.execute("SELECT table_id FROM book")}
