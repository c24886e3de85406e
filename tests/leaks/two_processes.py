"""Scripted games on two server processes: some viewers are connected to another one than the rest.

usage: python -m tests.leaks.two_processes FILE

runs the second process, with the games in the file. It prints its address, and ends when its
standard input is closed.
"""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import Viewer
from cluehouse.games import GAMES
from cluehouse.server.cluster import membership
from tests.contract.leaking import LEAKS
from tests.leaks.logs import capture_logs
from tests.leaks.marked_secrets import marked_secrets_in
from tests.leaks.one_case_each import CASES
from tests.leaks.scripts import Script, Step, scripted
from tests.leaks.server_run import (
    RUN_TIMEOUT_S,
    Probes,
    ScriptedTable,
    ServerRun,
    guests,
    play,
    scripted_server,
    server_run,
)

POLL_INTERVAL_S: Final = 0.05
"""Between two polls of a process, to be quick also without Redis."""

OTHER_SECRETS: Final = 1_000_000
"""First number of the second process's secrets."""

OTHER_CLOCK_S: Final = 1_000_000
"""How far the second process's clock is ahead: what it lists is always listed later."""


class Storage(NamedTuple):
    """What the two processes share."""

    database_url: str
    redis_url: str = ""


class _Job(NamedTuple):
    """The arguments of the second process."""

    data: Path
    storage: Storage
    steps: dict[str, tuple[Step, ...]]
    """By name of the game."""
    leak: str

    def games(self) -> dict[str, AnyGame]:
        return {
            name: scripted(game_with(self.leak, name), Script(case=CASES[name], steps=steps))
            for name, steps in self.steps.items()
        }


def game_with(leak: str, name: str) -> AnyGame:
    """A game with one of the LEAKS, or healthy."""
    return LEAKS[leak](CASES[name]) if leak else GAMES[name]


async def run_games_apart(
    data: Path,
    tables: Sequence[ScriptedTable],
    probes: Probes,
    apart: Collection[Viewer],
    storage: Storage,
    leak: str = "",
) -> ServerRun:
    """As `run_games`, with these viewers connected to a second process. The games of the tables
    have the same leak, if any."""
    games = {it.game.name: scripted(it.game, it.script) for it in tables}
    steps = {it.game.name: it.script.steps for it in tables}
    job = _Job(data / "other", storage, steps, leak)
    with (
        marked_secrets_in(data / "one") as secrets,
        capture_logs() as log,
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.setattr(membership, "POLL_INTERVAL_S", POLL_INTERVAL_S)
        async with (
            asyncio.timeout(RUN_TIMEOUT_S),
            scripted_server(data / "one", games, **storage._asdict()) as one,
            _second_process(data / "job", job) as other,
            guests(tables, lambda viewer: other if viewer in apart else one) as callers,
        ):
            played = [await play(table, callers, probes, apart) for table in tables]
    return server_run(played, log, secrets)


@asynccontextmanager
async def _second_process(file: Path, job: _Job) -> AsyncIterator[str]:
    """Run it for the duration of the block and yield its address."""
    await asyncio.to_thread(file.write_bytes, pickle.dumps(job))
    command = [sys.executable, "-m", "tests.leaks.two_processes", str(file)]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.stdin.close()
        rest, _ = await process.communicate()
    assert process.returncode == 0
    assert not rest, "the second process logged an error"


async def _serve(job: _Job) -> None:
    membership.POLL_INTERVAL_S = POLL_INTERVAL_S  # type: ignore[misc]
    with marked_secrets_in(job.data, OTHER_SECRETS), capture_logs() as log:
        async with scripted_server(
            job.data, job.games(), OTHER_CLOCK_S, **job.storage._asdict()
        ) as host:
            print(host, flush=True)
            await asyncio.to_thread(sys.stdin.read)
    for line in log.lines:
        if b'"level": "error"' in line:
            print(line)


if __name__ == "__main__":
    _, job_file = sys.argv
    asyncio.run(_serve(pickle.loads(Path(job_file).read_bytes())))
