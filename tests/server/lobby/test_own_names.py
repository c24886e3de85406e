"""Names that guests write into a table's options."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.rules import rule
from tests.server.running_server import Caller

NAMES = ["Ada L.", "Œdipe", "<b>Bold</b>", "王"]
MET = [["bar", "pool"], ["bar", "promenade"], ["bar", "restaurant"], ["restaurant", "bar"]]


def wish(**options: Any) -> dict[str, Any]:
    return {"game": "secret_du_nil", "seats": 2, "options": options}


@rule("NI-DEC-1")
async def test_own_suspects_reach_the_room_and_the_game(ada: Caller) -> None:
    table = await ada.open_table(**wish(names=NAMES, met_at=MET))
    async with ada.visit(table) as device:
        room = await device.receive("Room")
        assert (room["options"]["names"], room["options"]["met_at"]) == (NAMES, MET)
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        update = await device.receive("Update")
    assert update["view"]["open"]["met_at"] == MET


@rule("NI-DEC-1")
async def test_a_table_without_own_suspects_says_so(ada: Caller) -> None:
    room = await ada.post("/api/tables", **wish())
    assert room["options"]["names"] is None
    assert room["options"]["met_at"][0] == ["promenade", "pool"]


@rule("NI-DEC-1")
@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"names": ["Ada", "Ada", "Cid", "Dee"]}, "HOUSE-OPTIONS"),
        ({"names": ["Ada", "", "Cid", "Dee"]}, "HOUSE-OPTIONS"),
        ({"names": ["Ada", "B" * 25, "Cid", "Dee"]}, "HOUSE-OPTIONS"),
        ({"names": ["Ada", "B\u202e", "Cid", "Dee"]}, "HOUSE-OPTIONS"),
        ({"names": ["Ada", "B" + "\u0301" * 5, "Cid", "Dee"]}, "HOUSE-OPTIONS"),
        ({"names": ["Ada", "B\u3164", "Cid", "Dee"]}, "HOUSE-OPTIONS"),
        ({"met_at": [["bar", "bar"], *MET[1:]]}, "HOUSE-OPTIONS"),
        ({"met_at": [["bar", "pool"]] * 4}, "HOUSE-OPTIONS"),
        ({"met_at": MET[1:]}, "HOUSE-BAD-REQUEST"),
        ({"names": "Ada"}, "HOUSE-BAD-REQUEST"),
        ({"name": NAMES}, "HOUSE-BAD-REQUEST"),
    ],
)
async def test_suspects_that_the_game_does_not_allow_are_refused(
    ada: Caller, options: dict[str, Any], refusal: str
) -> None:
    assert await ada.refused("/api/tables", **wish(**options)) == (400, refusal)


@rule("NI-DEC-1")
async def test_forbidden_words_are_rejected_in_names_of_suspects(
    ada: Caller, tmp_path: Path
) -> None:
    (tmp_path / "words.txt").write_text("moron\n")
    async with asyncio.timeout(20):
        while (await ada.http.post("/api/me", json={"name": "Moron"})).status_code == 200:
            await asyncio.sleep(0.05)
    await ada.post("/api/me", name="Ada")
    refused = await ada.refused("/api/tables", **wish(names=["Mr M0ron", "Ben", "Cid", "Dee"]))
    assert refused == (400, "HOUSE-WORD")
    await ada.post("/api/tables", **wish(names=NAMES))
