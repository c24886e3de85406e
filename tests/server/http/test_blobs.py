"""Blobs over HTTP: for viewers who got the sight, and indistinguishable from outside."""

from typing import Any

import httpx
import pytest

from cluehouse.games.arosa.tower.sound import SAMPLES
from tests.server.running_server import Caller

HEADER = 44
"""Bytes of a WAV file before its samples."""


async def dropped(caller: Caller) -> str:
    """A table of Arosa after its first two falls."""
    table = await caller.open_table(game="arosa", seats=2)
    await caller.post(f"/api/tables/{table}/start", fill="novice")
    async with caller.visit(table) as device:
        update = await device.receive("Update")
        while update["seq"] < 2:
            if update["moves"]:
                await device.play("Drop", update["seq"], colour="red")
            update = await device.receive("Update")
    return table


async def fetch(caller: Caller, table: str, address: str, **asked: Any) -> httpx.Response:
    return await caller.http.get(f"/api/tables/{table}/blobs/{address}", params=asked)


async def test_every_blob_is_served_with_the_same_size_and_headers(ada: Caller) -> None:
    table = await dropped(ada)
    first, second = [await fetch(ada, table, f"fall-{number}") for number in (1, 2)]
    assert first.content != second.content
    assert len(first.content) == len(second.content) == HEADER + 2 * SAMPLES
    told = [{**answer.headers, "date": ""} for answer in (first, second)]
    assert told[0] == told[1]
    assert told[0]["content-type"] == "audio/wav"


async def test_blob_is_cached_privately_and_never_compressed(ada: Caller) -> None:
    answer = await fetch(ada, await dropped(ada), "fall-1")
    assert "private" in answer.headers["cache-control"]
    assert "immutable" in answer.headers["cache-control"]
    assert "content-encoding" not in answer.headers


async def test_spectators_get_public_blobs(ada: Caller) -> None:
    table = await dropped(ada)
    own = await fetch(ada, table, "fall-1")
    async with Caller.named(ada.host, "Blaise") as blaise:
        assert (await fetch(blaise, table, "fall-1")).content == own.content
    assert (await fetch(ada, table, "fall-1", seat=1)).content == own.content


@pytest.mark.parametrize("address", ["fall-900", "fall-0", "nothing", "fall-1.wav"])
async def test_unknown_blob_is_not_found(ada: Caller, address: str) -> None:
    answer = await fetch(ada, await dropped(ada), address)
    assert (answer.status_code, answer.json()["id"]) == (404, "HOUSE-NOT-FOUND")


async def test_no_blob_before_the_game_or_without_a_table(ada: Caller) -> None:
    waiting = await ada.open_table(game="arosa", seats=2)
    refusals = [await fetch(ada, table, "fall-1") for table in (waiting, "nowhere")]
    ids = [answer.json()["id"] for answer in refusals]
    assert ids == ["HOUSE-NOT-STARTED", "HOUSE-NO-TABLE"]
