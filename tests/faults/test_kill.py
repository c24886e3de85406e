"""A server killed while simulated players play: a short run of `python -m tests.faults.kill`."""

import re
import signal
from pathlib import Path

import pytest

from cluehouse.games import LOBBY
from tests.faults.kill import KillRun
from tests.faults.simulated_players import TableSetup
from tests.server_process import ServerProcess

EVERY_GAME = [TableSetup(game, "people") for game in LOBBY]
WITH_BOTS = [TableSetup("keyhole", "bots"), TableSetup("keyhole", "absent")]

RECONNECT_TIMEOUT_S = 15.0
"""A busy machine may take seconds until clients are connected again. A server that has lost its
secret never makes progress, so its test lasts as long."""


async def test_a_killed_server_loses_nothing_that_clients_received(tmp_path: Path) -> None:
    kill_run = KillRun(ServerProcess(tmp_path / "house"), [*EVERY_GAME, *WITH_BOTS])
    report = await kill_run.run([signal.SIGKILL] * 3)
    assert report.problems == []
    for game in (*LOBBY, "keyhole"):
        assert report.checked[game]["moves"] > 0
        assert report.checked[game]["sights"] > 0


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("answer_before_writing", "was acknowledged and is lost"),
        ("lose_the_last_move", "and is not in the log"),
        ("lose_the_last_page", "notebook|line|book"),
        ("lose_the_secret", "sits on None"),
    ],
)
async def test_a_faulty_server_is_caught(tmp_path: Path, fault: str, found: str) -> None:
    faulty = ServerProcess(tmp_path / "house", program=("tests.faults.faulty_server", fault))
    setups = [TableSetup("keyhole", "people")] * 2
    kill_run = KillRun(faulty, setups, timeout_s=RECONNECT_TIMEOUT_S, rounds=5)
    report = await kill_run.run([signal.SIGKILL])
    assert any(re.search(found, loss.what) for loss in report.losses), report.losses
