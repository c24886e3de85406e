"""A server continues with data of an earlier version: running and finished games, seats."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cluehouse.server.storage.migrate import migrations, version_of
from tests.server.old_data import ADA, BLAISE, IDENTITY, write_old_data
from tests.server.running_server import Caller, choose, play_to_the_end, run_server


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[str]:
    async with run_server(write_old_data(tmp_path)) as address:
        yield address


async def finished(caller: Caller, games: int) -> list[dict[str, Any]]:
    """Wait until so many results are stored, and return them."""
    async with asyncio.timeout(20):
        while len(known := (await caller.get("/api/me/games"))["finished"]) < games:
            await asyncio.sleep(0.02)
    return list(known)


async def test_a_running_game_is_played_to_its_end(host: str) -> None:
    async with (
        Caller.known(host, IDENTITY, ADA) as ada,
        Caller.known(host, IDENTITY, BLAISE) as blaise,
        ada.visit("running-table") as one,
        blaise.visit("running-table") as two,
    ):
        assert (await one.receive("Marks"))["marks"] == {"twin": "no"}
        await choose(two, await two.receive("Update", seq=1, asked=[1]))
        ends = await asyncio.gather(play_to_the_end(one), play_to_the_end(two))
        assert ends[0]["outcome"] == ends[1]["outcome"]
        assert {game["id"] for game in await finished(ada, 2)} == {
            "finished-table",
            "running-table",
        }


async def test_players_of_a_waiting_table_keep_seats_and_preferences(host: str) -> None:
    async with Caller.known(host, IDENTITY, BLAISE) as blaise:
        room = await blaise.get("/api/tables/waiting-table")
    assert room["you"] == 1
    assert [chair.get("name") for chair in room["chairs"]] == ["Ada", "Blaise", None, None]
    assert room["wishes"][1]["chosen"] == "plum"


async def test_games_that_ended_before_results_were_stored_get_results(host: str) -> None:
    async with Caller.known(host, IDENTITY, ADA) as ada:
        (game,) = await finished(ada, 1)
    assert (game["id"], game["game"], game["you"]) == ("finished-table", "keyhole", 0)
    assert [seat["name"] or seat["level"] for seat in game["seats"]] == ["Ada", "novice", "Blaise"]


async def test_the_database_is_migrated(host: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
        assert version_of(db) == len(migrations("sqlite")) > 2
