"""Finished games are kept as long as the host says, and everything else for ever."""

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


def let_time_pass(data: Path, days: int) -> None:
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.execute("UPDATE listings SET updated = ?", (int(time.time()) - days * DAY,))
        db.commit()


async def open_archive(data: Path) -> SqliteArchive:
    """Where the end of the finished game has been written down."""
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
async def test_only_finished_games_are_swept_and_only_in_time(
    tmp_path: Path, days: int, keep: int, left: set[str]
) -> None:
    let_time_pass(write_old_data(tmp_path), days)
    archive = await open_archive(tmp_path)
    await Retention(archive, Presence(), keep).sweep()
    await archive.close()
    assert tables_in(tmp_path) == left


async def test_a_game_without_a_result_is_never_swept(tmp_path: Path) -> None:
    """Whatever its line says."""
    let_time_pass(write_old_data(tmp_path), 31)
    archive = SqliteArchive.open(tmp_path / "cluehouse.db")
    await archive.run(Statement("UPDATE listings SET state = 'over'", [()]))
    await Retention(archive, Presence(), 30).sweep()
    await archive.close()
    assert tables_in(tmp_path) == EVERYTHING - {"waiting-table"}


async def test_a_house_sweeps_when_it_opens(tmp_path: Path) -> None:
    let_time_pass(write_old_data(tmp_path), 31)
    async with (
        run_server(tmp_path, keep_finished=30) as host,
        Caller.known(host, IDENTITY, ADA) as ada,
    ):
        await until_swept(ada, "finished-table")
        assert (await ada.get("/api/tables/running-table"))["started"]


async def test_many_tables_are_swept_in_batches(tmp_path: Path) -> None:
    let_time_pass(write_old_data(tmp_path), 31)
    archive = await open_archive(tmp_path)
    more = [(f"old-{number:03}",) for number in range(2 * TABLES_PER_BATCH + 5)]
    await archive.run(Statement("INSERT INTO listings VALUES (?, 'over', 0, x'', 0, 0)", more))
    await Retention(archive, Presence(), 30).sweep()
    await archive.close()
    assert tables_in(tmp_path) == EVERYTHING - {"finished-table"}


class Watching(Presence):
    def anybody(self, table: TableId) -> bool:
        return table == "finished-table"


async def test_a_table_somebody_looks_at_is_swept_another_time(tmp_path: Path) -> None:
    let_time_pass(write_old_data(tmp_path), 31)
    archive = await open_archive(tmp_path)
    await Retention(archive, Watching(), 30).sweep()
    await archive.close()
    assert tables_in(tmp_path) == EVERYTHING


async def test_reports_are_kept_for_a_season(tmp_path: Path) -> None:
    archive = SqliteArchive.open(tmp_path / "cluehouse.db")
    now = int(time.time())
    rows = [(now - REPORT_AGE_S - 60, "old"), (now - REPORT_AGE_S + 60, "young")]
    keep = "INSERT INTO reports VALUES (NULL, ?, '', '', '', '', '', ?)"
    await archive.run(Statement(keep, rows))
    await Reports(archive, Presence()).sweep()
    assert await archive.fetch("SELECT words FROM reports") == [("young",)]
    await archive.close()
