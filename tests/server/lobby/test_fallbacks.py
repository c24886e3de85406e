"""Bots that were not ready in time: their seats say so, once, to those who may know."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import NO_TIME_S, Caller, Device, choose, company


async def table_with_bots(ada: Caller, **wish: Any) -> str:
    table = await ada.open_table(seats=3, options={"deals": 1}, **wish)
    await ada.post(f"/api/tables/{table}/start", fill="detective")
    return table


async def play_out(device: Device) -> None:
    while (update := await device.receive("Update"))["outcome"] is None:
        if update["moves"]:
            await choose(device, update)


def rooms(device: Device) -> list[dict[str, Any]]:
    return [message for message in device.heard if message["type"] == "Room"]


def marks(room: dict[str, Any]) -> list[bool]:
    return [chair["fell_back"] for chair in room["chairs"]]


@pytest.mark.usefixtures("hanging_bots")
async def test_seat_of_a_bot_that_was_late_says_so_for_the_rest_of_the_game(
    tmp_path: Path,
) -> None:
    async with company(tmp_path, "Ada", bot_pause=NO_TIME_S) as (ada,):
        table = await table_with_bots(ada)
        async with ada.visit(table) as device:
            await play_out(device)
        told = [marks(room) for room in rooms(device)]
        assert (told[0], told[-1]) == ([False, False, False], [False, True, True])
        assert marks(await ada.get(f"/api/tables/{table}")) == [False, True, True]


@pytest.mark.usefixtures("hanging_bots")
async def test_which_and_how_many_thoughts_were_late_is_not_told(tmp_path: Path) -> None:
    """Thinking takes longer on some hands than on others: only the first time shows."""
    async with company(tmp_path, "Ada", bot_pause=NO_TIME_S) as (ada,):
        table = await table_with_bots(ada)
        async with ada.visit(table) as device:
            await play_out(device)
            await device.say("Say", words={"type": "Text", "text": "well played"})
            await device.receive("Talk")
    told = [marks(room) for room in rooms(device)]
    assert len(told) <= 1 + 2, "one room on arrival, one for each bot"


@pytest.mark.usefixtures("hanging_bots")
async def test_spectator_behind_the_game_is_not_told(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Eve", bot_pause=NO_TIME_S) as (ada, eve):
        table = await table_with_bots(ada, rail={"delay": 60})
        async with ada.visit(table) as device, eve.visit(table) as behind:
            await choose(device, await device.receive("Update"))
            while not any(marks(await device.receive("Room"))):
                pass
            await eve.post("/api/me", name="Eva")
            room = await eve.get(f"/api/tables/{table}")
            assert marks(room) == [False, False, False]
            assert not any(any(marks(room)) for room in rooms(behind))


async def test_bot_in_time_has_no_mark(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", bot_pause=0.0) as (ada,):
        table = await table_with_bots(ada)
        async with ada.visit(table) as device:
            await play_out(device)
        assert marks(await ada.get(f"/api/tables/{table}")) == [False, False, False]
