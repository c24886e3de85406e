"""An abandoned game ends without a result, and its seal is opened."""

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from cluehouse.core.wire import encode
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.study.verify import verify
from cluehouse.table.book.lifecycle import Abandoned
from cluehouse.table.ports import TableId
from tests.server.old_data import ADA, BLAISE, IDENTITY, until_swept, write_old_data
from tests.server.running_server import GIFT, Caller, play_out, record_of, run_server

DAY = 24 * 3600


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"limit_scale": 100}


async def started(ada: Caller, *others: Caller, **wish: Any) -> str:
    """A started game with a bot in the last seat."""
    table = await ada.open_table(seats=2 + len(others), **wish)
    await ada.post(f"/api/tables/{table}/contribute", seat=0, value=GIFT)
    for seat, caller in enumerate(others, start=1):
        await caller.post(f"/api/tables/{table}/sit", seat=seat)
    await ada.post(f"/api/tables/{table}/start", fill="novice")
    return table


async def abandon(caller: Caller, table: str) -> dict[str, Any]:
    return dict(await caller.post(f"/api/tables/{table}/give-up"))


async def test_only_player_among_bots_can_abandon_the_game_at_once(ada: Caller) -> None:
    table = await started(ada)
    before = await ada.get(f"/api/tables/{table}")
    async with ada.visit(table) as device:
        update = await device.receive("Update")
        assert (await abandon(ada, table))["given_up"]
        await device.receive("Room", given_up=True)
        await device.play("Ask", update["seq"], whom=1)
        assert (await device.receive("Refused"))["id"] == "HOUSE-GIVEN-UP"
    record = await record_of(ada, table)
    assert record.outcome is None
    assert record.seal is not None
    assert record.seal.contributions[0] == GIFT
    opened = hashlib.sha256(bytes.fromhex(record.seal.secret)).hexdigest()
    assert opened == before["commitment"]
    assert verify(record).answer == "true"


async def test_abandoned_game_is_listed_as_such_and_allows_a_rematch(ada: Caller) -> None:
    table = await started(ada)
    await abandon(ada, table)
    (line,) = (await ada.get("/api/lobby"))["yours"]
    assert (line["id"], line["started"], line["given_up"]) == (table, True, True)
    games = await ada.get("/api/me/games")
    assert (games["unfinished"], games["finished"], games["tallies"]) == ([], [], [])
    (game,) = games["abandoned"]
    assert (game["id"], game["game"], game["names"]) == (table, "keyhole", ["Ada"])
    assert game["ended"] == pytest.approx(time.time(), abs=60)
    assert (await ada.post(f"/api/tables/{table}/rematch"))["id"] != table


async def test_game_is_abandoned_when_all_players_agree_and_votes_can_be_withdrawn(
    ada: Caller, ben: Caller
) -> None:
    table = await started(ada, ben)
    room = await abandon(ada, table)
    assert (room["willing"], room["given_up"]) == ([0], False)
    assert (await ada.http.get(f"/api/tables/{table}/record")).status_code == 409
    assert (await ada.post(f"/api/tables/{table}/play-on"))["willing"] == []
    assert not (await abandon(ben, table))["given_up"]
    assert (await abandon(ada, table))["given_up"]
    assert (await record_of(ben, table)).outcome is None


async def test_host_cannot_abandon_alone_by_replacing_connected_players(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    table = await started(ada, ben, rail={"open": False})
    async with ada.visit(table), ben.visit(table):
        await ada.post(f"/api/tables/{table}/replace", seat=1, level="novice")
        room = await abandon(ada, table)
    assert not room["given_up"]
    assert [voice["name"] for voice in room["voices"]] == ["Ada", "Ben"]
    room = await ben.get(f"/api/tables/{table}")
    assert ([voice["yours"] for voice in room["voices"]], room["willing"]) == ([False, True], [0])
    assert (await eve.get(f"/api/tables/{table}"))["voices"] == []
    await abandon(ben, table)
    assert (await ada.get(f"/api/tables/{table}"))["given_up"]


async def test_absent_player_who_was_replaced_has_no_vote(ada: Caller, ben: Caller) -> None:
    table = await started(ada, ben, grace=1)
    async with ada.visit(table), asyncio.timeout(20):
        while not (await ada.get(f"/api/tables/{table}"))["chairs"][1]["standing_in"]:
            await asyncio.sleep(0.02)
        room = await ada.post(f"/api/tables/{table}/replace", seat=1, level="novice")
        assert not room["given_up"]
        assert (await abandon(ada, table))["given_up"]


async def test_abandoning_needs_a_seat_and_a_running_game(ada: Caller, eve: Caller) -> None:
    waiting = await ada.open_table()
    assert await ada.refused(f"/api/tables/{waiting}/give-up") == (409, "HOUSE-NOT-STARTED")
    table = await started(ada)
    path = f"/api/tables/{table}"
    assert await eve.refused(f"{path}/give-up") == (403, "HOUSE-NOT-SEATED")
    assert await ada.refused(f"{path}/play-on") == (400, "HOUSE-BAD-REQUEST")
    await abandon(ada, table)
    for command in ("give-up", "play-on", "pause"):
        assert await ada.refused(f"{path}/{command}") == (409, "HOUSE-GIVEN-UP")
    over = await ada.open_table(seats=2, options={"deals": 1})
    await play_out(over, ada)
    assert await ada.refused(f"/api/tables/{over}/give-up") == (400, "HOUSE-BAD-REQUEST")
    assert await eve.refused("/api/tables/nowhere/give-up") == (404, "HOUSE-NO-TABLE")


async def test_delayed_spectators_learn_of_abandonment_after_the_last_update(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    """It is Ben's turn, so no bot makes another update."""
    table = await started(ada, ben, rail={"delay": 1})
    async with eve.visit(table) as watching, ada.visit(table) as hers:
        update = await hers.receive("Update")
        await hers.play("Ask", update["seq"], whom=1)
        await hers.receive("Update", seq=1)
        await abandon(ada, table)
        await abandon(ben, table)
        assert not (await eve.get(f"/api/tables/{table}"))["given_up"]
        assert (await eve.http.get(f"/api/tables/{table}/record")).status_code == 409
        await watching.receive("Room", given_up=True)
        seqs = [message["seq"] for message in watching.heard if message["type"] == "Update"]
        assert seqs[-1] == 1
        assert (await record_of(eve, table)).outcome is None


# --- inactive games ---------------------------------------------------------------------------


@pytest.fixture
async def old_data(tmp_path: Path) -> Path:
    """A data folder with three tables, migrated to this version."""
    async with run_server(write_old_data(tmp_path)):
        return tmp_path


@asynccontextmanager
async def reopened(data: Path, **settings: Any) -> AsyncIterator[tuple[Caller, Caller]]:
    """A server on that folder; Ada and Blaise have their old cookies."""
    async with (
        run_server(data, limit_scale=100, **settings) as host,
        Caller.known(host, IDENTITY, ADA) as ada,
        Caller.known(host, IDENTITY, BLAISE) as blaise,
        asyncio.timeout(20),
    ):
        yield ada, blaise


def backdate(data: Path, days: int, *, moved: int) -> None:
    """Make all tables as old as `days`, and all moves as old as `moved`, in days."""
    now = int(time.time())
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.execute("UPDATE listings SET updated = ?", (now - days * DAY,))
        db.execute("UPDATE log SET at = ?", (now - moved * DAY,))
        db.commit()


async def test_listing_lost_in_a_crash_is_repaired_when_the_table_is_opened(
    old_data: Path,
) -> None:
    archive = SqliteArchive.open(old_data / "cluehouse.db")
    table = TableId("running-table")
    page = len(await archive.pages(table, -1))
    await archive.write(table, page, encode(Abandoned("people", time.time())))
    await archive.close()
    backdate(old_data, 31, moved=31)
    async with reopened(old_data, abandon_after=30) as (ada, _):
        while (await ada.get("/api/me/games"))["abandoned"] == []:
            await asyncio.sleep(0.02)


async def test_inactive_game_is_abandoned_by_the_server(old_data: Path) -> None:
    backdate(old_data, 31, moved=31)
    async with reopened(old_data, abandon_after=30) as (ada, blaise):
        while not (await ada.get("/api/tables/running-table"))["given_up"]:
            await asyncio.sleep(0.02)
        assert (await record_of(blaise, "running-table")).outcome is None
        assert not (await ada.get("/api/tables/waiting-table"))["given_up"]
        assert (await record_of(ada, "finished-table")).outcome is not None


@pytest.mark.parametrize(("listed", "moved", "after"), [(31, 29, 30), (29, 31, 30), (999, 999, 0)])
async def test_active_game_is_not_abandoned(
    old_data: Path, listed: int, moved: int, after: int
) -> None:
    backdate(old_data, listed, moved=moved)
    async with reopened(old_data, abandon_after=after, keep_finished=1) as (ada, _):
        await until_swept(ada, "finished-table")  # runs after inactive games are abandoned
        assert not (await ada.get("/api/tables/running-table"))["given_up"]


async def test_abandoned_game_is_deleted_after_the_retention_of_finished_games(
    old_data: Path,
) -> None:
    async with reopened(old_data) as (ada, blaise):
        await abandon(ada, "running-table")
        await abandon(blaise, "running-table")
    backdate(old_data, 31, moved=31)
    async with reopened(old_data, keep_finished=30) as (ada, _):
        await until_swept(ada, "running-table")
