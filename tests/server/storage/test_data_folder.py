"""One process at a time uses a data folder, and a damaged secret is rejected."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cluehouse.core.errors import Locked, Unavailable
from cluehouse.server.storage.data_folder import DataFolder
from tests.server.running_server import run_server

ROOT = Path(__file__).parents[3]


@contextmanager
def held_by_process(folder: Path, child: str = "alone") -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "tests.server.folder_holder", str(folder), child]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for _ in range(1 if child == "alone" else 2):
            assert server.stdout.readline() == b"held\n"
        yield server
        server.stdin.close()


def test_a_missing_folder_is_created_for_its_owner_only(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "games" / "house") as folder:
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
        assert folder.database.parent == folder.path


def test_the_error_of_a_second_process_names_the_holder_and_the_remedy(tmp_path: Path) -> None:
    with held_by_process(tmp_path) as server, pytest.raises(Locked) as raised:
        DataFolder(tmp_path)
    assert str(tmp_path) in raised.value.detail
    assert f"process {server.pid}:" in raised.value.detail
    assert "stop that process first, or choose another" in raised.value.detail


def test_the_folder_is_free_when_the_process_ends(tmp_path: Path) -> None:
    with held_by_process(tmp_path):
        pass
    DataFolder(tmp_path).release()


@pytest.mark.parametrize("child", ["alone", "with a child"])
def test_the_folder_is_free_when_the_process_is_killed(tmp_path: Path, child: str) -> None:
    with held_by_process(tmp_path, child) as server:
        server.kill()
        server.wait()
        DataFolder(tmp_path).release()
    assert server.returncode == -9


def test_a_child_process_closes_its_copy_and_keeps_the_lock_held(tmp_path: Path) -> None:
    with held_by_process(tmp_path, "with a child"), pytest.raises(Locked):
        DataFolder(tmp_path)


def test_a_second_lock_in_the_same_process_is_rejected(tmp_path: Path) -> None:
    with DataFolder(tmp_path), pytest.raises(Locked, match=f"process {os.getpid()}"):
        DataFolder(tmp_path)
    with DataFolder(tmp_path) as folder:
        folder.release()
        DataFolder(tmp_path).release()


def test_a_held_lock_without_process_id_is_respected(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        (folder.path / "lock").write_text("")
        with pytest.raises(Locked, match="another process"):
            DataFolder(tmp_path)


def test_a_folder_that_cannot_be_created(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(Unavailable, match="cannot be used: File exists"):
        DataFolder(file)
    with pytest.raises(Unavailable, match="cannot be used: Not a directory"):
        DataFolder(file / "house")


async def test_a_new_secret_is_on_disk_with_its_name_before_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[tuple[int, bool]] = []
    flush = os.fsync

    def note_and_flush(file: int) -> None:
        flushed.append((os.fstat(file).st_ino, (tmp_path / "secret").exists()))
        flush(file)

    monkeypatch.setattr(os, "fsync", note_and_flush)
    async with run_server(tmp_path):
        secret, folder = ((tmp_path / name).stat().st_ino for name in ("secret", "."))
        assert (secret, False) in flushed, "first what is in the file, then its name"
        assert (folder, True) in flushed


async def test_a_server_does_not_start_with_a_damaged_secret(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"half")
    with pytest.raises(Unavailable, match=r"secret is damaged: restore it"):
        async with run_server(tmp_path):
            pass
    assert (tmp_path / "secret").read_bytes() == b"half"
