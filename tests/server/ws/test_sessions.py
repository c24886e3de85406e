"""Sessions over HTTP and WebSockets, on a real SQLite file."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cluehouse.core.errors import DiskFull
from cluehouse.core.record import Entry
from cluehouse.games.keyhole.pieces import DECK
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import Header
from tests.server.running_server import Caller, choose, play_to_the_end, run_server


def names(room: dict[str, Any]) -> list[str | None]:
    return [chair.get("name") or chair.get("level") for chair in room["chairs"]]


async def test_two_players_and_a_bot_play_a_game(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(options={"deals": 1})
    await blaise.post(f"/api/tables/{table}/sit", seat=2)
    async with ada.visit(table) as one, blaise.visit(table) as two:
        room = await ada.post(f"/api/tables/{table}/start", fill="novice")
        assert names(room) == ["Ada", "novice", "Blaise"]
        ends = await asyncio.gather(play_to_the_end(one), play_to_the_end(two))
    assert ends[0]["outcome"] == ends[1]["outcome"]
    async with asyncio.timeout(10):
        while (await ada.get("/api/lobby"))["yours"]:  # until the result is stored
            await asyncio.sleep(0.05)


async def test_listed_table_is_in_the_lobby_and_a_private_one_is_not(
    ada: Caller, blaise: Caller
) -> None:
    pace = {"type": "Live", "bank": 300, "increment": 15}
    listed = await ada.open_table(listed=True, pace=pace)
    private = await ada.open_table()
    assert (await blaise.get("/api/lobby"))["open"] == [], "nobody waits there"
    async with ada.visit(listed) as device, ada.visit(private):
        await device.receive("Room")
        lobby = await blaise.get("/api/lobby")
    assert [line["id"] for line in lobby["open"]] == [listed]
    assert (lobby["open"][0]["free"], lobby["open"][0]["pace"]) == (2, pace)
    yours = (await ada.get("/api/lobby"))["yours"]
    assert {line["id"]: line["pace"] for line in yours} == {
        listed: pace,
        private: {"type": "Relaxed"},
    }


async def test_room_is_sent_when_guests_connect_and_disconnect(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table()
    async with ada.visit(table) as device:
        await device.receive("Welcome")
        await blaise.post(f"/api/tables/{table}/sit", seat=1)
        room = await device.receive("Room")
        while names(room)[1] is None:
            room = await device.receive("Room")
        assert (room["chairs"][1]["name"], room["chairs"][1]["here"]) == ("Blaise", False)
        async with blaise.visit(table):
            while not (room := await device.receive("Room"))["chairs"][1]["here"]:
                pass
        while (room := await device.receive("Room"))["chairs"][1]["here"]:
            pass
        await blaise.post(f"/api/tables/{table}/leave")
        while names(room)[1] is not None:
            room = await device.receive("Room")


async def test_room_shows_whether_a_host_without_a_seat_is_connected(
    ada: Caller, blaise: Caller
) -> None:
    table = await ada.open_table()
    await ada.post(f"/api/tables/{table}/leave")
    async with blaise.visit(table) as device:
        while (await device.receive("Room"))["host_here"]:
            pass
        async with ada.visit(table):
            while not (await device.receive("Room"))["host_here"]:
                pass
        while (await device.receive("Room"))["host_here"]:
            pass


async def test_seat_is_kept_across_a_server_restart(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        table = await ada.open_table(seats=2)
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        async with ada.visit(table) as device:
            before = await device.receive("Update", asked=[0])
        cookies = ada.http.cookies
    async with run_server(tmp_path) as host, Caller.named(host, "somebody") as again:
        again.http.cookies = cookies
        async with again.visit(table, since=before["seq"]) as device:
            assert (await device.receive("Room"))["you"] == 0
            after = await device.receive("Update")
            assert after["sights"] == []
            assert {key: after[key] for key in ("seq", "view", "moves")} == {
                key: before[key] for key in ("seq", "view", "moves")
            }
            await choose(device, after)
            assert (await device.receive("Update"))["seq"] == before["seq"] + 1


async def test_two_clients_on_one_seat_receive_the_same_updates(ada: Caller) -> None:
    table = await ada.open_table(seats=2)
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with ada.visit(table) as phone, ada.visit(table) as laptop:
        first = await phone.receive("Update", asked=[0])
        assert await laptop.receive("Update", asked=[0]) == first
        await choose(phone, first)
        assert await laptop.receive("Update") == await phone.receive("Update")
        await laptop.say("Mark", cell="twin", mark="no")
        for device in (phone, laptop):
            assert (await device.receive("Marks", undoable=True))["marks"] == {"twin": "no"}
        await phone.say("Undo")
        assert (await laptop.receive("Marks", undoable=False))["marks"] == {}


async def test_deductions_follow_the_help_level_of_the_table(ada: Caller) -> None:
    for help in ("seen", "deducing"):
        table = await ada.open_table(seats=2, help=help)
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        async with ada.visit(table) as device:
            await device.receive("Update", asked=[0])
            await device.say("TakeNotes")
            notes = (await device.receive("NotesTaken"))["notes"]
            assert len(notes["cleared"]) == 1
            assert bool(notes["suspects"]) == (help == "deducing")


async def test_a_player_may_use_less_help_than_the_table_allows_and_not_more(ada: Caller) -> None:
    table = await ada.open_table(seats=2, help="deducing")
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with ada.visit(table) as device:
        await device.receive("Update", asked=[0])
        await device.say("TakeNotes", help="seen")
        taken = await device.receive("NotesTaken")
        assert (taken["help"], taken["notes"]["suspects"]) == ("seen", [])
        await device.say("TakeNotes", help="deducing")
        assert (await device.receive("NotesTaken"))["notes"]["suspects"]
    table = await ada.open_table(seats=2, help="seen")
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with ada.visit(table) as device:
        await device.receive("Update", asked=[0])
        await device.say("TakeNotes", help="deducing")
        assert (await device.receive("Refused"))["id"] == "HOUSE-BAD-REQUEST"


async def test_checked_marks_are_contradicted_by_what_the_player_saw_alone(ada: Caller) -> None:
    table = await ada.open_table(seats=2)
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with ada.visit(table) as device:
        own = (await device.receive("Update", asked=[0]))["view"]["card"]
        for cell, mark in (("0", "✗"), ("1", "✓"), ("culprit", "?")):
            await device.say("Mark", cell=f"1.{own}.{cell}", mark=mark)
            await device.receive("Marks")
        other = next(card for card in DECK if card != own)
        await device.say("Mark", cell=f"1.{other}.culprit", mark="✓")
        await device.receive("Marks")
        await device.say("CheckMarks")
        checked = await device.receive("MarksChecked")
        assert checked["contradicted"] == [f"1.{own}.0", f"1.{own}.1"]
        assert len(checked["marks"]) == 4


async def test_help_level_paper_gives_no_deductions(ada: Caller) -> None:
    table = await ada.open_table(seats=2, help="paper")
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with ada.visit(table) as device:
        await device.receive("Update", asked=[0])
        for asked in ("TakeNotes", "CheckMarks"):
            await device.say(asked)
            assert (await device.receive("Refused"))["id"] == "HOUSE-BAD-REQUEST"
        await device.say("Mark", cell="twin", mark="no")
        assert (await device.receive("Marks", undoable=True))["marks"] == {"twin": "no"}


async def test_marks_need_a_started_game_and_are_not_inherited(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table()
    await blaise.post(f"/api/tables/{table}/sit", seat=1)
    async with blaise.visit(table) as device:
        await device.say("Mark", cell="twin", mark="no")
        assert (await device.receive("Refused"))["id"] == "HOUSE-NOT-STARTED"


async def test_cookie_of_another_server_on_the_same_host_is_ignored(tmp_path: Path) -> None:
    """Browsers send a cookie to every port of a host."""
    async with (
        run_server(tmp_path / "one") as here,
        run_server(tmp_path / "two") as there,
        Caller.named(here, "Ada") as ada,
    ):
        table = await ada.open_table()
        await Caller(there, ada.http).http.get(f"http://{there}/api/me")
        assert (await ada.get(f"/api/tables/{table}"))["you"] == 0


async def test_details_of_a_server_failure_are_not_sent_to_clients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(self: SqliteArchive, header: Header, deal: Entry) -> None:
        raise DiskFull("no room left to write cluehouse.db")

    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        table = await ada.open_table(seats=2)
        async with ada.visit(table) as device:
            with monkeypatch.context() as patched:
                patched.setattr(SqliteArchive, "create", full)
                answer = await ada.http.post(f"/api/tables/{table}/start", json={})
                assert (answer.status_code, answer.json()["id"]) == (503, "HOUSE-DISK-FULL")
                assert "cluehouse.db" not in answer.text
                assert await device.closed() == 1013, "to come back by itself"
        async with ada.visit(table) as device:
            assert (await device.receive("Update"))["seq"] == 0, (
                "the game goes on when there is room"
            )


async def test_welcome_says_how_many_sights_the_last_client_received(ada: Caller) -> None:
    table = await ada.open_table(seats=2)
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with ada.visit(table) as phone:
        assert (await phone.receive("Welcome"))["told"] is None
        known = (await phone.receive("Update", asked=[0]))["sights"]
    async with ada.visit(table) as laptop:
        while (welcome := await laptop.receive("Welcome"))["told"] is None:
            pass
        assert welcome["told"] == len(known)
        assert (await laptop.receive("Update"))["sights"] == known


async def test_spectator_sees_the_rail_and_cannot_play(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table(seats=2)
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with blaise.visit(table) as device:
        update = await device.receive("Update", asked=[0])
        assert update["view"]["type"] == "RailView"
        assert update["moves"] == []
        await device.play("Ask", update["seq"], whom=1)
        assert (await device.receive("Refused"))["id"] == "HOUSE-NOT-SEATED"


async def test_only_the_host_seats_bots_frees_seats_and_starts(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table()
    path = f"/api/tables/{table}"
    await blaise.post(f"{path}/sit", seat=1)
    for wish, body in (
        ("bot", {"seat": 2, "level": "novice"}),
        ("free", {"seat": 0}),
        ("start", {}),
    ):
        assert await blaise.refused(f"{path}/{wish}", **body) == (403, "HOUSE-NOT-HOST")
    assert names(await ada.post(f"{path}/bot", seat=2, level="plain")) == ["Ada", "Blaise", "plain"]
    assert names(await ada.post(f"{path}/free", seat=1)) == ["Ada", None, "plain"]


async def test_taken_seat_is_refused(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table()
    async with Caller.named(ada.host, "Chloé") as chloe:
        answers = await asyncio.gather(
            *(
                caller.http.post(f"/api/tables/{table}/sit", json={"seat": 1})
                for caller in (blaise, chloe)
            )
        )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refusal = next(answer for answer in answers if answer.status_code == 409)
    assert refusal.json()["id"] == "HOUSE-SEAT-TAKEN"


async def test_seats_are_fixed_once_the_game_has_started(ada: Caller, blaise: Caller) -> None:
    table = await ada.open_table()
    await ada.post(f"/api/tables/{table}/start")
    assert await blaise.refused(f"/api/tables/{table}/sit", seat=1) == (409, "HOUSE-STARTED")
    assert await ada.refused(f"/api/tables/{table}/leave") == (409, "HOUSE-STARTED")
    assert await ada.refused(f"/api/tables/{table}/start") == (409, "HOUSE-STARTED")
