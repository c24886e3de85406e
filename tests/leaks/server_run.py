"""Run scripted games on a real server, with all viewers recording, sending requests and probing.

Every run sends the same requests in the same order, each after the last was answered, and the
server's random draws are the same each time. So two runs can be compared without leaving out
anything but the time of day.
"""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import httpx
import pytest

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seat, Viewer, viewers_of
from cluehouse.server import metrics
from cluehouse.server.accounts import device_sessions
from cluehouse.server.lobby import listings
from tests.leaks.logs import CapturedLog, capture_logs
from tests.leaks.marked_secrets import MarkedSecrets, marked_secrets_in
from tests.leaks.recorder import Received, compare
from tests.leaks.scripts import Script, scripted
from tests.leaks.table_clients import TableClients
from tests.server.running_server import Caller, run_server
from tests.server_process import TEST_TIMEOUT_S

TOKEN: Final = "open sesame"

PEOPLE: Final = ("Ada", "Blaise", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida")
SPECTATOR: Final = "Eve"

RUN_TIMEOUT_S: Final = 300
"""Limits the time of a whole run."""


@dataclass(frozen=True, slots=True)
class ScriptedTable:
    """A script, and the game that plays it: healthy or leaking."""

    game: AnyGame
    script: Script
    probing: Collection[Viewer] = ()
    """The viewers that probe for more than they are shown."""
    notebooks: Collection[Viewer] = ()
    """The viewers that request their notes at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probes:
    """What probing viewers do."""

    moments: int = 0
    """How often they reconnect, send forbidden moves and chat."""
    requests: bool = False
    """Whether they send every HTTP request at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRun:
    """The output of a server, by every channel."""

    received: Mapping[tuple[str, Viewer], Received]
    """By game and viewer."""
    log: list[bytes]
    metrics: list[bytes]
    """The /metrics page at the end of each game."""
    secrets: MarkedSecrets
    tables: list[str]


def compare_runs(true: ServerRun, other: ServerRun, viewers: Mapping[str, Viewer]) -> int:
    """The number of items compared for these viewers, by game; raises Leak where one differs."""
    compared = sum(compare(true.received[it], other.received[it]) for it in viewers.items())
    compared += compare(_for_operator(true), _for_operator(other))
    return compared


def _for_operator(run: ServerRun) -> Received:
    return [*(("metrics", page) for page in run.metrics), *(("log", line) for line in run.log)]


async def run_games(data: Path, tables: Sequence[ScriptedTable], probes: Probes) -> ServerRun:
    """Run a server with a table of each game, one after the other."""
    with marked_secrets_in(data) as secrets, capture_logs() as log:
        async with asyncio.timeout(RUN_TIMEOUT_S), server(data, tables) as callers:
            played = [await play(table, callers, probes) for table in tables]
    return server_run(played, log, secrets)


Played = tuple[TableClients, bytes]
"""The clients of a game that was played, and the /metrics page at its end."""


def server_run(played: Sequence[Played], log: CapturedLog, secrets: MarkedSecrets) -> ServerRun:
    return ServerRun(
        received={
            (clients.case.game.name, viewer): received
            for clients, _ in played
            for viewer, received in clients.received.items()
        },
        log=log.lines,
        metrics=[metrics for _, metrics in played],
        secrets=secrets,
        tables=[clients.table for clients, _ in played],
    )


@asynccontextmanager
async def server(
    data: Path, tables: Sequence[ScriptedTable]
) -> AsyncIterator[dict[Viewer, Caller]]:
    """A server with these scripted games, and a guest for each viewer."""
    games = {it.game.name: scripted(it.game, it.script) for it in tables}
    async with scripted_server(data, games) as host, guests(tables, lambda _: host) as callers:
        yield callers


@asynccontextmanager
async def scripted_server(
    data: Path, games: Mapping[str, AnyGame], clock: int = 0, **settings: Any
) -> AsyncIterator[str]:
    with _steady_clocks(int(time.time()) + clock):
        usual = {"bot_pause": 0.0, "limit_scale": 1000, "metrics_token": TOKEN}
        async with run_server(data, games, **usual, **settings) as host:
            yield host


@contextmanager
def _steady_clocks(start: int) -> Iterator[None]:
    """Nothing takes any time, and no two tables are listed in the same second: the lobby sorts by
    it."""
    seconds = count(start)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(metrics, "time", SimpleNamespace(perf_counter=lambda: 0.0))
        patched.setattr(listings, "time", SimpleNamespace(time=lambda: next(seconds)))
        patched.setattr(device_sessions, "time", SimpleNamespace(time=lambda: 0.0))
        yield


@asynccontextmanager
async def guests(
    tables: Sequence[ScriptedTable], host_of: Callable[[Viewer], str]
) -> AsyncIterator[dict[Viewer, Caller]]:
    most = max(it.script.case.seats for it in tables)
    async with AsyncExitStack() as stack:
        yield {
            viewer: await stack.enter_async_context(_guest(host_of(viewer), viewer))
            for viewer in viewers_of(most)
        }


@asynccontextmanager
async def _guest(host: str, viewer: Viewer) -> AsyncIterator[Caller]:
    """A guest whose Host header has no port, since the port is random."""
    async with httpx.AsyncClient(
        base_url=f"http://{host}",
        headers={"Host": "localhost"},
        timeout=TEST_TIMEOUT_S,
        limits=httpx.Limits(keepalive_expiry=1),  # long before the server closes the connection
        verify=False,  # plain HTTP: loading certificates takes long
    ) as http:
        caller = Caller(host, http)
        await caller.post("/api/me", name=SPECTATOR if viewer == RAIL else PEOPLE[viewer])
        yield caller


async def play(
    table: ScriptedTable,
    guests: Mapping[Viewer, Caller],
    probes: Probes,
    apart: Collection[Viewer] = (),
) -> Played:
    """`apart`: the viewers who are connected to another process than the others."""
    script = table.script
    moments = {
        len(script.steps) * number // (probes.moments + 1)
        for number in range(1, probes.moments + 1)
    }
    callers = {viewer: guests[viewer] for viewer in script.case.viewers}
    async with TableClients.start_game(script.case, callers) as clients:
        await clients.settle(apart)
        for number, step in enumerate(script.steps):
            await clients.play_step(number, step)
            if number in moments:
                await clients.probe(table.probing, number, script.steps[number + 1 :])
        for viewer in table.notebooks:
            await clients.request_notes(viewer)
        if probes.requests:
            await clients.request_everything_as(table.probing)
        return clients, await _read_metrics(guests[Seat(0)])


async def _read_metrics(host: Caller) -> bytes:
    """Called while all clients are connected: they are counted, and so are the tables in memory."""
    gc.collect()
    page = await host.http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    return page.raise_for_status().content
