"""What a guest has played, and how a guest is forgotten: the games stay."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cluehouse.server.lobby.presence import Presence
from cluehouse.server.wire.close_codes import COME_BACK
from cluehouse.table.book.book import TableBook
from tests.server.old_data import ADA, BLAISE, IDENTITY, write_old_data
from tests.server.running_server import Caller, choose, play_to_the_end, run_server


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[str]:
    async with run_server(write_old_data(tmp_path), limit_scale=100) as address:
        yield address


@pytest.fixture
async def ada(host: str) -> AsyncIterator[Caller]:
    async with Caller.known(host, IDENTITY, ADA) as caller:
        yield caller


@pytest.fixture
async def blaise(host: str) -> AsyncIterator[Caller]:
    async with Caller.known(host, IDENTITY, BLAISE) as caller:
        yield caller


NO_GAMES: dict[str, list[Any]] = {"unfinished": [], "finished": [], "tallies": [], "abandoned": []}


async def games_of(caller: Caller, finished: int) -> dict[str, Any]:
    """When the house has written down so many ends."""
    async with asyncio.timeout(20):
        while len((games := await caller.get("/api/me/games"))["finished"]) < finished:
            await asyncio.sleep(0.02)
    return dict(games)


def names(room: dict[str, Any]) -> list[str | None]:
    return [chair.get("name", chair.get("level")) for chair in room["chairs"]]


def on_disk(data: Path) -> bytes:
    """The database, and what lies beside it while it is open."""
    return b"".join(file.read_bytes() for file in data.glob("cluehouse.db*"))


def written(data: Path) -> bytes:
    """Everything in the database."""
    query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        tables = [name for (name,) in db.execute(query)]
        rows = [row for table in tables for row in db.execute(f"SELECT * FROM {table}")]
    return repr(rows).encode()


async def test_unfinished_games_say_whose_turn_it_is(ada: Caller, blaise: Caller) -> None:
    for caller, turn in ((ada, False), (blaise, True)):
        games = await games_of(caller, finished=1)
        lines = {line["id"]: line for line in games["unfinished"]}
        assert lines["running-table"] == {
            "id": "running-table",
            "game": "keyhole",
            "started": True,
            "names": ["Ada", "Blaise"],
            "your_turn": turn,
            "pace": {"type": "Relaxed"},
            "left": None,
        }
        assert not lines["waiting-table"]["started"]
        assert not lines["waiting-table"]["your_turn"]


async def test_whose_turn_it_is_follows_the_game(ada: Caller, blaise: Caller) -> None:
    async with ada.visit("running-table") as hers, blaise.visit("running-table") as his:
        await choose(his, await his.receive("Update", asked=[1]))
        await hers.receive("Update", asked=[0, 1, 2])
        for caller in (ada, blaise):
            lines = (await games_of(caller, finished=1))["unfinished"]
            assert [line["your_turn"] for line in lines if line["started"]] == [True]


async def unfinished(caller: Caller, table: str) -> dict[str, Any]:
    games = await games_of(caller, finished=1)
    return next(line for line in games["unfinished"] if line["id"] == table)


async def test_unfinished_games_tell_their_pace_and_how_long_a_choice_may_take(
    ada: Caller, blaise: Caller
) -> None:
    pace = {"type": "ByDay", "hours": 24}
    table = await ada.open_table(seats=2, pace=pace)
    await blaise.post(f"/api/tables/{table}/sit", seat=1)
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    async with ada.visit(table), asyncio.timeout(20):
        lines: list[dict[str, Any]] = []
        while not any(line["left"] for line in lines):  # a deadline is written soon
            lines = [await unfinished(caller, table) for caller in (ada, blaise)]
    assert [line["pace"] for line in lines] == [pace, pace]
    asked, waiting = sorted(lines, key=lambda line: line["your_turn"], reverse=True)
    assert 23 * 3600 < asked["left"] <= 24 * 3600
    assert waiting["left"] is None


async def test_looking_at_ones_games_wakes_no_bot(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path, metrics_token="t") as host,
        Caller.named(host, "Ada") as ada,
    ):
        table = await ada.open_table(seats=2)
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        await ada.get("/api/me/games")
        metrics = await ada.http.get("/metrics", headers={"Authorization": "Bearer t"})
        assert "cluehouse_moves_accepted_total 0\n" in metrics.text


async def test_a_finished_game_is_counted_as_it_ended(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        assert await ada.get("/api/me/games") == NO_GAMES
        table = await ada.open_table(seats=2, options={"deals": 1})
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        async with ada.visit(table) as device:
            outcome = (await play_to_the_end(device))["outcome"]
        games = await games_of(ada, finished=1)
    (game,) = games["finished"]
    assert games["unfinished"] == []
    assert (game["id"], game["game"], game["you"]) == (table, "keyhole", 0)
    assert [seat["share"] for seat in game["seats"]] == outcome["shares"]
    assert [seat["points"] for seat in game["seats"]] == outcome["points"]
    assert [(seat["name"], seat["level"]) for seat in game["seats"]] == [
        *(("Ada", None), ("", "novice"))
    ]
    share = outcome["shares"][0]
    tally = {"game": "keyhole", "played": 1, "won": int(share == 1), "shared": int(0 < share < 1)}
    assert games["tallies"] == [tally]


async def test_a_companion_on_ones_device_is_not_counted_as_oneself(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as ada:
        table = await ada.open_table(seats=2, options={"deals": 1})
        await ada.post(f"/api/tables/{table}/sit", seat=1, companion="Zoé")
        await ada.post(f"/api/tables/{table}/start")
        async with ada.visit(table, seat=0) as one, ada.visit(table, seat=1) as two:
            await asyncio.gather(play_to_the_end(one), play_to_the_end(two))
        games = await games_of(ada, finished=1)
    (game,) = games["finished"]
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Zoé"]
    assert games["tallies"][0]["played"] == 1


async def test_nothing_says_any_more_that_it_was_them(
    ada: Caller, blaise: Caller, tmp_path: Path
) -> None:
    await games_of(ada, finished=1)
    hers, his, *_ = (await ada.get("/api/tables/running-table"))["chairs"]
    await blaise.post("/api/tables/running-table/report", who=hers["who"], words="too clever")
    await ada.post("/api/tables/running-table/report", who=his["who"], words="too slow")
    before = written(tmp_path)
    assert b"guest-ada" in before
    assert b"Ada" in before
    assert await ada.post("/api/me/forget") == {"tables": 3}
    after = written(tmp_path)
    assert b"guest-ada" not in after
    assert b"Ada" not in after
    assert b"Blaise" in after


async def test_not_even_the_files_of_an_open_house_do(ada: Caller, tmp_path: Path) -> None:
    assert b"guest-ada" in on_disk(tmp_path)
    await ada.post("/api/me/forget")
    assert b"guest-ada" not in on_disk(tmp_path)


async def test_devices_are_sent_away_before_anything_is_erased(
    ada: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one of them could write their name into a page that has been cleaned."""
    done: list[str] = []
    send_away, forget = Presence.send_away, TableBook.erase_guest

    def sending(presence: Presence, *how: Any) -> None:
        done.append("sent away")
        send_away(presence, *how)

    async def forgetting(book: TableBook, guest: str) -> None:
        done.append("erased")
        await forget(book, guest)

    monkeypatch.setattr(Presence, "send_away", sending)
    monkeypatch.setattr(TableBook, "erase_guest", forgetting)
    async with ada.visit("running-table") as device:
        await device.receive("Room")
        await ada.post("/api/me/forget")
        assert await device.closed() == COME_BACK
    assert done[:2] == ["sent away", "erased"]


async def test_whoever_was_forgotten_is_a_newcomer(ada: Caller) -> None:
    await ada.post("/api/me/forget")
    assert not ada.http.cookies
    assert (await ada.get("/api/me"))["name"] == ""
    assert await ada.get("/api/me/games") == NO_GAMES
    assert (await ada.get("/api/tables/running-table"))["you"] is None


async def test_where_people_wait_a_seat_is_free_and_somebody_else_is_host(
    ada: Caller, blaise: Caller
) -> None:
    async with blaise.visit("waiting-table") as device:
        await device.receive("Room")
        await ada.post("/api/me/forget")
        while names(room := await device.receive("Room"))[0] is not None or not room["hosting"]:
            pass
    assert names(room) == [None, "Blaise", None, None]
    assert room["host"] == "Blaise"
    assert (await blaise.post("/api/tables/waiting-table/start"))["started"]


async def test_a_table_that_is_left_to_nobody_is_over(ada: Caller, blaise: Caller) -> None:
    await blaise.post("/api/tables/waiting-table/leave")
    table = await ada.open_table(listed=True)
    async with blaise.visit(table) as device:
        await device.receive("Room")
        assert [line["id"] for line in (await blaise.get("/api/lobby"))["open"]] == [table]
        await ada.post("/api/me/forget")
        assert (await blaise.get("/api/lobby"))["open"] == []


async def test_whoever_comes_to_a_table_left_to_nobody_takes_it_over(
    ada: Caller, blaise: Caller
) -> None:
    table = await ada.open_table()
    await ada.post("/api/me/forget")
    assert (await blaise.post(f"/api/tables/{table}/sit", seat=1))["hosting"]
    await blaise.post(f"/api/tables/{table}/start", fill="novice")
    lines = (await blaise.get("/api/me/games"))["unfinished"]
    assert {line["id"]: line["started"] for line in lines}[table]


async def test_a_table_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    data = write_old_data(tmp_path)
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.execute("UPDATE tables SET game = 'chess' WHERE id = 'running-table'")
        db.execute("UPDATE log SET events = x'5b375d' WHERE table_id = 'finished-table'")
        db.commit()
    async with run_server(data) as host, Caller.known(host, IDENTITY, BLAISE) as blaise:
        lines = (await blaise.get("/api/me/games"))["unfinished"]
    assert {line["id"]: line["your_turn"] for line in lines} == {
        "running-table": False,
        "waiting-table": False,
    }


async def test_a_game_under_way_goes_on_with_a_bot(ada: Caller, blaise: Caller) -> None:
    async with blaise.visit("running-table") as his, ada.visit("running-table") as hers:
        await hers.receive("Update")
        await ada.post("/api/me/forget")
        assert await hers.closed() == 1012, "the seat's cards are not hers to see any more"
        update = await his.receive("Update", seq=1)
        await choose(his, update)
        assert (await play_to_the_end(his))["outcome"]
        room = await blaise.get("/api/tables/running-table")
    assert names(room) == ["detective", "Blaise", "plain"]
    games = await games_of(blaise, finished=2)
    assert "Ada" not in repr(games)


async def test_a_finished_game_replays_without_the_name(ada: Caller, blaise: Caller) -> None:
    await games_of(blaise, finished=1)
    async with blaise.visit("finished-table") as device:
        before = await device.receive("Update")
        await ada.post("/api/me/forget")
        while names(room := await device.receive("Room"))[0] != "":
            pass
    assert names(room) == ["", "novice", "Blaise"]
    async with blaise.visit("finished-table") as device:
        assert await device.receive("Update") == before
    (game,) = (await blaise.get("/api/me/games"))["finished"]
    assert [seat["name"] for seat in game["seats"]] == ["", "", "Blaise"]


async def test_what_was_forgotten_stays_forgotten_after_a_restart(tmp_path: Path) -> None:
    data = write_old_data(tmp_path)
    async with run_server(data) as host, Caller.known(host, IDENTITY, ADA) as ada:
        await ada.post("/api/me/forget")
    assert b"guest-ada" not in (data / "cluehouse.db").read_bytes(), "not in free pages, either"
    async with run_server(data) as host, Caller.known(host, IDENTITY, BLAISE) as blaise:
        for table in ("running-table", "waiting-table", "finished-table"):
            room = await blaise.get(f"/api/tables/{table}")
            assert "Ada" not in repr(room)
        async with blaise.visit("running-table") as device:
            await choose(device, await device.receive("Update", asked=[1]))
            assert (await play_to_the_end(device))["outcome"]


async def test_an_old_cookie_opens_no_seat_that_was_given_up(ada: Caller, host: str) -> None:
    await ada.post("/api/me/forget")
    async with Caller.known(host, IDENTITY, ADA) as phone:
        assert (await phone.get("/api/tables/running-table"))["you"] is None
        async with phone.visit("running-table") as device:
            assert (await device.receive("Update"))["view"]["type"] == "RailView"


async def test_codes_for_other_devices_are_forgotten_too(ada: Caller, blaise: Caller) -> None:
    code = (await ada.post("/api/resume-pass"))["code"]
    await ada.post("/api/me/forget")
    assert await blaise.refused("/api/resume", code=code) == (404, "HOUSE-BAD-CODE")


async def test_forgetting_takes_no_wishes(ada: Caller) -> None:
    answer = await ada.http.get("/api/me/forget")
    assert answer.status_code == 405
    async with Caller.named(ada.host, "Zoé") as zoe:
        assert await zoe.post("/api/me/forget") == {"tables": 0}
    assert (await ada.get("/api/me"))["name"] == "Ada"
