"""Forged backups: nothing is read or unpacked beyond what a real backup has."""

import shutil
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from cluehouse.core.errors import Damaged, DiskFull, Unavailable
from cluehouse.server.storage.backup import back_up, restore
from cluehouse.server.storage.data_folder import DATABASE
from cluehouse.server.storage.sqlite import SqliteArchive

MEGA = 1024 * 1024


@pytest.fixture
async def good(tmp_path: Path) -> Path:
    """A backup of an empty data folder."""
    (tmp_path / "house").mkdir()
    await SqliteArchive.open(tmp_path / "house" / DATABASE).close()
    back_up(tmp_path / "house", tmp_path / "good.zip")
    return tmp_path / "good.zip"


def repacked(good: Path, **entries: bytes) -> Path:
    """The backup with these entries added or replaced."""
    bad = good.with_name("bad.zip")
    with ZipFile(good) as source, ZipFile(bad, "w", ZIP_DEFLATED) as made:
        for name in source.namelist():
            if name not in entries:
                made.writestr(name, source.read(name))
        for name, content in entries.items():
            made.writestr(name, content)
    return bad


def refused(bad: Path, why: type[Unavailable] = Damaged) -> None:
    """Restoring is refused, and there is no database afterwards."""
    data = bad.with_name("new")
    with pytest.raises(why):
        restore(bad, data)
    assert not (data / DATABASE).exists()


def test_an_unchanged_backup_is_restored(good: Path) -> None:
    assert restore(repacked(good), good.with_name("new")) is None


@pytest.mark.parametrize("label", [b"", b"{", b"[]", b'{"format":"1"}', b"[" * 100_000])
def test_an_invalid_backup_json_is_refused(good: Path, label: bytes) -> None:
    refused(repacked(good, **{"backup.json": label}))


def test_a_huge_backup_json_is_refused_without_unpacking_it(good: Path) -> None:
    """Valid JSON behind a megabyte of spaces is not read."""
    label = b" " * MEGA + b'{"format":1,"cluehouse":"0"}'
    refused(repacked(good, **{"backup.json": label}))


@pytest.mark.parametrize("name", ["../escaped", "/escaped", "more", "cluehouse.db-wal", "lock"])
def test_unknown_entries_are_refused(good: Path, name: str) -> None:
    refused(repacked(good, **{name: b"0" * MEGA}))
    assert not (good.parent / "escaped").exists()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_duplicate_entry_is_refused(good: Path) -> None:
    bad = repacked(good)
    with ZipFile(bad, "a", ZIP_DEFLATED) as made:
        made.writestr(DATABASE, b"another")
    refused(bad)


def test_a_backup_larger_than_the_free_disk_space_is_not_unpacked(
    good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nearly_full = shutil.disk_usage(good.parent)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: nearly_full)
    refused(good, DiskFull)
