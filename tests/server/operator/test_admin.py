"""The operator's commands in a terminal."""

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
        ("unban", "192.0.2.7"),
        ("lift", "192.0.2.7"),
        ("push-keys", "mailto:host@example.org"),
        ("backup", "backup.zip"),
        ("restore", "backup.zip"),
        ("reports",),
    ],
)
def test_commands_of_another_user_than_the_owner_are_rejected(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Root included: the server could not read the files that root creates."""
    owner = tmp_path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert main([*command, "--data", str(tmp_path)]) == 1
    assert "belongs to the user" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_every_guest_id_is_accepted_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The parser takes an argument that begins with a hyphen for a flag."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _size: "-because-of-chance")
    (tmp_path / DATABASE).touch()
    id = Identity(b"secret").newcomer().guest.id
    assert main(["ban", id, "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{id} is banned\n"
