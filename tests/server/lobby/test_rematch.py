"""Once more after the end: one press takes everybody along, and nobody hears of it too early."""

import asyncio
from typing import Any

import pytest

from cluehouse.core.ids import Seat
from cluehouse.games import GAMES
from cluehouse.server.lobby.rematch import sequel
from cluehouse.table.book.book import Opened, Person, SatDown, TableBook, Wished
from cluehouse.table.ports import TableId
from tests.server.running_server import GIFT, Caller, Device, play_out
from tests.table.fakes import MemoryLog


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"limit_scale": 100}


async def open_for_two(ada: Caller, ben: Caller, **wish: Any) -> str:
    """Ada, Ben and a bot."""
    table = await ada.open_table(**{"seats": 3, "options": {"deals": 1}, **wish})
    await ben.post(f"/api/tables/{table}/sit", seat=1)
    return table


async def finished(ada: Caller, ben: Caller, **wish: Any) -> str:
    table = await open_for_two(ada, ben, **wish)
    await play_out(table, ada, ben)
    return table


async def rematch(caller: Caller, table: str) -> dict[str, Any]:
    return dict(await caller.post(f"/api/tables/{table}/rematch"))


def sitters(room: dict[str, Any]) -> list[str | None]:
    return [chair.get("name", chair.get("level")) for chair in room["chairs"]]


async def hear_room(device: Device, **wanted: Any) -> dict[str, Any]:
    return await device.receive("Room", **wanted)


async def test_the_same_people_sit_one_seat_further_with_the_same_settings(
    ada: Caller, ben: Caller
) -> None:
    settings = {
        "pace": {"type": "Live", "bank": 300, "increment": 5},
        "grace": 30,
        "help": "deducing",
        "listed": True,
        "rail": {"open": True, "delay": 60, "speaks": False},
    }
    table = await finished(ada, ben, **settings)
    room = await rematch(ben, table)
    assert sitters(room) == ["Ben", "novice", "Ada"]
    assert (room["you"], room["started"], room["gathering"]) == (0, False, True)
    assert {name: room[name] for name in settings} == settings
    assert (room["game"], room["options"]["deals"]) == ("keyhole", 1)
    old = await ada.get(f"/api/tables/{table}")
    assert old["rematch"] == {"table": room["id"], "name": "Ben"}
    assert old["commitment"] != room["commitment"]
    assert [it["id"] for it in (await ada.get("/api/lobby"))["yours"]] == [room["id"]]


async def test_several_who_press_at_once_meet_at_one_table(ada: Caller, ben: Caller) -> None:
    table = await finished(ada, ben)
    rooms = await asyncio.gather(*(rematch(each, table) for each in (ada, ben, ada, ben)))
    assert len({room["id"] for room in rooms}) == 1
    assert (await rematch(ada, table))["id"] == rooms[0]["id"]
    assert [it["id"] for it in (await ada.get("/api/lobby"))["yours"]] == [rooms[0]["id"]]


async def test_the_game_starts_when_all_have_come_and_given_their_luck(
    ada: Caller, ben: Caller
) -> None:
    table = (await rematch(ben, await finished(ada, ben)))["id"]
    gift = f"/api/tables/{table}/contribute"
    async with ben.visit(table) as his:
        await ben.post(gift, seat=0, value=GIFT)
        assert not (await hear_room(his, contributed=[0]))["started"]
        async with ada.visit(table) as hers:
            await hear_room(hers, started=False, gathering=True)
            await ada.post(gift, seat=2, value=GIFT)
            await hear_room(hers, started=True, gathering=False)
            assert (await hers.receive("Update"))["view"]["seat"] == 2
            assert (await his.receive("Update"))["asked"] == [0], (
                "the second seat begins the next game"
            )


async def test_the_host_need_not_wait_for_whoever_stays_away(ada: Caller, ben: Caller) -> None:
    table = (await rematch(ben, await finished(ada, ben)))["id"]
    room = await ben.get(f"/api/tables/{table}")
    assert room["hosting"], "Ada was host, and had gone"
    assert (await ben.post(f"/api/tables/{table}/start"))["started"]


async def test_a_host_who_is_there_stays_host(ada: Caller, ben: Caller) -> None:
    table = await finished(ada, ben)
    async with ada.visit(table) as device:
        await device.receive("Update")
        assert (await rematch(ben, table))["host"] == "Ada"


async def test_everybody_at_the_table_hears_of_it(ada: Caller, ben: Caller, eve: Caller) -> None:
    table = await finished(ada, ben)
    async with ada.visit(table) as hers, eve.visit(table) as watching:
        for device in (hers, watching):
            assert (await hear_room(device))["rematch"] is None
        told = {"table": (await rematch(ben, table))["id"], "name": "Ben"}
        for device in (hers, watching):
            await hear_room(device, rematch=told)


async def test_a_late_public_hears_of_it_when_it_has_seen_the_end(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await open_for_two(ada, ben, rail={"delay": 1})
    async with eve.visit(table) as watching:
        await play_out(table, ada, ben)
        room = await rematch(ben, table)
        while (update := await watching.receive("Update"))["outcome"] is None:
            pass
        rooms = [message for message in watching.heard if message["type"] == "Room"]
        assert {room["rematch"] is None for room in rooms} == {True}, "before the end is shown"
        await hear_room(watching, rematch={"table": room["id"], "name": "Ben"})
    assert update["outcome"] is not None


async def test_behind_a_shut_rail_nobody_hears_that_the_game_is_over(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await finished(ada, ben, rail={"open": False})
    room = await rematch(ada, table)
    assert (await eve.get(f"/api/tables/{table}"))["rematch"] is None
    assert room["rail"]["open"] is False


async def test_there_is_no_rematch_before_the_end_nor_for_strangers(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await open_for_two(ada, ben)
    path = f"/api/tables/{table}/rematch"
    assert await ada.refused(path) == (409, "HOUSE-NOT-STARTED")
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    assert await ada.refused(path) == (409, "HOUSE-NOT-OVER")
    assert await eve.refused(path) == (403, "HOUSE-NOT-SEATED")
    assert await eve.refused("/api/tables/nowhere/rematch") == (404, "HOUSE-NO-TABLE")
    assert (await ada.get(f"/api/tables/{table}"))["rematch"] is None


async def test_whoever_was_shown_out_is_not_let_in_again(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await open_for_two(ada, ben)
    async with eve.visit(table) as watching, ada.visit(table) as hers:
        while not (room := await hear_room(hers))["watchers"]:
            pass
        who = room["watchers"][0]["who"]
        await ada.post(f"/api/tables/{table}/remove", who=who)
        assert await watching.closed() == 4005
    await play_out(table, ada, ben)
    room = await rematch(ada, table)
    assert (await eve.http.get(f"/api/tables/{room['id']}")).status_code == 403


async def test_whoever_was_forgotten_leaves_a_free_seat_and_no_name(
    ada: Caller, ben: Caller
) -> None:
    table = await finished(ada, ben)
    await rematch(ben, table)
    await ben.post("/api/me/forget")
    assert (await ada.get(f"/api/tables/{table}"))["rematch"]["name"] == ""
    async with ada.visit(await finished(ada, await newcomer(ben))) as hers:
        old = (await hear_room(hers))["id"]
        await ben.post("/api/me/forget")
        assert sitters(await rematch(ada, old)) == [None, "novice", "Ada"]


async def newcomer(caller: Caller) -> Caller:
    await caller.post("/api/me", name="Ben")
    return caller


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ([], [Wished(Seat(2), "plum"), Wished(Seat(0), "scarlet")]),
        (["plum", "green", None], [Wished(Seat(0), "scarlet")]),  # Plum is given to another seat
    ],
)
async def test_people_stay_whom_they_chose_to_be_as_far_as_it_goes(
    given: list[str | None], kept: list[Wished]
) -> None:
    book, ada = TableBook(MemoryLog(), TableId("old")), Person("Ada", "ada")
    await book.write(Opened("clue", {"suspects": given}, 3, False, "seen", ada))
    for note in (
        *(SatDown(Seat(0), ada), Wished(Seat(0), "plum")),
        *(SatDown(Seat(1), Person("Ben", "ben")), Wished(Seat(1), "scarlet")),
    ):
        await book.write(note)
    notes = list(sequel(TableId("old"), book, GAMES["clue"], ada))
    assert [note for note in notes if isinstance(note, Wished)] == kept
