"""A backup is complete, can be made while the server runs, and restoring it loses no data."""

import asyncio
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from cluehouse.cli import main
from cluehouse.core.errors import Damaged, DiskFull, Locked, Unavailable
from cluehouse.core.ids import Seq
from cluehouse.server.storage import backup
from cluehouse.server.storage.backup import back_up, restore
from cluehouse.server.storage.data_folder import DataFolder
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.server.storage.sqlite_connection import open_read_only
from tests.server.old_data import ADA, IDENTITY, SECRET, write_old_data
from tests.server.running_server import Caller, choose, run_server
from tests.server.samples import BEGINNING, DEAL, A, entry_of, header_of
from tests.server_process import TEST_TIMEOUT_S


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.name != "lock"
    }


def rows(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as db:
        return list(db.iterdump())


@pytest.fixture
def server(tmp_path: Path) -> Path:
    return write_old_data(tmp_path / "house")


@pytest.fixture
def file(server: Path, tmp_path: Path) -> Path:
    back_up(server, tmp_path / "a.backup")
    return tmp_path / "a.backup"


async def test_a_backup_of_a_running_server_has_every_acknowledged_move(tmp_path: Path) -> None:
    data = tmp_path / "house"
    async with run_server(data) as host, Caller.named(host, "Ada") as ada:
        table = await ada.open_table(seats=2)
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        async with ada.visit(table) as device:
            await choose(device, await device.receive("Update", asked=[0]))
            seq = (await device.receive("Update"))["seq"]
            command = [sys.executable, "-m", "cluehouse.cli", "backup", "--data", str(data)]
            process = await asyncio.create_subprocess_exec(*command, str(tmp_path / "b"))
            assert await process.wait() == 0
            while (last := await device.receive("Update"))["asked"] != [0]:
                pass
            await choose(device, last)
            await device.receive("Update")
        cookies = ada.http.cookies
    restore(tmp_path / "b", tmp_path / "again")
    async with run_server(tmp_path / "again") as host, Caller.named(host, "Eve") as again:
        again.http.cookies = cookies
        async with again.visit(table) as device:
            assert (await device.receive("Room"))["you"] == 0, "guests keep their identity"
            assert (await device.receive("Update"))["seq"] >= seq


async def test_backups_are_consistent_while_moves_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each backup holds its read transaction open until a move was written meanwhile."""
    data = tmp_path / "house"
    data.mkdir()
    archive = SqliteArchive.open(data / "cluehouse.db")
    await archive.create(header_of(A), DEAL)
    acknowledged = known = 0

    async def write() -> None:
        nonlocal acknowledged
        while True:
            await archive.append(A, Seq(acknowledged + 1), entry_of(acknowledged + 1))
            acknowledged += 1

    def open_reading(path: Path) -> sqlite3.Connection:
        source = open_read_only(path)
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM log").fetchone()
        return source

    def wait_for_a_write(_copy: sqlite3.Connection, _file: str) -> None:
        deadline = time.monotonic() + TEST_TIMEOUT_S
        while acknowledged == known:
            assert time.monotonic() < deadline, "writers wait for the backup"
            time.sleep(0.001)

    monkeypatch.setattr(backup, "open_read_only", open_reading)
    monkeypatch.setattr(backup, "check_integrity", wait_for_a_write)
    writing = asyncio.create_task(write())
    for number in range(5):
        known = acknowledged
        await asyncio.to_thread(back_up, data, tmp_path / str(number))
        restore(tmp_path / str(number), tmp_path / "again")
        copy = SqliteArchive.open(tmp_path / "again" / "cluehouse.db")
        entries = await copy.read(A, BEGINNING)
        await copy.close()
        assert len(entries) > known
        assert entries == [DEAL, *map(entry_of, range(1, len(entries)))]
    writing.cancel()
    await asyncio.wait({writing})
    await archive.close()


def test_a_backup_is_readable_by_its_owner_only(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir() if path.name.startswith(".")] == []


def test_restored_data_equals_the_backed_up_data(server: Path, file: Path, tmp_path: Path) -> None:
    for name in ("bans.txt", "words.txt"):
        (server / name).write_text("192.0.2.7")
    (server / "names.json").write_text("{}")
    back_up(server, tmp_path / "b.backup")
    assert restore(tmp_path / "b.backup", tmp_path / "other") is None
    other = contents(tmp_path / "other")
    assert sorted(other) == ["bans.txt", "cluehouse.db", "names.json", "secret", "words.txt"]
    assert other["secret"] == SECRET
    assert rows(tmp_path / "other" / "cluehouse.db") == rows(server / "cluehouse.db")
    for path in (tmp_path / "other").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_a_backup_never_overwrites_a_file(server: Path, file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(Unavailable, match="exists already"):
        back_up(server, file)
    assert file.read_bytes() == before


def test_a_folder_without_database_is_not_backed_up(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="no Cluehouse database in"):
        back_up(tmp_path, tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


def text_file(database: Path) -> None:
    database.write_text("not a database\n" * 300)


def zeroed_page(database: Path) -> None:
    data = bytearray(database.read_bytes())
    data[2 * 4096 : 3 * 4096] = bytes(4096)
    database.write_bytes(data)


@pytest.mark.parametrize("damage", [text_file, zeroed_page])
def test_a_damaged_database_is_reported_and_not_backed_up(
    server: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(server / "cluehouse.db")
    with pytest.raises(Damaged, match=r"house/cluehouse.db is damaged"):
        back_up(server, tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir()] == ["house"]


def test_a_failed_backup_leaves_no_files(
    server: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(DiskFull):
        back_up(server, tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir()] == ["house"]


def test_existing_data_is_set_aside_by_a_restore(file: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    write_old_data(data)
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.execute("DELETE FROM log")
        db.commit()
    (data / "cluehouse.db-wal").write_bytes(b"")
    (data / "names.json").write_text("{}")
    (data / "certificate.pem").write_text("stays")
    before = contents(data)
    aside = restore(file, data)
    assert aside is not None
    assert aside.parent == data
    expected = {name: before[name] for name in before if name != "certificate.pem"}
    assert contents(aside) == expected
    assert sorted(path.name for path in data.iterdir() if path != aside) == [
        *("certificate.pem", "cluehouse.db", "lock", "secret")
    ]
    assert rows(data / "cluehouse.db") == rows(tmp_path / "house" / "cluehouse.db")


def test_a_data_folder_in_use_is_not_restored(file: Path, tmp_path: Path) -> None:
    data = write_old_data(tmp_path / "data")
    before = contents(data)
    with DataFolder(data), pytest.raises(Locked, match="in use by process"):
        restore(file, data)
    assert contents(data) == before


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def flip_a_bit(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def mark_encrypted(file: Path) -> None:
    _flip_directory_bit(file, 8)


def mark_other_compression(file: Path) -> None:
    _flip_directory_bit(file, 10)


def point_before_file_start(file: Path) -> None:
    """Overwrite the offset of the central directory."""
    data = bytearray(file.read_bytes())
    begins = data.rindex(b"PK\5\6") + 16
    data[begins : begins + 4] = b"\xff\xff\xff\x7f"
    file.write_bytes(data)


def _flip_directory_bit(file: Path, offset: int) -> None:
    """Flip a bit in the central directory entry of the first file."""
    data = bytearray(file.read_bytes())
    data[data.index(b"PK\1\2") + offset] ^= 1
    file.write_bytes(data)


def make_empty(file: Path) -> None:
    file.write_bytes(b"")


def replace_by_text(file: Path) -> None:
    file.write_text("not a backup\n" * 100)


def replace_by_other_archive(file: Path) -> None:
    with ZipFile(file, "w") as archive:
        archive.writestr("holiday.txt", "sun")


def omit_database(file: Path) -> None:
    with ZipFile(file, "w") as archive:
        archive.writestr("backup.json", '{"format":1,"cluehouse":"0.1.0"}')


def replace_schema(file: Path) -> None:
    repack(file, lambda db: db.executescript("DROP TABLE log"))


def replace_by_empty_database(file: Path) -> None:
    with ZipFile(file, "w") as archive:
        archive.writestr("backup.json", '{"format":1,"cluehouse":"0.1.0"}')
        archive.writestr("cluehouse.db", b"SQLite format 3\0" + bytes(5000))


def repack(file: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    folder = file.parent / "repacked"
    restore(file, folder)
    with closing(sqlite3.connect(folder / "cluehouse.db")) as db:
        change(db)
        db.commit()
    file.unlink()
    back_up(folder, file)
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    "damage",
    [
        truncate,
        flip_a_bit,
        mark_encrypted,
        mark_other_compression,
        point_before_file_start,
        make_empty,
        replace_by_text,
        replace_by_other_archive,
        omit_database,
        replace_schema,
        replace_by_empty_database,
    ],
)
def test_restoring_a_damaged_backup_changes_nothing(
    file: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    data = write_old_data(tmp_path / "data")
    before = contents(data)
    damage(file)
    with pytest.raises(Damaged, match=r"damaged, or not a Cluehouse backup: nothing has been"):
        restore(file, data)
    assert contents(data) == before


def test_restoring_a_newer_database_changes_nothing(file: Path, tmp_path: Path) -> None:
    data = write_old_data(tmp_path / "data")
    before = contents(data)
    repack(file, lambda db: db.execute("PRAGMA user_version = 9999"))
    with pytest.raises(Unavailable, match="newer Cluehouse"):
        restore(file, data)
    assert contents(data) == before


def test_restoring_a_newer_backup_format_changes_nothing(file: Path, tmp_path: Path) -> None:
    with ZipFile(file, "w") as archive:
        archive.writestr("backup.json", '{"format":2,"cluehouse":"9.0.0"}')
    with pytest.raises(Unavailable, match=r"made by a newer Cluehouse \(9.0.0\)"):
        restore(file, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_the_backup_command_prints_what_a_backup_contains(
    server: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "b"), "--data", str(server)]) == 0
    assert "secret that signs cookies" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "b"), "--data", str(server)]) == 1
    assert "choose another name" in capsys.readouterr().err


def test_restoring_a_missing_file_prints_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", str(tmp_path / "none"), "--data", str(tmp_path / "data")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_the_restore_command_prints_where_the_old_data_is(
    file: Path, server: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", str(file), "--data", str(server)]) == 0
    (aside,) = server.glob("set-aside-*")
    assert str(aside) in capsys.readouterr().out


async def test_a_server_with_restored_data_knows_its_guests(file: Path, tmp_path: Path) -> None:
    restore(file, tmp_path / "data")
    async with (
        run_server(tmp_path / "data") as host,
        Caller.known(host, IDENTITY, ADA) as ada,
    ):
        assert {table["id"] for table in (await ada.get("/api/lobby"))["yours"]} == {
            *("running-table", "waiting-table")
        }
