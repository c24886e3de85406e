"""A restore that is killed loses nothing, at whatever step, and the server says what to do."""

import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cluehouse.cli import main
from cluehouse.core.errors import Locked, Unavailable
from cluehouse.core.ids import Seq
from cluehouse.server.backend import open_backend
from cluehouse.server.settings import Settings
from cluehouse.server.storage.backup import back_up, restore
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import TableId
from tests.server.samples import DEAL, A, B, entry_of, header_of
from tests.server_process import TEST_TIMEOUT_S

ROOT = Path(__file__).parents[3]

Data = tuple[list[tuple[str, int]], dict[str, bytes]]
"""The entries of all games, and the files beside the database."""

SMALL_FILES = ("secret", "bans.txt", "words.txt", "names.json", "push.json")
OLD_FILES = {"secret": b"o" * 32, "bans.txt": b"192.0.2.1", "names.json": b"{}"}
NEW_FILES = {"secret": b"n" * 32, "bans.txt": b"192.0.2.2", "words.txt": b"moist"}
OLD: Data = ([(A, 0), (A, 1), (A, 2)], OLD_FILES)
NEW: Data = ([(B, 0)], NEW_FILES)


async def write_data(folder: Path, table: TableId, moves: int, files: dict[str, bytes]) -> None:
    """Write a data folder as a killed server leaves it: its last moves are in the write-ahead log
    alone."""
    live = folder.with_name(f"{folder.name}-live")
    live.mkdir()
    archive = SqliteArchive.open(live / "cluehouse.db")
    await archive.create(header_of(table), DEAL)
    await archive.purge_erased()
    for number in range(1, moves):
        await archive.append(table, Seq(number), entry_of(number))
    shutil.copytree(live, folder)
    await archive.close()
    for name, content in files.items():
        (folder / name).write_bytes(content)


@pytest.fixture
async def old(tmp_path: Path) -> Path:
    await write_data(tmp_path / "old", A, 3, OLD_FILES)
    return tmp_path / "old"


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    await write_data(tmp_path / "new", B, 1, NEW_FILES)
    back_up(tmp_path / "new", tmp_path / "backup")
    return tmp_path / "backup"


async def served(data: Path) -> Data:
    """What a server that starts on this folder has."""
    async with open_backend(Settings(data=data)) as backend:
        rows = await backend.archive.fetch("SELECT table_id, seq FROM log ORDER BY table_id, seq")
        files = {name: data / name for name in SMALL_FILES}
        beside = {name: file.read_bytes() for name, file in files.items() if file.exists()}
        return [(id, seq) for id, seq in rows], beside


def found_in(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))


async def set_aside(data: Path) -> list[Data]:
    """What was set aside with a database."""
    folders = found_in(data, "set-aside-*/cluehouse.db")
    return [await served(database.parent) for database in folders]


def killed_restores(backup: Path, old: Path, folder: Path) -> list[Path]:
    """Data folders that a restore left, each one step later."""
    command = [sys.executable, "-m", "tests.server.killed_restores"]
    subprocess.run([*command, *map(str, (backup, old, folder))], check=True, cwd=ROOT)
    return found_in(folder, "*")


async def check_nothing_lost(data: Path, backup: Path) -> str:
    """Start a server, and do what it says if it refuses. Return which data it started with."""
    again, back = data.with_name(f"{data.name}-again"), data.with_name(f"{data.name}-back")
    try:
        known = await served(data)
    except Unavailable as error:
        shutil.copytree(data, again)
        shutil.copytree(data, back)
        await check_restores(backup, again)
        go_back(error.detail.replace(str(data), str(back)))
        assert await served(back) == OLD
        return "none"
    assert known in (OLD, NEW)
    if known == OLD:
        return "old"
    assert OLD in await set_aside(data)
    return "new"


async def check_restores(backup: Path, data: Path) -> None:
    restore(backup, data)
    assert await served(data) == NEW
    assert OLD in await set_aside(data)
    assert not found_in(data, ".restoring-*")


def go_back(sentence: str) -> None:
    """Run the command that the sentence offers."""
    command = re.search(r"cluehouse (restore [^;]+);", sentence)
    assert command, sentence
    assert main(shlex.split(command[1])) == 0


async def test_a_restore_killed_at_any_step_loses_nothing(
    tmp_path: Path, old: Path, backup: Path
) -> None:
    folders = killed_restores(backup, old, tmp_path / "killed")
    found = [await check_nothing_lost(data, backup) for data in folders]
    assert found == sorted(found, key=["old", "none", "new"].index), "each step leads onward"
    assert set(found) == {"old", "none", "new"}
    assert len(found) > 20
    await check_restores(backup, folders[found.index("none") - 1])


def interrupted(data: Path) -> Path:
    """Leave a folder as a restore does that was killed between its two databases."""
    aside = data / "set-aside-2026-01-01-abc"
    aside.mkdir()
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    (data / "cluehouse.db").rename(aside / "cluehouse.db")
    return aside


@pytest.mark.parametrize("command", ["serve", "backup", "ban"])
def test_commands_refuse_a_folder_whose_database_is_set_aside(old: Path, command: str) -> None:
    aside = interrupted(old)
    arguments = {"serve": ["--port", "0", "--no-browser"], "backup": [str(old / "b")], "ban": []}
    refused = subprocess.run(
        [sys.executable, "-m", "cluehouse.cli", command, "--data", str(old), *arguments[command]],
        capture_output=True,
        text=True,
        timeout=TEST_TIMEOUT_S,
    )
    assert refused.returncode == 1
    assert f"cluehouse restore {aside} --data {old}" in refused.stderr
    assert "Restore the backup again" in refused.stderr
    assert not (old / "cluehouse.db").exists()


async def test_an_empty_database_does_not_hide_the_one_set_aside(old: Path) -> None:
    interrupted(old)
    (old / "cluehouse.db").touch()
    with pytest.raises(Unavailable, match="set it aside"):
        await served(old)


async def test_a_set_aside_folder_moved_away_no_longer_stops_the_server(
    old: Path, tmp_path: Path
) -> None:
    interrupted(old).rename(tmp_path / "elsewhere")
    assert (await served(old))[0] == []


def test_a_database_that_another_program_has_open_is_not_set_aside(old: Path, backup: Path) -> None:
    with closing(sqlite3.connect(old / "cluehouse.db")) as other:
        other.execute("SELECT count(*) FROM log").fetchone()
        with pytest.raises(Locked, match="another program holds"):
            restore(backup, old)
        assert other.execute("SELECT count(*) FROM log").fetchone() == (3,)
    assert not list(old.glob("set-aside-*"))


async def test_a_damaged_database_is_set_aside_with_its_write_ahead_log(
    old: Path, backup: Path
) -> None:
    (old / "cluehouse.db").write_text("not a database\n" * 300)
    before = {name: (old / name).read_bytes() for name in ("cluehouse.db", "cluehouse.db-wal")}
    aside = restore(backup, old)
    assert aside is not None
    assert {name: (aside / name).read_bytes() for name in before} == before
    assert await served(old) == NEW


async def test_what_was_set_aside_can_be_restored(old: Path, backup: Path) -> None:
    aside = restore(backup, old)
    assert aside is not None
    newer = restore(aside, old)
    assert newer is not None
    assert await served(old) == OLD
    assert await served(newer) == NEW
    assert all(file.stat().st_mode & 0o077 == 0 for file in found_in(old, "*"))
