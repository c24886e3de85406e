"""A house killed while people play: a short run of what `python -m tests.faults.kill` does."""

import re
import signal
from pathlib import Path

import pytest

from cluehouse.games import LOBBY
from tests.faults.crowd import Setting
from tests.faults.kill import Campaign
from tests.server_process import ServerProcess

EVERY_GAME = [Setting(game, "people") for game in LOBBY]
WITH_BOTS = [Setting("keyhole", "bots"), Setting("keyhole", "absent")]


async def test_nothing_that_anybody_was_told_is_lost(tmp_path: Path) -> None:
    campaign = Campaign(ServerProcess(tmp_path / "house"), [*EVERY_GAME, *WITH_BOTS])
    report = await campaign.run([signal.SIGKILL] * 3)
    assert report.trouble == []
    for game in (*LOBBY, "keyhole"):
        assert report.checked[game]["moves"] > 0
        assert report.checked[game]["sights"] > 0


@pytest.mark.parametrize(
    ("vice", "found"),
    [
        ("tell_before_writing", "was acknowledged and is lost"),
        ("lose_the_last_move", "and is not in the log"),
        ("lose_the_last_page", "notebook|line|book"),
        ("lose_its_secret", "sits on None"),
    ],
)
async def test_a_house_that_breaks_a_promise_is_caught(
    tmp_path: Path, vice: str, found: str
) -> None:
    rogue = ServerProcess(tmp_path / "house", program=("tests.faults.rogue_server", vice))
    campaign = Campaign(rogue, [Setting("keyhole", "people")] * 2, patience=3, rounds=5)
    report = await campaign.run([signal.SIGKILL])
    assert any(re.search(found, loss.what) for loss in report.losses), report.losses
