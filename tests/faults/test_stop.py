"""SIGTERM in the middle of a burst of moves."""

import signal
from pathlib import Path

from cluehouse.server.wire.close_codes import COME_BACK
from tests.faults.crowd import Setting
from tests.faults.kill import Campaign
from tests.server_process import ServerProcess


async def test_a_house_that_is_told_to_close_loses_nothing_and_asks_everybody_to_come_back(
    tmp_path: Path,
) -> None:
    tables = [Setting("keyhole", "people")] * 6 + [Setting("keyhole", "bots")]
    campaign = Campaign(ServerProcess(tmp_path / "house"), tables)
    report = await campaign.run([signal.SIGTERM])
    assert report.trouble == []
    assert report.checked["keyhole"]["moves"] > 0
    assert set(report.hearsay.closings) == {COME_BACK}
