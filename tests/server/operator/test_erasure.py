"""The history of a guest, and the erasure of a guest: their games stay."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from httpx import Cookies

from cluehouse.core.ids import Seat, Seq
from cluehouse.core.wire import encode
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.server.wire.close_codes import COME_BACK
from cluehouse.table.book.book import Note, TableBook
from cluehouse.table.book.lifecycle import DeadlineSet, Paused
from cluehouse.table.ports import TableId
from tests.server.old_data import ADA, BLAISE, IDENTITY, write_old_data
from tests.server.running_server import Caller, choose, play_to_the_end, run_server
from tests.server_process import TEST_TIMEOUT_S


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
    """Wait for the server to store so many results."""
    async with asyncio.timeout(20):
        while len((games := await caller.get("/api/me/games"))["finished"]) < finished:
            await asyncio.sleep(0.02)
    return dict(games)


def names(room: dict[str, Any]) -> list[str | None]:
    return [chair.get("name", chair.get("level")) for chair in room["chairs"]]


def on_disk(data: Path) -> bytes:
    """The raw bytes of the database file and its write-ahead log."""
    return b"".join(file.read_bytes() for file in data.glob("cluehouse.db*"))


def all_rows(data: Path) -> bytes:
    """All rows of all tables of the database."""
    query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        tables = [name for (name,) in db.execute(query)]
        rows = [row for table in tables for row in db.execute(f"SELECT * FROM {table}")]
    return repr(rows).encode()


async def test_unfinished_games_show_whose_turn_it_is(ada: Caller, blaise: Caller) -> None:
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


async def test_turn_of_unfinished_games_follows_the_game(ada: Caller, blaise: Caller) -> None:
    async with ada.visit("running-table") as hers, blaise.visit("running-table") as his:
        await choose(his, await his.receive("Update", asked=[1]))
        await hers.receive("Update", asked=[0, 1, 2])
        for caller in (ada, blaise):
            lines = (await games_of(caller, finished=1))["unfinished"]
            assert [line["your_turn"] for line in lines if line["started"]] == [True]


async def unfinished(caller: Caller, table: str, finished: int = 1) -> dict[str, Any]:
    games = await games_of(caller, finished=finished)
    return next(line for line in games["unfinished"] if line["id"] == table)


async def test_unfinished_games_show_their_pace_and_time_left(ada: Caller, blaise: Caller) -> None:
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


async def by_day_game(data: Path) -> tuple[Cookies, str]:
    """A game by the day in which Ada has moved and is asked again; the server has stopped."""
    async with (
        run_server(data, limit_scale=100) as host,
        Caller.named(host, "Ada") as ada,
    ):
        table = await ada.open_table(seats=2, pace={"type": "ByDay", "hours": 24})
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        async with ada.visit(table) as device:
            await choose(device, await device.receive("Update", asked=[0]))
            while 0 not in (again := await device.receive("Update"))["asked"]:
                pass
            assert again["seq"] > 0
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while not (await unfinished(ada, table, finished=0))["left"]:
                    await asyncio.sleep(0.02)
        return ada.http.cookies, table


async def time_left(data: Path, cookies: Cookies, table: str) -> int | None:
    async with run_server(data) as host, Caller.nameless(host) as ada:
        ada.http.cookies = cookies
        line = await unfinished(ada, table, finished=0)
        assert line["your_turn"]
        left: int | None = line["left"]
        return left


async def test_game_by_the_day_shows_its_time_left_after_a_restart(tmp_path: Path) -> None:
    left = await time_left(tmp_path, *await by_day_game(tmp_path))
    assert left is not None
    assert 23 * 3600 < left <= 24 * 3600


@pytest.mark.parametrize("seq", [0, 99])
async def test_deadline_of_another_choice_is_not_shown(tmp_path: Path, seq: int) -> None:
    cookies, table = await by_day_game(tmp_path)
    await add_page(tmp_path, TableId(table), DeadlineSet(Seat(0), Seq(seq), time.time() + 600))
    assert await time_left(tmp_path, cookies, table) is None


async def test_paused_game_by_the_day_shows_no_time_left(tmp_path: Path) -> None:
    cookies, table = await by_day_game(tmp_path)
    await add_page(tmp_path, TableId(table), Paused(time.time()))
    assert await time_left(tmp_path, cookies, table) is None


async def add_page(data: Path, table: TableId, note: Note) -> None:
    archive = SqliteArchive.open(data / "cluehouse.db")
    await archive.write(table, len(await archive.pages(table, -1)), encode(note))
    await archive.close()


async def test_history_starts_no_bot(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path, metrics_token="t") as host,
        Caller.named(host, "Ada") as ada,
    ):
        table = await ada.open_table(seats=2)
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        await ada.get("/api/me/games")
        metrics = await ada.http.get("/metrics", headers={"Authorization": "Bearer t"})
        assert "cluehouse_moves_accepted_total 0\n" in metrics.text


async def test_finished_game_is_listed_with_its_outcome(tmp_path: Path) -> None:
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


async def test_tally_counts_no_companions(tmp_path: Path) -> None:
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


async def test_erasure_removes_id_and_name_from_every_table(
    ada: Caller, blaise: Caller, tmp_path: Path
) -> None:
    await games_of(ada, finished=1)
    hers, his, *_ = (await ada.get("/api/tables/running-table"))["chairs"]
    await blaise.post("/api/tables/running-table/report", who=hers["who"], words="too clever")
    await ada.post("/api/tables/running-table/report", who=his["who"], words="too slow")
    before = all_rows(tmp_path)
    assert b"guest-ada" in before
    assert b"Ada" in before
    assert await ada.post("/api/me/forget") == {"tables": 3}
    after = all_rows(tmp_path)
    assert b"guest-ada" not in after
    assert b"Ada" not in after
    assert b"Blaise" in after


async def test_erasure_removes_the_id_from_the_files_of_a_running_server(
    ada: Caller, tmp_path: Path
) -> None:
    assert b"guest-ada" in on_disk(tmp_path)
    await ada.post("/api/me/forget")
    assert b"guest-ada" not in on_disk(tmp_path)


async def test_erasure_disconnects_devices_before_it_erases(
    ada: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connected device could write the name into a page that was erased already."""
    calls: list[str] = []
    disconnect, forget = Presence.disconnect, TableBook.erase_guest

    def record_disconnect(presence: Presence, *how: Any) -> None:
        calls.append("sent away")
        disconnect(presence, *how)

    async def record_forget(book: TableBook, guest: str) -> None:
        calls.append("erased")
        await forget(book, guest)

    monkeypatch.setattr(Presence, "disconnect", record_disconnect)
    monkeypatch.setattr(TableBook, "erase_guest", record_forget)
    async with ada.visit("running-table") as device:
        await device.receive("Room")
        await ada.post("/api/me/forget")
        assert await device.closed() == COME_BACK
    assert calls[:2] == ["sent away", "erased"]


async def test_erased_guest_is_a_new_guest_afterwards(ada: Caller) -> None:
    await ada.post("/api/me/forget")
    assert not ada.http.cookies
    assert (await ada.get("/api/me"))["name"] == ""
    assert await ada.get("/api/me/games") == NO_GAMES
    assert (await ada.get("/api/tables/running-table"))["you"] is None


async def test_erasure_before_the_start_frees_the_seat_and_passes_hosting(
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


async def test_waiting_table_without_players_is_not_listed_after_its_host_is_erased(
    ada: Caller, blaise: Caller
) -> None:
    await blaise.post("/api/tables/waiting-table/leave")
    table = await ada.open_table(listed=True)
    async with blaise.visit(table) as device:
        await device.receive("Room")
        assert [line["id"] for line in (await blaise.get("/api/lobby"))["open"]] == [table]
        await ada.post("/api/me/forget")
        assert (await blaise.get("/api/lobby"))["open"] == []


async def test_first_player_at_a_table_with_an_erased_host_becomes_host(
    ada: Caller, blaise: Caller
) -> None:
    table = await ada.open_table()
    await ada.post("/api/me/forget")
    assert (await blaise.post(f"/api/tables/{table}/sit", seat=1))["hosting"]
    await blaise.post(f"/api/tables/{table}/start", fill="novice")
    lines = (await blaise.get("/api/me/games"))["unfinished"]
    assert {line["id"]: line["started"] for line in lines}[table]


@pytest.mark.parametrize("change", ["game = 'chess'", "seats = 99", "options = x'5b375d'"])
async def test_unreadable_table_does_not_hide_the_others(tmp_path: Path, change: str) -> None:
    """Of a game that the server does not have, or not for so many, or not with these options."""
    data = write_old_data(tmp_path)
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.execute(f"UPDATE tables SET {change} WHERE id = 'running-table'")
        db.execute("UPDATE log SET events = x'5b375d' WHERE table_id = 'finished-table'")
        db.commit()
    async with run_server(data) as host, Caller.known(host, IDENTITY, BLAISE) as blaise:
        lines = (await blaise.get("/api/me/games"))["unfinished"]
    assert {line["id"]: line["your_turn"] for line in lines} == {
        "running-table": False,
        "waiting-table": False,
    }


async def test_table_that_is_deleted_meanwhile_does_not_keep_a_guest_from_being_erased(
    ada: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, search = await ada.open_table(), SqliteArchive.tables_mentioning

    async def found(archive: SqliteArchive, word: str) -> list[TableId]:
        return [TableId("deleted-meanwhile"), *await search(archive, word)]

    monkeypatch.setattr(SqliteArchive, "tables_mentioning", found)
    await ada.post("/api/me/forget")
    assert (await ada.get(f"/api/tables/{table}"))["you"] is None


async def test_bot_takes_over_the_seat_of_an_erased_player(ada: Caller, blaise: Caller) -> None:
    async with blaise.visit("running-table") as his, ada.visit("running-table") as hers:
        await hers.receive("Update")
        await ada.post("/api/me/forget")
        assert await hers.closed() == 1012, "she may not see the cards of the seat any more"
        update = await his.receive("Update", seq=1)
        await choose(his, update)
        assert (await play_to_the_end(his))["outcome"]
        room = await blaise.get("/api/tables/running-table")
    assert names(room) == ["detective", "Blaise", "plain"]
    games = await games_of(blaise, finished=2)
    assert "Ada" not in repr(games)


async def test_finished_game_replays_without_the_erased_name(ada: Caller, blaise: Caller) -> None:
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


async def test_erasure_survives_a_restart(tmp_path: Path) -> None:
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


async def test_old_cookie_of_an_erased_guest_gives_no_seat(ada: Caller, host: str) -> None:
    await ada.post("/api/me/forget")
    async with Caller.known(host, IDENTITY, ADA) as phone:
        assert (await phone.get("/api/tables/running-table"))["you"] is None
        async with phone.visit("running-table") as device:
            assert (await device.receive("Update"))["view"]["type"] == "RailView"


async def test_erasure_removes_resume_codes(ada: Caller, blaise: Caller) -> None:
    code = (await ada.post("/api/resume-pass"))["code"]
    await ada.post("/api/me/forget")
    assert await blaise.refused("/api/resume", code=code) == (404, "HOUSE-BAD-CODE")


async def test_erasure_needs_post_and_affects_only_the_caller(ada: Caller) -> None:
    answer = await ada.http.get("/api/me/forget")
    assert answer.status_code == 405
    async with Caller.named(ada.host, "Zoé") as zoe:
        assert await zoe.post("/api/me/forget") == {"tables": 0}
    assert (await ada.get("/api/me"))["name"] == "Ada"
