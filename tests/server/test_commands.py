"""What a host asks for in a terminal."""

import os
from pathlib import Path

import pytest

from cluehouse.cli import main


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
