"""Whole games at a real house, with everybody listening, asking, and trying what they may not.

The same is said to every house, in the same order, each word after the last was answered, and what
the house draws at random is the same each time. So two evenings can be compared with nothing left
out but the time of day.
"""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import httpx
import pytest

from cluehouse.core.game import AnyGame
from cluehouse.core.ids import RAIL, Seat, Viewer, viewers_of
from cluehouse.server import metrics
from cluehouse.server.lobby import listings
from tests.leaks.canaries import Canaries, canaries_in
from tests.leaks.ear import Heard, compare
from tests.leaks.logs import keeping_a_journal
from tests.leaks.party import Party
from tests.leaks.stories import Story, told
from tests.server.running_server import Caller, run_server
from tests.server_process import PATIENCE

TOKEN: Final = "open sesame"

PEOPLE: Final = ("Ada", "Blaise", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida")
WATCHER: Final = "Eve"

AN_EVENING: Final = 300
"""Seconds: a house that has not come to the end of its stories by then has failed."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A story, and the game that shows it: healthy or not."""

    game: AnyGame
    story: Story
    curious: Collection[Viewer] = ()
    """Who wants to know more than they are told."""
    notebooks: Collection[Viewer] = ()
    """Who asks for their notes at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curiosity:
    """What the curious do."""

    moments: int = 0
    """How often they come again, try forbidden moves and talk."""
    requests: bool = False
    """At the end, all that can be asked over HTTP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What came out of a house, by every way there is."""

    heard: Mapping[tuple[str, Viewer], Heard]
    """By game and viewer."""
    journal: list[bytes]
    counted: list[bytes]
    """What its host reads under /metrics, at the end of each game."""
    canaries: Canaries
    tables: list[str]


def compare_evenings(true: Evening, other: Evening, viewers: Mapping[str, Viewer]) -> int:
    """How many messages, answers and lines were the same for these viewers, by game; Leak where
    one was not."""
    compared = sum(compare(true.heard[it], other.heard[it]) for it in viewers.items())
    compared += compare(_of_host(true), _of_host(other))
    return compared


def _of_host(evening: Evening) -> Heard:
    metrics = [("metrics", page) for page in evening.counted]
    return metrics + [("journal", line) for line in evening.journal]


async def spend(data: Path, tellings: Sequence[Telling], curiosity: Curiosity) -> Evening:
    """An evening at a house that plays a table of each game, one after the other."""
    with canaries_in(data) as canaries, keeping_a_journal() as journal:
        async with asyncio.timeout(AN_EVENING), server(data, tellings) as callers:
            played = [await _play(telling, callers, curiosity) for telling in tellings]
    return Evening(
        heard={
            (party.case.game.name, viewer): heard
            for party, _ in played
            for viewer, heard in party.heard.items()
        },
        journal=journal.lines,
        counted=[counted for _, counted in played],
        canaries=canaries,
        tables=[party.table for party, _ in played],
    )


@asynccontextmanager
async def server(data: Path, tellings: Sequence[Telling]) -> AsyncIterator[dict[Viewer, Caller]]:
    """One that tells these stories, and everybody who comes to play or to watch."""
    games = {it.game.name: told(it.game, it.story) for it in tellings}
    most = max(it.story.case.seats for it in tellings)
    async with AsyncExitStack() as stack:
        patched = stack.enter_context(pytest.MonkeyPatch.context())
        patched.setattr(metrics, "time", SimpleNamespace(perf_counter=lambda: 0.0))
        seconds = count(int(time.time()))  # a lobby lists by them: no two tables share one
        patched.setattr(listings, "time", SimpleNamespace(time=lambda: next(seconds)))
        opened = run_server(data, games, bot_pause=0.0, limit_scale=1000, metrics_token=TOKEN)
        host = await stack.enter_async_context(opened)
        yield {
            viewer: await stack.enter_async_context(_guest(host, viewer))
            for viewer in viewers_of(most)
        }


@asynccontextmanager
async def _guest(host: str, viewer: Viewer) -> AsyncIterator[Caller]:
    """Somebody for whom the house has no port, which is drawn at random."""
    async with httpx.AsyncClient(
        base_url=f"http://{host}",
        headers={"Host": "cluehouse.test"},
        timeout=PATIENCE,
        limits=httpx.Limits(keepalive_expiry=1),  # long before the house hangs up
        verify=False,  # there is nothing to verify, and it takes long to get ready for it
    ) as http:
        caller = Caller(host, http)
        await caller.post("/api/me", name=WATCHER if viewer == RAIL else PEOPLE[viewer])
        yield caller


async def _play(
    telling: Telling, guests: Mapping[Viewer, Caller], curiosity: Curiosity
) -> tuple[Party, bytes]:
    story = telling.story
    moments = {
        len(story.pages) * number // (curiosity.moments + 1)
        for number in range(1, curiosity.moments + 1)
    }
    callers = {viewer: guests[viewer] for viewer in story.case.viewers}
    async with Party.meet(story.case, callers) as party:
        for number, page in enumerate(story.pages):
            await party.turn(number, page)
            if number in moments:
                await party.pry(telling.curious, number, story.pages[number + 1 :])
        for viewer in telling.notebooks:
            await party.take_notes(viewer)
        if curiosity.requests:
            await party.ask_everything(telling.curious)
        return party, await _counted(guests[Seat(0)])


async def _counted(host: Caller) -> bytes:
    """While all are still there: they are counted, and so are the tables in memory."""
    gc.collect()
    page = await host.http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    return page.raise_for_status().content
