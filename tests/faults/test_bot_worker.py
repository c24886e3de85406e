"""The process that thinks for bots, killed before its first word and in the middle of a thought."""

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
from tests.server_process import PATIENCE, ServerProcess

TOKEN: Final = "open sesame"

STUMBLES: Final = {"the worker process died", "late"}
"""Late is whoever was killed when its seat had waited long enough."""


async def table_with_bots(ada: Caller, *, deals: int) -> str:
    table = await ada.open_table(seats=3, options={"deals": deals})
    await ada.post(f"/api/tables/{table}/start", fill="detective")
    return table


async def kill_newcomers(server: ServerProcess, killed: set[int]) -> None:
    """Every worker, again and again, as soon as it is there."""
    while True:
        for worker in server.children - killed:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        await asyncio.sleep(0.01)


async def test_bots_whose_workers_never_say_a_word_play_on(tmp_path: Path) -> None:
    killed: set[int] = set()
    with ServerProcess.opened(tmp_path / "house") as server:
        killing = asyncio.create_task(kill_newcomers(server, killed))
        async with Caller.named(server.host, "Ada") as ada:
            table = await table_with_bots(ada, deals=1)
            async with ada.visit(table) as device:
                assert (await play_to_the_end(device))["outcome"]
        killing.cancel()
    assert killed
    assert server.journal() == ""


async def test_a_bot_whose_worker_is_killed_in_the_middle_of_a_thought_plays_on(
    tmp_path: Path,
) -> None:
    """It has answered before, and knows what its seats have seen; all that is lost with it."""
    flags = ("--bot-pause", "0.2", "--metrics-token", TOKEN)
    with ServerProcess.opened(tmp_path / "house", *flags) as server:
        async with Caller.named(server.host, "Ada") as ada:
            table = await table_with_bots(ada, deals=2)
            async with ada.visit(table) as device:
                choice = await play_until_only_she_is_asked(device)
                await until_waiting(ada, lambda questions: questions == 0)
                workers = server.children
                hold(workers, signal.SIGSTOP)
                await choose(device, choice)
                await until_waiting(ada, lambda questions: questions > 0)
                hold(workers, signal.SIGKILL)
                assert (await play_to_the_end(device))["outcome"]
        assert workers
        assert server.children - workers, "others think on"
    assert stumbles(server)
    assert stumbles(server) <= STUMBLES
    assert server.journal() == ""


async def play_until_only_she_is_asked(device: Device) -> dict[str, Any]:
    """Again: the bots have moved, and wait."""
    while True:
        update = await device.receive("Update")
        if update["seq"] > 2 and update["asked"] == [0]:
            return update
        if update["moves"]:
            await choose(device, update)


async def until_waiting(host: Caller, held: Callable[[int], bool]) -> None:
    """So many questions wait for a worker's answer."""
    async with asyncio.timeout(PATIENCE):
        while not held(await questions_waiting(host)):
            await asyncio.sleep(0.01)


async def questions_waiting(host: Caller) -> int:
    page = await host.http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    (line,) = (it for it in page.text.splitlines() if it.startswith("cluehouse_questions_waiting "))
    return int(line.split()[1])


def hold(workers: set[int], how: signal.Signals) -> None:
    for worker in workers:
        os.kill(worker, how)


def stumbles(server: ServerProcess) -> set[str]:
    """What went wrong, as the table's book has it."""
    with closing(sqlite3.connect(server.database)) as db:
        notes = [msgspec.json.decode(note) for (note,) in db.execute("SELECT note FROM book")]
    return {note["why"] for note in notes if note["type"] == "BotStumbled"}
