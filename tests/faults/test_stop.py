"""SIGTERM in the middle of a burst of moves."""

import signal
from pathlib import Path

from cluehouse.server.wire.close_codes import COME_BACK
from tests.faults.kill import KillRun
from tests.faults.simulated_players import TableSetup
from tests.server_process import ServerProcess


async def test_a_server_stopped_by_sigterm_loses_nothing_and_asks_clients_to_reconnect(
    tmp_path: Path,
) -> None:
    tables = [TableSetup("keyhole", "people")] * 6 + [TableSetup("keyhole", "bots")]
    kill_run = KillRun(ServerProcess(tmp_path / "house"), tables)
    report = await kill_run.run([signal.SIGTERM])
    assert report.problems == []
    assert report.checked["keyhole"]["moves"] > 0
    assert set(report.errors.close_codes) == {COME_BACK}
