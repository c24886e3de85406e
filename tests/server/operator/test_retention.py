"""Retention: finished games are deleted after the operator's time limit, others never."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from cluehouse.server.lobby.presence import Presence
from cluehouse.server.operator.reports import REPORT_AGE_S, Reports
from cluehouse.server.operator.retention import TABLES_PER_BATCH, Retention
from cluehouse.server.storage.archive import Statement
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import TableId
from tests.server.old_data import ADA, IDENTITY, tables_in, until_swept, write_old_data
from tests.server.running_server import Caller, run_server

DAY = 24 * 3600


def backdate(data: Path, days: int) -> None:
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.execute("UPDATE listings SET updated = ?", (int(time.time()) - days * DAY,))
        db.commit()


async def open_archive(data: Path) -> SqliteArchive:
    """An archive with a stored result of the finished game."""
    archive = SqliteArchive.open(data / "cluehouse.db")
    row = ("finished-table", 0, None, False, "", None, 1.0, 1)
    await archive.run(Statement("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [row]))
    return archive


EVERYTHING = {"finished-table", "running-table", "waiting-table"}


@pytest.mark.parametrize(
    ("days", "keep", "left"),
    [
        (31, 30, EVERYTHING - {"finished-table"}),
        (29, 30, EVERYTHING),
        (10_000, 0, EVERYTHING),
    ],
)
async def test_only_finished_games_are_deleted_after_the_limit(
    tmp_path: Path, days: int, keep: int, left: set[str]
) -> None:
    backdate(write_old_data(tmp_path), days)
    archive = await open_archive(tmp_path)
    await Retention(archive, Presence(), keep).sweep()
    await archive.close()
    assert tables_in(tmp_path) == left


async def test_started_game_without_a_result_is_never_deleted(tmp_path: Path) -> None:
    """Even if its listing says it is over."""
    backdate(write_old_data(tmp_path), 31)
    archive = SqliteArchive.open(tmp_path / "cluehouse.db")
    await archive.run(Statement("UPDATE listings SET state = 'over'", [()]))
    await Retention(archive, Presence(), 30).sweep()
    await archive.close()
    assert tables_in(tmp_path) == EVERYTHING - {"waiting-table"}


async def test_server_deletes_expired_games_when_it_starts(tmp_path: Path) -> None:
    backdate(write_old_data(tmp_path), 31)
    async with (
        run_server(tmp_path, keep_finished=30) as host,
        Caller.known(host, IDENTITY, ADA) as ada,
    ):
        await until_swept(ada, "finished-table")
        assert (await ada.get("/api/tables/running-table"))["started"]


async def test_expired_tables_are_deleted_in_batches(tmp_path: Path) -> None:
    backdate(write_old_data(tmp_path), 31)
    archive = await open_archive(tmp_path)
    more = [(f"old-{number:03}",) for number in range(2 * TABLES_PER_BATCH + 5)]
    await archive.run(
        Statement("INSERT INTO listings VALUES (?, 'over', 0, x'', 0, 0, 0, '')", more)
    )
    await Retention(archive, Presence(), 30).sweep()
    await archive.close()
    assert tables_in(tmp_path) == EVERYTHING - {"finished-table"}


class WatchedTable(Presence):
    """A device is connected to the finished table."""

    def has_devices(self, table: TableId) -> bool:
        return table == "finished-table"


async def test_table_with_a_connected_device_is_not_deleted(tmp_path: Path) -> None:
    backdate(write_old_data(tmp_path), 31)
    archive = await open_archive(tmp_path)
    await Retention(archive, WatchedTable(), 30).sweep()
    await archive.close()
    assert tables_in(tmp_path) == EVERYTHING


async def test_reports_are_deleted_after_their_maximum_age(tmp_path: Path) -> None:
    archive = SqliteArchive.open(tmp_path / "cluehouse.db")
    now = int(time.time())
    rows = [(now - REPORT_AGE_S - 60, "old"), (now - REPORT_AGE_S + 60, "young")]
    keep = "INSERT INTO reports VALUES (NULL, ?, '', '', '', '', '', ?)"
    await archive.run(Statement(keep, rows))
    await Reports(archive, Presence()).sweep()
    assert await archive.fetch("SELECT words FROM reports") == [("young",)]
    await archive.close()
