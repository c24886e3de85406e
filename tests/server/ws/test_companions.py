"""Companions on one device: it holds their seats and shows one at a time."""

from typing import Any

import pytest

from tests.server.running_server import Caller


async def table_of_three(ada: Caller) -> str:
    """Ada's device is also Blaise's; the third seat is a bot's."""
    table = await ada.open_table(options={"deals": 1})
    await ada.post(f"/api/tables/{table}/sit", seat=1, companion="  Blaise ")
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    return table


async def seen_from(caller: Caller, table: str, seat: int | None) -> tuple[Any, Any]:
    async with caller.visit(table, seat=seat) as device:
        return await device.receive("Room"), await device.receive("Update")


async def test_shared_device_sees_one_seat_at_a_time(ada: Caller) -> None:
    table = await table_of_three(ada)
    for seat in (0, 1):
        room, update = await seen_from(ada, table, seat)
        assert (room["you"], room["yours"]) == (seat, [0, 1])
        assert update["view"]["seat"] == seat
    assert room["chairs"][1]["name"] == "Blaise"


async def test_companion_plays_and_marks_on_the_shown_seat(ada: Caller) -> None:
    table = await table_of_three(ada)
    async with ada.visit(table, seat=0) as device:
        update = await device.receive("Update")
        await device.play("Ask", update["seq"], whom=1)
        while 1 not in update["asked"]:
            update = await device.receive("Update")
    async with ada.visit(table, seat=1) as device:
        update = await device.receive("Update")
        assert update["moves"]
        await device.say("Mark", cell="keyhole:a", mark="x")
        assert (await device.receive("Marks"))["marks"] == {"keyhole:a": "x"}
        await device.play("Ask", update["seq"], whom=0)
        assert (await device.receive("Update"))["seq"] > update["seq"]
    async with ada.visit(table, seat=0) as device:
        assert (await device.receive("Marks"))["marks"] == {}


async def test_companions_are_present_while_their_device_is_connected(ada: Caller) -> None:
    table = await table_of_three(ada)
    room, _ = await seen_from(ada, table, 1)
    assert [chair.get("here") for chair in room["chairs"]] == [True, True, None]


async def test_leaving_gives_up_the_own_seat_only(ada: Caller) -> None:
    table = await ada.open_table()
    path = f"/api/tables/{table}"
    async with Caller.named(ada.host, "Chloé") as chloe:
        await chloe.post(f"{path}/sit", seat=2)
        room = await chloe.post(f"{path}/sit", seat=1, companion="Denis")
        assert (room["you"], room["yours"]) == (2, [1, 2])
        room = await chloe.post(f"{path}/leave")
    assert [chair.get("name") for chair in room["chairs"]] == ["Ada", "Denis", None]


@pytest.mark.parametrize("seat", [2, 7])
async def test_foreign_seat_cannot_be_requested(ada: Caller, seat: int) -> None:
    table = await table_of_three(ada)
    room, update = await seen_from(ada, table, seat)
    assert (room["you"], update["view"]["seat"]) == (0, 0)
    async with Caller.named(ada.host, "Chloé") as chloe:
        room, update = await seen_from(chloe, table, seat=1)
    assert room["you"] is None
    assert update["view"]["type"] == "RailView"
    assert update["moves"] == []


async def test_companion_needs_a_name_and_a_free_seat(ada: Caller) -> None:
    table = await ada.open_table()
    sit = f"/api/tables/{table}/sit"
    assert await ada.refused(sit, seat=1) == (400, "HOUSE-BAD-REQUEST")
    assert await ada.refused(sit, seat=1, companion=" ") == (400, "HOUSE-BAD-REQUEST")
    assert await ada.refused(sit, seat=0, companion="Blaise") == (409, "HOUSE-SEAT-TAKEN")
