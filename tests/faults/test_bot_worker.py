"""The process that thinks for bots, killed in the middle of a thought."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.faults.house_process import HouseProcess
from tests.server.open_house import Caller, play_to_the_end


async def kill_whoever_thinks(house: HouseProcess, killed: set[int]) -> None:
    """Every worker, again and again, as soon as it has been asked something."""
    while True:
        for worker in workers(house) - killed:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        await asyncio.sleep(0.01)


def workers(house: HouseProcess) -> set[int]:
    tasks = Path(f"/proc/{house.pid}/task").glob("*/children")
    return {int(child) for task in tasks for child in task.read_text().split()}


async def test_a_bot_whose_worker_is_killed_plays_on(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "house")
    await house.open()
    killed: set[int] = set()
    killing = asyncio.create_task(kill_whoever_thinks(house, killed))
    try:
        async with Caller.named(house.address, "Ada") as ada:
            table = await ada.open_table(seats=3, options={"deals": 1})
            await ada.post(f"/api/tables/{table}/start", fill="detective")
            async with ada.visit(table) as device:
                assert (await play_to_the_end(device))["outcome"]
        assert killed
    finally:
        killing.cancel()
        await house.close()
    assert house.complaints() == ""
