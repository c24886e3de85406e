"""Whoever watches late knows nothing of what happens meanwhile: not that it does, nor that the
game has ended."""

from pathlib import Path

import pytest

from tests.leaks.ear import compare
from tests.leaks.late import (
    SINCE,
    Meanwhile,
    all_give_up,
    all_is_told,
    heard_late,
    nothing,
)
from tests.leaks.samples import SAMPLES
from tests.leaks.stories import whole_story

MOST = 24
"""Pages that are told meanwhile."""


@pytest.mark.parametrize(
    ("game", "meanwhile", "shown"),
    [
        ("keyhole", all_is_told, False),
        ("keyhole", all_give_up, True),
        ("cinq_dernieres_minutes", all_is_told, True),
        ("arosa", all_is_told, False),
    ],
)
async def test_nothing_is_told_of_what_happens_meanwhile(
    game: str, meanwhile: Meanwhile, shown: bool, tmp_path: Path
) -> None:
    """Keyhole to its end; one that hushes talk, and one with sounds, as far as it takes."""
    story = whole_story(SAMPLES[game], b"late").cut(MOST)
    still = await heard_late(tmp_path / "still", story, nothing, shown=shown)
    busy = await heard_late(tmp_path / "busy", story, meanwhile, shown=shown)
    assert compare(still, busy) > len(SINCE)
