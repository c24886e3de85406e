"""Absent players and hosts, pauses and clocks: over HTTP and WebSocket, on a real SQLite file."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cluehouse.core.errors import OutOfTime, Rejected, Stale
from cluehouse.core.ids import Seat, Seq
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.cluster import membership
from cluehouse.server.lobby import seating
from cluehouse.table.book.book import Note, Person, SatDown, TableBook
from cluehouse.table.book.lifecycle import CameBack, StoodIn, TimeRanOut
from cluehouse.table.ports import TableId
from tests.server.running_server import (
    Caller,
    Device,
    play_to_the_end,
    record_of,
    room_while_running,
    run_server,
)
from tests.server.two_servers import ada_and_ben_apart
from tests.server_process import TEST_TIMEOUT_S
from tests.table.fakes import MemoryLog

Room = dict[str, Any]
SEAT = Seat(0)


async def two_at_a_table(ada: Caller, blaise: Caller, **wish: Any) -> str:
    """Ada hosts and has the first turn."""
    table = await ada.open_table(seats=2, **wish)
    await blaise.post(f"/api/tables/{table}/sit", seat=1)
    await ada.post(f"/api/tables/{table}/start")
    return table


async def room_where(device: Device, condition: Callable[[Room], bool]) -> Room:
    while not condition(room := await device.receive("Room")):
        pass
    return room


async def test_bot_stands_in_for_an_absent_player_until_they_return(
    ada: Caller, blaise: Caller
) -> None:
    table = await two_at_a_table(ada, blaise, grace=1)
    async with blaise.visit(table) as watching:
        async with ada.visit(table) as device:
            await device.receive("Update", asked=[0])
        room = await room_where(watching, lambda room: room["chairs"][0]["standing_in"])
        assert (room["chairs"][0]["name"], room["chairs"][0]["here"]) == ("Ada", False)
        assert (await watching.receive("Update", seq=1))["asked"] == [1]
        async with ada.visit(table) as device:
            await room_where(watching, lambda room: not room["chairs"][0]["standing_in"])
            await watching.play("Ask", 1, whom=0)
            seen = await device.receive("Update", seq=2)
            assert seen["view"]["type"] == "SeatView"
            await device.play("Accuse", 2, card="twin")
            assert (await device.receive("Update", seq=3))["asked"] == [1]


async def test_game_that_a_stand_in_ends_does_not_count_as_its_players_win(
    ada: Caller, blaise: Caller
) -> None:
    table = await two_at_a_table(ada, blaise, grace=1, options={"deals": 1})
    async with blaise.visit(table) as watching:
        end = await play_to_the_end(watching)
        assert end["ended_by_stand_in"] == [0]
        assert {mark["seat"] for mark in marks_of(watching)} == {0}
    async with blaise.visit(table) as again:
        await again.receive("Update")
        assert len(marks_of(again)) == len(marks_of(watching)) > 0
    hers = await games_once_finished(ada)
    (game,) = hers["finished"]
    assert [seat["level"] for seat in game["seats"]] == ["detective", None]
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Blaise"]
    assert (hers["tallies"][0]["played"], hers["tallies"][0]["won"]) == (1, 0)
    assert hers["tallies"][0]["shared"] == 0
    his = (await blaise.get("/api/me/games"))["tallies"][0]
    assert his["won"] == (end["outcome"]["shares"][1] == 1)
    record = await record_of(blaise, table)
    seats = [record.entries[number].seat for number in record.stand_ins]
    assert seats == [entry.seat for entry in record.entries if entry.seat == 0]


async def games_once_finished(caller: Caller) -> dict[str, Any]:
    """The caller's games, once a result is stored: just after the last update is sent."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not (games := await caller.get("/api/me/games"))["finished"]:
            await asyncio.sleep(0.1)
    return dict(games)


def marks_of(device: Device) -> list[dict[str, Any]]:
    updates = (message for message in device.heard if message["type"] == "Update")
    return [mark for update in updates for mark in update["stand_ins"]]


async def test_player_who_returns_makes_moves_of_their_own(ada: Caller, blaise: Caller) -> None:
    table = await two_at_a_table(ada, blaise, grace=1)
    async with blaise.visit(table) as watching:
        await watching.receive("Update", seq=1)
        async with ada.visit(table) as device:
            await device.receive("Update")
            await watching.play("Ask", 1, whom=0)
            await device.receive("Update", seq=2)
            await device.play("Accuse", 2, card="twin")
            assert (await watching.receive("Update", seq=3))["stand_ins"] == []


@pytest.mark.parametrize(
    ("note", "refusal"), [(TimeRanOut(SEAT, Seq(4)), OutOfTime), (StoodIn(SEAT, "plain"), Stale)]
)
async def test_player_makes_no_move_while_the_book_says_that_a_bot_does(
    note: Note, refusal: type[Rejected]
) -> None:
    book, ada = await TableBook.open(MemoryLog(), TableId("table")), Guest("ada", "Ada")
    await book.write(SatDown(SEAT, Person("Ada", "ada")))
    await book.write(note)
    with pytest.raises(refusal):
        seating.check_moves(book, ada, SEAT, {SEAT: Seq(4)})
    await book.write(CameBack(SEAT))
    seating.check_moves(book, ada, SEAT, {SEAT: Seq(4)})


async def test_player_whose_time_ran_out_makes_the_next_choice() -> None:
    book, ada = await TableBook.open(MemoryLog(), TableId("table")), Guest("ada", "Ada")
    await book.write(SatDown(SEAT, Person("Ada", "ada")))
    await book.write(TimeRanOut(SEAT, Seq(4)))
    seating.check_moves(book, ada, SEAT, {SEAT: Seq(7)})


async def test_absent_host_is_succeeded_by_the_first_connected_player(
    ada: Caller, blaise: Caller
) -> None:
    table = await two_at_a_table(ada, blaise, grace=1)
    async with blaise.visit(table) as device:
        room = await room_where(device, lambda room: room["host"] == "Blaise")
        assert room["hosting"]
    assert (await ada.get(f"/api/tables/{table}"))["hosting"] is False
    assert await ada.refused(f"/api/tables/{table}/pause") == (403, "HOUSE-NOT-HOST")


async def test_moves_are_rejected_while_the_host_pauses_the_game(
    ada: Caller, blaise: Caller
) -> None:
    table = await two_at_a_table(ada, blaise)
    async with ada.visit(table) as device:
        await device.receive("Update", asked=[0])
        assert (await ada.post(f"/api/tables/{table}/pause"))["paused"]
        assert (await device.receive("Room", paused=True))["type"] == "Room"
        await device.play("Ask", 0, whom=1)
        assert (await device.receive("Refused"))["id"] == "HOUSE-PAUSED"
        await ada.post(f"/api/tables/{table}/resume")
        await device.receive("Room", paused=False)
        await device.play("Ask", 0, whom=1)
        assert (await device.receive("Update"))["seq"] == 1


async def test_player_replaced_by_a_bot_becomes_a_spectator(ada: Caller, blaise: Caller) -> None:
    table = await two_at_a_table(ada, blaise)
    async with blaise.visit(table) as device:
        await device.receive("Update", asked=[0])
        room = await ada.post(f"/api/tables/{table}/replace", seat=1, level="novice")
        assert room["chairs"][1] == {
            "type": "Robot",
            "level": "novice",
            "tired": False,
            "fell_back": False,
        }
        assert (await device.receive("Room", you=None))["yours"] == []
        update = await device.receive("Update")
        assert (update["view"]["type"], update["sights"]) == ("RailView", [])
        async with ada.visit(table) as hers:
            await hers.receive("Update", asked=[0])
            await hers.play("Ask", 0, whom=1)
            assert (await hers.receive("Update", seq=2))["asked"] == [0, 1], "the bot has asked"
    updates = [message for message in device.heard if message["type"] == "Update"]
    assert all(update["moves"] == [] for update in updates[1:])
    assert (await blaise.get("/api/lobby"))["yours"] == []


async def test_host_can_hand_over_hosting(ada: Caller, blaise: Caller) -> None:
    table = await two_at_a_table(ada, blaise)
    assert not (await ada.post(f"/api/tables/{table}/host", seat=1))["hosting"]
    room = await blaise.post(f"/api/tables/{table}/pause")
    assert (room["host"], room["hosting"], room["paused"]) == ("Blaise", True, True)


async def test_room_shows_live_clocks_and_only_the_asked_seats_clock_runs(
    ada: Caller, blaise: Caller
) -> None:
    live = {"type": "Live", "bank": 60, "increment": 5}
    table = await two_at_a_table(ada, blaise, pace=live)
    async with ada.visit(table) as device:
        room = await room_while_running(device, 0)
        assert room["pace"] == live
        assert room["chairs"][0]["clock"]["left"] <= 60
        assert room["chairs"][1]["clock"] == {"left": 60.0, "runs_in": None}
        await device.play("Ask", 0, whom=1)
        room = await room_while_running(device, 1)
        assert 60 < room["chairs"][0]["clock"]["left"] <= 65


async def test_pauses_banks_and_deadlines_survive_a_restart(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path) as host,
        Caller.named(host, "Ada") as ada,
        Caller.named(host, "Blaise") as blaise,
    ):
        day = await two_at_a_table(ada, blaise, pace={"type": "ByDay", "hours": 24})
        live = await two_at_a_table(ada, blaise, pace={"type": "Live", "bank": 60, "increment": 5})
        async with ada.visit(live) as device:
            await device.receive("Update", asked=[0])
            await device.play("Ask", 0, whom=1)
            await device.receive("Update", seq=1)
            room = await room_while_running(device, 1)
        async with ada.visit(day) as device:
            await room_where(device, lambda room: room["chairs"][0]["clock"] is not None)
            await ada.post(f"/api/tables/{day}/pause")
        cookies = ada.http.cookies
    async with run_server(tmp_path) as host, Caller.named(host, "Guest") as again:
        again.http.cookies = cookies
        async with again.visit(live) as device:
            there = await room_where(device, lambda room: room["chairs"][0]["clock"] is not None)
            assert there["chairs"][0]["clock"] == room["chairs"][0]["clock"]
        async with again.visit(day) as device:
            there = await room_where(device, lambda room: room["chairs"][0]["clock"] is not None)
            assert there["paused"]
            clock = there["chairs"][0]["clock"]
            assert clock["runs_in"] is None
            assert 24 * 3600 - 60 < clock["left"] <= 24 * 3600


@pytest.mark.parametrize(
    ("command", "body", "answer"),
    [
        ("resume", {}, (400, "HOUSE-BAD-REQUEST")),
        ("replace", {"seat": 7, "level": "novice"}, (400, "HOUSE-BAD-REQUEST")),
        ("replace", {"seat": 1, "level": "grandmaster"}, (400, "HOUSE-BAD-REQUEST")),
        ("host", {"seat": -1}, (400, "HOUSE-BAD-REQUEST")),
        ("host", {}, (400, "HOUSE-BAD-REQUEST")),
    ],
)
async def test_invalid_host_command_is_rejected(
    ada: Caller, blaise: Caller, command: str, body: dict[str, Any], answer: tuple[int, str]
) -> None:
    table = await two_at_a_table(ada, blaise)
    assert await ada.refused(f"/api/tables/{table}/{command}", **body) == answer


async def test_only_the_host_can_pause_and_only_once(ada: Caller, blaise: Caller) -> None:
    table = await two_at_a_table(ada, blaise)
    answers = await asyncio.gather(
        *(ada.http.post(f"/api/tables/{table}/pause", json={}) for _ in range(3))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400]
    for command, body in (
        ("resume", {}),
        ("replace", {"seat": 0, "level": "novice"}),
        ("host", {"seat": 1}),
    ):
        assert await blaise.refused(f"/api/tables/{table}/{command}", **body) == (
            403,
            "HOUSE-NOT-HOST",
        )


async def test_pause_and_replace_are_rejected_before_the_start(ada: Caller) -> None:
    table = await ada.open_table()
    assert await ada.refused(f"/api/tables/{table}/pause") == (409, "HOUSE-NOT-STARTED")
    replace = await ada.refused(f"/api/tables/{table}/replace", seat=0, level="novice")
    assert replace == (409, "HOUSE-NOT-STARTED")


@pytest.mark.parametrize(
    "wish",
    [
        {"grace": -1},
        {"grace": 4000},
        {"pace": {"type": "Live", "bank": 1, "increment": 0}},
        {"pace": {"type": "Live", "bank": 60}},
        {"pace": {"type": "ByDay", "hours": 0}},
        {"pace": {"type": "Blitz"}},
        {"pace": {"type": "Relaxed", "hours": 1}},
    ],
)
async def test_invalid_pace_or_grace_is_rejected(ada: Caller, wish: dict[str, Any]) -> None:
    answer = await ada.refused("/api/tables", game="keyhole", seats=2, **wish)
    assert answer == (400, "HOUSE-BAD-REQUEST")


# --- leaving politely --------------------------------------------------------------------------


async def test_bot_takes_the_seat_at_once_and_the_player_takes_it_back(
    ada: Caller, blaise: Caller
) -> None:
    table = await two_at_a_table(ada, blaise)
    async with ada.visit(table) as hers, blaise.visit(table) as his:
        room = await ada.post(f"/api/tables/{table}/step-out")
        assert room["chairs"][0]["standing_in"]
        await room_where(his, lambda room: room["chairs"][0]["standing_in"])
        update = await his.receive("Update", seq=1)
        assert [mark["seat"] for mark in update["stand_ins"]] == [0]
        await ada.post(f"/api/tables/{table}/come-back")
        await room_where(his, lambda room: not room["chairs"][0]["standing_in"])
        await his.play("Ask", 1, whom=0)
        await hers.receive("Update", seq=2)
        await hers.play("Accuse", 2, card="twin")
        assert (await his.receive("Update", seq=3))["stand_ins"] == []


async def test_player_who_stepped_out_takes_the_seat_back_with_a_move(
    ada: Caller, blaise: Caller
) -> None:
    table = await two_at_a_table(ada, blaise)
    async with ada.visit(table) as hers, blaise.visit(table) as his:
        await blaise.post(f"/api/tables/{table}/step-out")
        await hers.receive("Update", seq=0)
        await room_where(his, lambda room: room["chairs"][1]["standing_in"])
        await hers.play("Ask", 0, whom=1)
        await hers.receive("Update", seq=2)  # the bot has asked
        await his.play("Accuse", 2, card="twin")
        await room_where(his, lambda room: not room["chairs"][1]["standing_in"])


async def test_player_who_stepped_out_takes_the_seat_back_by_connecting(
    ada: Caller, blaise: Caller
) -> None:
    table = await two_at_a_table(ada, blaise)
    async with blaise.visit(table) as his:
        async with ada.visit(table):
            await ada.post(f"/api/tables/{table}/step-out")
            await room_where(his, lambda room: room["chairs"][0]["standing_in"])
        await room_where(his, lambda room: not room["chairs"][0]["here"])
        async with ada.visit(table):
            await room_where(his, lambda room: room["chairs"][0]["here"])
            await room_where(his, lambda room: not room["chairs"][0]["standing_in"])


async def test_companion_steps_out_of_their_own_seat(ada: Caller) -> None:
    table = await ada.open_table(seats=2)
    path = f"/api/tables/{table}"
    await ada.post(f"{path}/sit", seat=1, companion="Ben")
    await ada.post(f"{path}/start")
    room = await ada.post(f"{path}/step-out", seat=1)
    assert [chair["standing_in"] for chair in room["chairs"]] == [False, True]


async def test_only_players_let_a_bot_play_and_only_for_themselves(
    ada: Caller, blaise: Caller, eve: Caller
) -> None:
    waiting = f"/api/tables/{await ada.open_table(seats=2)}"
    path = f"/api/tables/{await two_at_a_table(ada, blaise)}"
    for command in ("step-out", "come-back"):
        assert await ada.refused(f"{waiting}/{command}") == (409, "HOUSE-NOT-STARTED")
        assert await eve.refused(f"{path}/{command}") == (403, "HOUSE-NOT-SEATED")
        assert await ada.refused(f"{path}/{command}", seat=1) == (403, "HOUSE-NOT-SEATED")
        for wrong in (7, -1, "0", [0]):
            status, _ = await ada.refused(f"{path}/{command}", seat=wrong)
            assert status in (400, 403)
    assert await ada.refused(f"{path}/come-back") == (400, "HOUSE-BAD-REQUEST")
    await ada.post(f"{path}/step-out")
    assert await ada.refused(f"{path}/step-out") == (400, "HOUSE-BAD-REQUEST")


async def test_no_bot_is_let_in_once_the_game_is_over(
    ada: Caller, blaise: Caller, eve: Caller
) -> None:
    table = await two_at_a_table(ada, blaise, options={"deals": 1})
    async with ada.visit(table) as hers, blaise.visit(table) as his:
        await asyncio.gather(play_to_the_end(hers), play_to_the_end(his))
    for command in ("step-out", "come-back"):
        assert await ada.refused(f"/api/tables/{table}/{command}") == (409, "HOUSE-STALE")
        assert await eve.refused(f"/api/tables/{table}/{command}") == (403, "HOUSE-NOT-SEATED")


async def test_others_see_when_a_bot_will_step_in(ada: Caller, blaise: Caller) -> None:
    table = await two_at_a_table(ada, blaise, grace=3600)
    async with blaise.visit(table) as his:
        async with ada.visit(table):
            room = await room_where(his, lambda room: room["chairs"][0]["here"])
            assert room["chairs"][0]["stands_in_after"] is None
        room = await room_where(his, lambda room: not room["chairs"][0]["here"])
        assert 0 < room["chairs"][0]["stands_in_after"] <= 3600
        assert room["chairs"][1]["stands_in_after"] is None


async def test_player_who_is_absent_at_the_start_has_the_grace_time_too(
    ada: Caller, blaise: Caller
) -> None:
    table = await ada.open_table(seats=2, grace=3600)
    await blaise.post(f"/api/tables/{table}/sit", seat=1)
    async with ada.visit(table) as hers:
        await ada.post(f"/api/tables/{table}/start")
        await room_where(hers, lambda room: bool(room["chairs"][1]["stands_in_after"]))


async def test_delayed_spectators_do_not_see_when_a_bot_will_step_in(
    ada: Caller, blaise: Caller, eve: Caller
) -> None:
    table = await two_at_a_table(ada, blaise, grace=3600, rail={"delay": 60})
    async with eve.visit(table) as hers, blaise.visit(table):
        room = await room_where(hers, lambda room: room["chairs"][1]["here"])
        assert not room["chairs"][0]["here"]
        assert room["chairs"][0]["stands_in_after"] is None


async def test_player_steps_out_and_comes_back_through_two_processes(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "POLL_INTERVAL_S", 0.1)
    async with ada_and_ben_apart(tmp_path, database) as (ada, ben):
        table = await two_at_a_table(ada, ben)
        async with ben.visit(table) as his, ada.visit(table) as hers:
            await hers.receive("Update", asked=[0])
            await ada.post(f"/api/tables/{table}/step-out")
            assert (await his.receive("Update", seq=1))["stand_ins"] != []
            await ada.post(f"/api/tables/{table}/come-back")
            await his.play("Ask", 1, whom=0)
            await hers.receive("Update", seq=2)
            await hers.play("Accuse", 2, card="twin")
            assert (await his.receive("Update", seq=3))["stand_ins"] == []
