"""What a host asks for in a terminal."""

import os
import secrets
from pathlib import Path

import pytest

from cluehouse.cli import main
from cluehouse.server.accounts.identity import Identity
from cluehouse.server.storage.data_folder import DATABASE


@pytest.mark.parametrize(
    "command",
    [
        ("ban", "192.0.2.7"),
        ("lift", "192.0.2.7"),
        ("push-keys", "mailto:host@example.org"),
        ("backup", "house.zip"),
        ("restore", "house.zip"),
        ("reports",),
    ],
)
def test_nobody_leaves_files_in_a_house_that_it_cannot_read(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Root, who may write everywhere, above all."""
    owner = tmp_path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert main([*command, "--data", str(tmp_path)]) == 1
    assert "belongs to the user" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_whoever_comes_can_be_banned_by_their_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever it was drawn to be: a command takes what begins with a hyphen for something else."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _size: "-because-of-chance")
    (tmp_path / DATABASE).touch()
    id = Identity(b"secret").newcomer().id
    assert main(["ban", id, "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{id} is banned\n"
