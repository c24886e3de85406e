"""A spectator with a delay learns nothing of what happens meanwhile: not that it happens, nor that
the game has ended."""

from pathlib import Path

import pytest

from tests.leaks.delayed_rail import (
    SINCE,
    Activity,
    all_abandon,
    do_nothing,
    play_all,
    received_by_delayed_rail,
)
from tests.leaks.one_case_each import CASES
from tests.leaks.recorder import compare
from tests.leaks.scripts import whole_script

MAX_STEPS = 24
"""Limits the steps that are played meanwhile."""


@pytest.mark.parametrize(
    ("game", "activity", "shown"),
    [
        ("keyhole", play_all, False),
        ("keyhole", all_abandon, True),
        ("cinq_dernieres_minutes", play_all, True),
        ("arosa", play_all, False),
    ],
)
async def test_a_delayed_rail_receives_nothing_of_what_happens_meanwhile(
    game: str, activity: Activity, shown: bool, tmp_path: Path
) -> None:
    """Keyhole to its end; a game that closes the chat, and one with sounds, for some steps."""
    script = whole_script(CASES[game], b"late").cut(MAX_STEPS)
    idle = await received_by_delayed_rail(tmp_path / "idle", script, do_nothing, shown=shown)
    busy = await received_by_delayed_rail(tmp_path / "busy", script, activity, shown=shown)
    assert compare(idle, busy) > len(SINCE)
