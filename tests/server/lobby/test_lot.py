"""Bourrel is drawn by lot among the players who want the chair, by the sealed luck of the table."""

from typing import Any

import msgspec
import pytest

from cluehouse.core.chance import Chance
from cluehouse.core.record import Record
from cluehouse.study.verify import verify
from tests.rules import rule
from tests.server.running_server import Caller, record_of

CINQ = "cinq_dernieres_minutes"
GIFTS = ("5a" * 32, "c3" * 32, "17" * 32)


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"limit_scale": 100}


async def villa(host: Caller, *others: Caller, bourrel: str = "person") -> str:
    """The path of a table for six, at which all have contributed to the luck."""
    table = await host.open_table(game=CINQ, seats=6, options={"bourrel": bourrel})
    path = f"/api/tables/{table}"
    for seat, caller in enumerate(others, start=1):
        await caller.post(f"{path}/sit", seat=seat)
    for seat, caller in enumerate((host, *others)):
        await caller.post(f"{path}/contribute", seat=seat, value=GIFTS[seat])
    return path


async def started_and_given_up(path: str, *callers: Caller) -> Record:
    await callers[0].post(f"{path}/start", fill="novice")
    for caller in callers:
        await caller.post(f"{path}/give-up")
    return await record_of(callers[0], path.removeprefix("/api/tables/"))


def deal_of(record: Record) -> list[dict[str, Any]]:
    return list(msgspec.json.decode(record.entries[0].events))


@rule("CD-MAT-1")
async def test_everybody_sees_who_wants_the_chair_and_that_it_is_drawn(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    path = await villa(ada, ben)
    async with eve.visit(path.removeprefix("/api/tables/")) as device:
        room = await device.receive("Room")
        assert room["lot"] == {"role": "bourrel", "among": [0, 1], "makes_way": None}
        assert all(wish == {"chosen": None, "open": ["bourrel"]} for wish in room["wishes"])
        await ben.post(f"{path}/wish", value="bourrel")
        while (room := await device.receive("Room"))["wishes"][1]["chosen"] is None:
            pass
        assert room["lot"]["among"] == [1]
        await ada.post(f"{path}/wish", value="bourrel")
        while (room := await device.receive("Room"))["wishes"][0]["chosen"] is None:
            pass
        assert room["lot"]["among"] == [0, 1]
    room = await ben.post(f"{path}/wish", value=None)
    assert room["lot"]["among"] == [0]


@rule("CD-MAT-1")
async def test_lot_falls_as_the_sealed_key_says_and_the_document_proves_it(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    path = await villa(ada, ben, eve)
    for caller in (ben, eve):
        room = await caller.post(f"{path}/wish", value="bourrel")
    record = await started_and_given_up(path, ada, ben, eve)
    assert record.seal is not None
    assert record.seal.commitment == room["commitment"]
    assert record.seal.contributions[:3] == GIFTS
    assert msgspec.json.decode(record.options)["candidates"][:3] == [None, "bourrel", "bourrel"]
    fell_on = Chance(bytes.fromhex(record.key), 0).choice((1, 2))
    assert deal_of(record) == [
        {"type": "LotDrawn", "among": [1, 2]},
        {"type": "BourrelSeated", "bourrel": fell_on},
    ]
    assert verify(record).answer == "true"


@rule("CD-MAT-1")
async def test_without_wishes_the_lot_is_among_people_and_opening_the_table_gives_no_chair(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    path = await villa(ada, ben, eve)
    lot, seated = deal_of(await started_and_given_up(path, ada, ben, eve))
    assert lot["among"] == [0, 1, 2]
    assert seated["bourrel"] in (0, 1, 2)


@rule("CD-MAT-1")
async def test_only_player_among_bots_is_bourrel(ada: Caller) -> None:
    path = await villa(ada)
    record = await started_and_given_up(path, ada)
    assert deal_of(record) == [{"type": "BourrelSeated", "bourrel": 0}]


@rule("CD-MAT-1")
async def test_companions_on_one_device_each_say_whether_they_want_the_chair(
    ada: Caller, ben: Caller
) -> None:
    path = await villa(ada)
    await ada.post(f"{path}/sit", seat=3, companion="Cleo")
    await ben.post(f"{path}/sit", seat=1)
    room = await ada.post(f"{path}/wish", value="bourrel", seat=3)
    assert (room["wishes"][0]["chosen"], room["wishes"][3]["chosen"]) == (None, "bourrel")
    assert room["lot"]["among"] == [3]
    for seat in (1, 5):
        refused = await ada.refused(f"{path}/wish", value="bourrel", seat=seat)
        assert refused == (403, "HOUSE-NOT-SEATED")


@rule("CD-DEC-1")
async def test_where_the_house_plays_bourrel_there_is_nothing_to_want(ada: Caller) -> None:
    path = await villa(ada, bourrel="house")
    room = await ada.get(path)
    assert (room["wishes"], room["lot"]) == ([], None)
    refused = await ada.refused(f"{path}/wish", value="bourrel")
    assert refused == (400, "HOUSE-BAD-REQUEST")


@rule("CD-GAM-3")
async def test_rematch_draws_another_bourrel_among_those_who_still_want_the_chair(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    path = await villa(ada, ben, eve)
    for caller in (ada, eve):
        await caller.post(f"{path}/wish", value="bourrel")
    record = await started_and_given_up(path, ada, ben, eve)
    first = deal_of(record)[-1]["bourrel"]
    room = await ada.post(f"{path}/rematch")
    wanting = {5: "bourrel", 0: None, 1: "bourrel"}  # each has moved one seat
    assert {seat: room["wishes"][seat]["chosen"] for seat in wanting} == wanting
    makes_way, next_bourrel = (5, 1) if first == 0 else (1, 5)
    assert room["lot"] == {"role": "bourrel", "among": [next_bourrel], "makes_way": makes_way}
    await ben.post(f"/api/tables/{room['id']}/wish", value="bourrel")
    room = await ada.get(f"/api/tables/{room['id']}")
    assert room["lot"]["among"] == sorted((0, next_bourrel))
