"""Characters that players choose before the start."""

from tests.rules import rule
from tests.server.running_server import Caller


@rule("CL-DEC-8")
async def test_players_get_the_characters_they_chose(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(game="clue", seats=3)
    path = f"/api/tables/{table}"
    await blaise.post(f"{path}/sit", seat=1)
    async with ada.visit(table) as device:
        await blaise.post(f"{path}/wish", value="peacock")
        while not (room := await device.receive("Room"))["wishes"][1]["chosen"]:
            pass
        assert "peacock" not in room["wishes"][0]["open"]
        await ada.post(f"{path}/start", fill="novice")
        update = await device.receive("Update")
    assert update["view"]["open"]["suspects"][1] == "peacock"


async def test_invalid_choice_of_a_character_is_rejected(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(game="clue", seats=3)
    path = f"/api/tables/{table}"
    await ada.post(f"{path}/wish", value="plum")
    assert await blaise.refused(f"{path}/wish", value="plum") == (403, "HOUSE-NOT-SEATED")
    await blaise.post(f"{path}/sit", seat=1)
    for value in ("plum", "butler", 7):
        refused = await blaise.refused(f"{path}/wish", value=value)
        assert refused == (400, "HOUSE-BAD-REQUEST")
    room = await ada.post(f"{path}/start", fill="novice")
    assert room["wishes"] == []
    assert await ada.refused(f"{path}/wish", value=None) == (409, "HOUSE-STARTED")


async def test_leaving_a_seat_drops_its_chosen_character(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(game="clue", seats=3)
    path = f"/api/tables/{table}"
    await blaise.post(f"{path}/sit", seat=1)
    await blaise.post(f"{path}/wish", value="green")
    room = await blaise.post(f"{path}/leave")
    assert room["wishes"][1]["chosen"] is None
