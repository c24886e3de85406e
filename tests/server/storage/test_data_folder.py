"""One process on a data folder, however the one before it ended, and with its secret whole."""

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
def another_folder(folder: Path, child: str = "alone") -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "tests.server.folder_holder", str(folder), child]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for _ in range(1 if child == "alone" else 2):
            assert server.stdout.readline() == b"held\n"
        yield server
        server.stdin.close()


def test_a_missing_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "games" / "house") as folder:
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
        assert folder.database.parent == folder.path


def test_a_second_process_is_told_who_is_there_and_what_to_do(tmp_path: Path) -> None:
    with another_folder(tmp_path) as server, pytest.raises(Locked) as refusal:
        DataFolder(tmp_path)
    assert str(tmp_path) in refusal.value.detail
    assert f"process {server.pid}:" in refusal.value.detail
    assert "stop that one first, or choose another" in refusal.value.detail


def test_the_folder_is_free_when_the_process_ends(tmp_path: Path) -> None:
    with another_folder(tmp_path):
        pass
    DataFolder(tmp_path).release()


@pytest.mark.parametrize("child", ["alone", "with a child"])
def test_the_folder_is_free_when_the_process_is_killed(tmp_path: Path, child: str) -> None:
    with another_folder(tmp_path, child) as server:
        server.kill()
        server.wait()
        DataFolder(tmp_path).release()
    assert server.returncode == -9


def test_a_child_lets_go_of_its_copy_and_not_of_the_lock(tmp_path: Path) -> None:
    with another_folder(tmp_path, "with a child"), pytest.raises(Locked):
        DataFolder(tmp_path)


def test_a_second_house_in_the_same_process_is_refused_too(tmp_path: Path) -> None:
    with DataFolder(tmp_path), pytest.raises(Locked, match=f"process {os.getpid()}"):
        DataFolder(tmp_path)
    with DataFolder(tmp_path) as folder:
        folder.release()
        DataFolder(tmp_path).release()


def test_a_holder_that_left_no_name_is_refused_all_the_same(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        (folder.path / "lock").write_text("")
        with pytest.raises(Locked, match="another process"):
            DataFolder(tmp_path)


def test_a_place_where_no_folder_can_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(Unavailable, match="cannot be used: File exists"):
        DataFolder(file)
    with pytest.raises(Unavailable, match="cannot be used: Not a directory"):
        DataFolder(file / "house")


async def test_a_house_does_not_sign_with_half_a_secret(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"half")
    with pytest.raises(Unavailable, match=r"secret is damaged: put it back"):
        async with run_server(tmp_path):
            pass
    assert (tmp_path / "secret").read_bytes() == b"half"
