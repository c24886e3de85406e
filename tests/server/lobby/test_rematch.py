"""Rematches: one request moves all players to a new table; spectators learn of it after the end."""

import asyncio
from typing import Any

import pytest

from cluehouse.core.ids import Seat
from cluehouse.games import GAMES
from cluehouse.server.lobby.rematch import rematch_notes
from cluehouse.table.book.book import Opened, Person, SatDown, TableBook, Wished
from cluehouse.table.ports import TableId
from tests.server.running_server import GIFT, Caller, Device, play_out
from tests.table.fakes import MemoryLog


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"limit_scale": 100}


async def open_for_two(ada: Caller, ben: Caller, **wish: Any) -> str:
    """A table for Ada, Ben and a bot."""
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


async def receive_room(device: Device, **wanted: Any) -> dict[str, Any]:
    return await device.receive("Room", **wanted)


async def test_rematch_keeps_players_and_settings_and_moves_each_player_one_seat(
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


async def test_concurrent_rematch_requests_open_one_table(ada: Caller, ben: Caller) -> None:
    table = await finished(ada, ben)
    rooms = await asyncio.gather(*(rematch(each, table) for each in (ada, ben, ada, ben)))
    assert len({room["id"] for room in rooms}) == 1
    assert (await rematch(ada, table))["id"] == rooms[0]["id"]
    assert [it["id"] for it in (await ada.get("/api/lobby"))["yours"]] == [rooms[0]["id"]]


async def test_rematch_starts_when_all_players_are_connected_and_have_contributed(
    ada: Caller, ben: Caller
) -> None:
    table = (await rematch(ben, await finished(ada, ben)))["id"]
    contribute = f"/api/tables/{table}/contribute"
    async with ben.visit(table) as his:
        await ben.post(contribute, seat=0, value=GIFT)
        assert not (await receive_room(his, contributed=[0]))["started"]
        async with ada.visit(table) as hers:
            await receive_room(hers, started=False, gathering=True)
            await ada.post(contribute, seat=2, value=GIFT)
            await receive_room(hers, started=True, gathering=False)
            assert (await hers.receive("Update"))["view"]["seat"] == 2
            assert (await his.receive("Update"))["asked"] == [0], (
                "the second seat begins the next game"
            )


async def test_host_can_start_a_rematch_before_absent_players_return(
    ada: Caller, ben: Caller
) -> None:
    table = (await rematch(ben, await finished(ada, ben)))["id"]
    room = await ben.get(f"/api/tables/{table}")
    assert room["hosting"], "Ada was host, and is disconnected"
    assert (await ben.post(f"/api/tables/{table}/start"))["started"]


async def test_connected_host_stays_host_of_the_rematch(ada: Caller, ben: Caller) -> None:
    table = await finished(ada, ben)
    async with ada.visit(table) as device:
        await device.receive("Update")
        assert (await rematch(ben, table))["host"] == "Ada"


async def test_rematch_is_broadcast_to_players_and_spectators(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await finished(ada, ben)
    async with ada.visit(table) as hers, eve.visit(table) as watching:
        for device in (hers, watching):
            assert (await receive_room(device))["rematch"] is None
        link = {"table": (await rematch(ben, table))["id"], "name": "Ben"}
        for device in (hers, watching):
            await receive_room(device, rematch=link)


async def test_delayed_spectators_learn_of_a_rematch_only_after_the_end_of_the_game(
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
        await receive_room(watching, rematch={"table": room["id"], "name": "Ben"})
    assert update["outcome"] is not None


async def test_rematch_is_hidden_from_guests_who_may_not_watch(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await finished(ada, ben, rail={"open": False})
    room = await rematch(ada, table)
    assert (await eve.get(f"/api/tables/{table}"))["rematch"] is None
    assert room["rail"]["open"] is False


async def test_rematch_is_rejected_before_the_end_and_for_guests_without_a_seat(
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


async def test_removed_guest_stays_removed_at_the_rematch(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await open_for_two(ada, ben)
    async with eve.visit(table) as watching, ada.visit(table) as hers:
        while not (room := await receive_room(hers))["watchers"]:
            pass
        who = room["watchers"][0]["who"]
        await ada.post(f"/api/tables/{table}/remove", who=who)
        assert await watching.closed() == 4005
    await play_out(table, ada, ben)
    room = await rematch(ada, table)
    assert (await eve.http.get(f"/api/tables/{room['id']}")).status_code == 403


async def test_erased_guest_leaves_a_free_seat_and_no_name(ada: Caller, ben: Caller) -> None:
    table = await finished(ada, ben)
    await rematch(ben, table)
    await ben.post("/api/me/forget")
    assert (await ada.get(f"/api/tables/{table}"))["rematch"]["name"] == ""
    async with ada.visit(await finished(ada, await named_ben(ben))) as hers:
        old = (await receive_room(hers))["id"]
        await ben.post("/api/me/forget")
        assert sitters(await rematch(ada, old)) == [None, "novice", "Ada"]


async def named_ben(caller: Caller) -> Caller:
    await caller.post("/api/me", name="Ben")
    return caller


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ([], [Wished(Seat(2), "plum"), Wished(Seat(0), "scarlet")]),
        (["plum", "green", None], [Wished(Seat(0), "scarlet")]),  # another seat has Plum
    ],
)
async def test_chosen_characters_are_kept_where_the_new_seats_allow_it(
    given: list[str | None], kept: list[Wished]
) -> None:
    book, ada = TableBook(MemoryLog(), TableId("old")), Person("Ada", "ada")
    await book.write(Opened("clue", {"suspects": given}, 3, False, "seen", ada))
    for note in (
        *(SatDown(Seat(0), ada), Wished(Seat(0), "plum")),
        *(SatDown(Seat(1), Person("Ben", "ben")), Wished(Seat(1), "scarlet")),
    ):
        await book.write(note)
    notes = list(rematch_notes(TableId("old"), book, GAMES["clue"], ada))
    assert [note for note in notes if isinstance(note, Wished)] == kept
