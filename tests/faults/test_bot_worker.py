"""Bot worker processes killed before their first answer and in the middle of a request."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.server.running_server import Caller, Device, choose, play_to_the_end
from tests.server_process import TEST_TIMEOUT_S, ServerProcess

TOKEN: Final = "open sesame"

BOT_FAILURES: Final = {"the worker process died", "late"}
"""Reasons in the book: late if the worker was killed after its seat's timeout."""


async def table_with_bots(ada: Caller, *, deals: int) -> str:
    table = await ada.open_table(seats=3, options={"deals": deals})
    await ada.post(f"/api/tables/{table}/start", fill="detective")
    return table


async def kill_new_workers(server: ServerProcess, killed: set[int]) -> None:
    """Kill every worker as soon as it is started."""
    while True:
        for worker in server.children - killed:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        await asyncio.sleep(0.01)


async def test_bots_whose_workers_never_answer_play_on(tmp_path: Path) -> None:
    killed: set[int] = set()
    with ServerProcess.opened(tmp_path / "house") as server:
        killing = asyncio.create_task(kill_new_workers(server, killed))
        async with Caller.named(server.host, "Ada") as ada:
            table = await table_with_bots(ada, deals=1)
            async with ada.visit(table) as device:
                assert (await play_to_the_end(device))["outcome"]
        killing.cancel()
    assert killed
    assert server.new_log_lines() == ""


async def test_a_bot_whose_worker_is_killed_during_a_request_plays_on(
    tmp_path: Path,
) -> None:
    """The worker has answered before; the beliefs of its seats are lost with it."""
    flags = ("--bot-pause", "0.2", "--metrics-token", TOKEN)
    with ServerProcess.opened(tmp_path / "house", *flags) as server:
        async with Caller.named(server.host, "Ada") as ada:
            table = await table_with_bots(ada, deals=2)
            async with ada.visit(table) as device:
                choice = await play_until_only_seat_0_is_asked(device)
                await wait_for_requests(ada, lambda waiting: waiting == 0)
                workers = server.children
                signal_all(workers, signal.SIGSTOP)
                await choose(device, choice)
                await wait_for_requests(ada, lambda waiting: waiting > 0)
                signal_all(workers, signal.SIGKILL)
                assert (await play_to_the_end(device))["outcome"]
        assert workers
        assert server.children - workers, "new workers are started"
    assert bot_failures(server)
    assert bot_failures(server) <= BOT_FAILURES
    assert server.new_log_lines() == ""


async def play_until_only_seat_0_is_asked(device: Device) -> dict[str, Any]:
    """The bots have moved before, and wait."""
    while True:
        update = await device.receive("Update")
        if update["seq"] > 2 and update["asked"] == [0]:
            return update
        if update["moves"]:
            await choose(device, update)


async def wait_for_requests(host: Caller, is_met: Callable[[int], bool]) -> None:
    """Wait until the number of unanswered worker requests meets the condition."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not is_met(await requests_waiting(host)):
            await asyncio.sleep(0.01)


async def requests_waiting(host: Caller) -> int:
    page = await host.http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    (line,) = (it for it in page.text.splitlines() if it.startswith("cluehouse_questions_waiting "))
    return int(line.split()[1])


def signal_all(workers: set[int], how: signal.Signals) -> None:
    for worker in workers:
        os.kill(worker, how)


def bot_failures(server: ServerProcess) -> set[str]:
    """The reasons of bot failures in the table's book."""
    with closing(sqlite3.connect(server.database)) as db:
        notes = [msgspec.json.decode(note) for (note,) in db.execute("SELECT note FROM book")]
    return {note["why"] for note in notes if note["type"] == "BotStumbled"}
