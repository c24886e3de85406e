"""Deal sets: several tables with the same deal, closed until the last table has ended."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cluehouse.server.lobby import deal_sets
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.operator.retention import Retention
from cluehouse.server.storage.archive import Statement
from cluehouse.server.storage.data_folder import DATABASE
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.study.verify import verify
from tests.server.running_server import GIFT, Caller, play_out, record_of


@pytest.fixture
def settings() -> dict[str, Any]:
    return {"limit_scale": 100}


async def open_two(ada: Caller, **wish: Any) -> tuple[str, str]:
    """Two tables of one deal; Ada sits at the first."""
    table = await ada.open_table(seats=2, options={"deals": 1}, tables=2, **wish)
    one, other = (it["id"] for it in (await same_deal(ada, table))["tables"])
    assert one == table
    return one, other


async def same_deal(caller: Caller, table: str) -> dict[str, Any]:
    return dict(await caller.get(f"/api/tables/{table}/same-deal"))


async def wait_for_states(caller: Caller, table: str, *states: str) -> dict[str, Any]:
    """Wait for the server to store the results of finished games."""
    async with asyncio.timeout(20):
        while _states(deal := await same_deal(caller, table)) != states:
            await asyncio.sleep(0.02)
    return deal


def _states(deal: dict[str, Any]) -> tuple[str, ...]:
    return tuple(table["state"] for table in deal["tables"])


async def refused(caller: Caller, path: str) -> tuple[int, str]:
    answer = await caller.http.get(path)
    return answer.status_code, answer.json()["id"]


async def test_deal_set_plays_the_same_deal_and_opens_when_the_last_table_has_ended(
    ada: Caller, ben: Caller
) -> None:
    one, other = await open_two(ada)
    await ben.post(f"/api/tables/{other}/sit", seat=0)
    await play_out(one, ada)
    closed = await wait_for_states(ada, one, "over", "open")
    assert closed["closed"]
    assert [it["seats"] for it in closed["tables"]] == [[], []]
    assert await refused(ada, f"/api/tables/{one}/record") == (409, "HOUSE-SAME-DEAL")
    await play_out(other, ben)
    opened = await wait_for_states(ada, one, "over", "over")
    assert not opened["closed"]
    assert [it["names"] for it in opened["tables"]] == [["Ada"], ["Ben"]]
    for table in opened["tables"]:
        assert [it["level"] for it in table["seats"]] == [None, "novice"]
    hers, his = await record_of(ada, one), await record_of(ben, other)
    assert hers.key == his.key
    assert hers.entries[0] == his.entries[0], "the deal"
    for record in (hers, his):
        assert record.seal is not None
        assert record.seal.contributions == (None, None)
        assert verify(record).answer == "true"


async def test_contribution_to_the_deal_of_a_set_is_rejected(ada: Caller) -> None:
    one, _ = await open_two(ada)
    refused = await ada.refused(f"/api/tables/{one}/contribute", seat=0, value=GIFT)
    assert refused == (400, "HOUSE-BAD-REQUEST")


async def test_player_cannot_sit_at_two_tables_of_a_deal_set(ada: Caller) -> None:
    _, other = await open_two(ada)
    sit = f"/api/tables/{other}/sit"
    assert await ada.refused(sit, seat=0) == (409, "HOUSE-PLAYED-ELSEWHERE")
    assert await ada.refused(sit, seat=0, companion="Zoé") == (409, "HOUSE-PLAYED-ELSEWHERE")


async def test_player_who_leaves_before_the_deal_may_sit_at_another_table_of_the_set(
    ada: Caller,
) -> None:
    one, other = await open_two(ada)
    await ada.post(f"/api/tables/{one}/leave")
    assert (await ada.post(f"/api/tables/{other}/sit", seat=1))["you"] == 1


async def test_player_whose_seat_is_freed_by_the_host_may_sit_at_another_table_of_the_set(
    ada: Caller, ben: Caller
) -> None:
    one, other = await open_two(ada)
    await ben.post(f"/api/tables/{one}/sit", seat=1)
    await ada.post(f"/api/tables/{one}/free", seat=1)
    assert (await ben.post(f"/api/tables/{other}/sit", seat=0))["you"] == 0


async def test_removed_player_may_sit_at_another_table_of_the_set(ada: Caller, ben: Caller) -> None:
    one, other = await open_two(ada)
    room = await ben.post(f"/api/tables/{one}/sit", seat=1)
    await ada.post(f"/api/tables/{one}/remove", who=room["chairs"][1]["who"])
    assert (await ben.post(f"/api/tables/{other}/sit", seat=0))["you"] == 0


async def test_player_keeps_the_claim_until_the_last_companion_has_left(ada: Caller) -> None:
    one, other = await open_two(ada)
    await ada.post(f"/api/tables/{one}/sit", seat=1, companion="Zoé")
    await ada.post(f"/api/tables/{one}/leave")
    refused = await ada.refused(f"/api/tables/{other}/sit", seat=0)
    assert refused == (409, "HOUSE-PLAYED-ELSEWHERE")
    await ada.post(f"/api/tables/{one}/leave")
    assert (await ada.post(f"/api/tables/{other}/sit", seat=0))["you"] == 0


async def test_player_whose_seat_was_taken_meanwhile_may_sit_at_another_table_of_the_set(
    ada: Caller, ben: Caller
) -> None:
    one, other = await open_two(ada)
    assert await ben.refused(f"/api/tables/{one}/sit", seat=0) == (409, "HOUSE-SEAT-TAKEN")
    assert (await ben.post(f"/api/tables/{other}/sit", seat=0))["you"] == 0


async def test_player_who_was_dealt_in_cannot_sit_at_another_table_of_the_set(
    ada: Caller, ben: Caller
) -> None:
    one, other = await open_two(ada)
    await ben.post(f"/api/tables/{one}/sit", seat=1)
    await ada.post(f"/api/tables/{one}/start")
    await ada.post(f"/api/tables/{one}/replace", seat=1, level="novice")
    refused = await ben.refused(f"/api/tables/{other}/sit", seat=0)
    assert refused == (409, "HOUSE-PLAYED-ELSEWHERE")


async def test_deal_sets_cannot_be_watched_not_even_by_their_host(ada: Caller, ben: Caller) -> None:
    """Ada plays at one table and hosts the other, where only bots play."""
    one, other = await open_two(ada, rail={"open": True})
    room = await ada.post(f"/api/tables/{other}/start", fill="novice")
    assert (room["hosting"], room["rail"]["open"], room["tables"]) == (True, False, 2)
    for caller in (ada, ben):
        async with caller.visit(other) as device:
            await device.say("TakeNotes")
            await device.receive("Refused")
            assert "Update" not in {message["type"] for message in device.heard}
    open_rail = {"open": True, "delay": 0, "speaks": False}
    path = f"/api/tables/{one}/rail"
    assert await ada.refused(path, **open_rail) == (409, "HOUSE-SAME-DEAL")


async def test_first_player_to_sit_down_hosts_another_table_of_the_set(
    ada: Caller, ben: Caller
) -> None:
    one, other = await open_two(ada)
    assert (await ben.post(f"/api/tables/{other}/sit", seat=1))["hosting"]
    assert (await ada.get(f"/api/tables/{one}"))["hosting"]
    assert not (await ada.get(f"/api/tables/{other}"))["hosting"]


async def test_deal_set_opens_after_the_timeout_even_if_a_table_never_ends(
    ada: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = await open_two(ada)
    await play_out(one, ada)
    assert (await wait_for_states(ada, one, "over", "open"))["closed"]
    monkeypatch.setattr(deal_sets, "DEAL_SET_TIMEOUT_S", -1)
    assert not (await same_deal(ada, one))["closed"]
    assert (await record_of(ada, one)).outcome is not None


async def test_comparing_a_single_table_is_rejected(ada: Caller) -> None:
    table = await ada.open_table()
    path = f"/api/tables/{table}/same-deal"
    assert await refused(ada, path) == (400, "HOUSE-BAD-REQUEST")
    assert await refused(ada, "/api/tables/nowhere/same-deal") == (404, "HOUSE-NO-TABLE")


@pytest.mark.parametrize("tables", [0, 9, -1, "two", None, 1.5])
async def test_invalid_number_of_tables_is_rejected(ada: Caller, tables: Any) -> None:
    wish = {"game": "keyhole", "seats": 2, "tables": tables}
    assert await ada.refused("/api/tables", **wish) == (400, "HOUSE-BAD-REQUEST")


async def test_erasing_the_host_leaves_the_other_tables_of_the_set_open(
    ada: Caller, ben: Caller
) -> None:
    one, other = await open_two(ada)
    await ben.post(f"/api/tables/{one}/sit", seat=1)
    await ada.post("/api/me/forget")
    deal = await same_deal(ben, one)
    assert (_states(deal), deal["closed"]) == (("open", "open"), True)
    async with Caller.named(ben.host, "Cy") as cy:
        assert (await cy.post(f"/api/tables/{other}/sit", seat=0))["hosting"]
        await cy.post(f"/api/tables/{other}/start", fill="novice")
        assert _states(await same_deal(cy, one)) == ("open", "started")


async def test_erased_guest_leaves_no_claim_in_the_database(
    ada: Caller, ben: Caller, tmp_path: Path
) -> None:
    one, other = await open_two(ada)
    await ben.post(f"/api/tables/{other}/sit", seat=0)
    await ada.post(f"/api/tables/{one}/start", fill="novice")
    assert claims(tmp_path) == [one, other]
    await ada.post("/api/me/forget")
    await ben.post("/api/me/forget")
    assert claims(tmp_path) == []


async def test_deleted_table_leaves_no_claim_in_the_database(
    ada: Caller, ben: Caller, tmp_path: Path
) -> None:
    one, other = await open_two(ada)
    await ben.post(f"/api/tables/{other}/sit", seat=0)
    await play_out(one, ada)
    await wait_for_states(ada, one, "over", "open")
    archive = SqliteArchive.open(tmp_path / DATABASE)
    await archive.run(Statement("UPDATE listings SET updated = 0", [()]))
    await Retention(archive, Presence(), days=1).sweep()
    await archive.close()
    assert claims(tmp_path) == [other]


def claims(data: Path) -> list[str]:
    """The tables that guests have claims at; the first table of a set comes first."""
    with closing(sqlite3.connect(data / DATABASE)) as db:
        query = "SELECT table_id FROM deal_seats ORDER BY table_id <> deal_set"
        return [table for (table,) in db.execute(query)]


async def test_concurrent_requests_to_sit_at_two_tables_of_a_set_succeed_once(
    ada: Caller, ben: Caller
) -> None:
    one = await ada.open_table(seats=2, tables=3)
    _, *others = (it["id"] for it in (await same_deal(ada, one))["tables"])
    requests = (ben.http.post(f"/api/tables/{it}/sit", json={"seat": 0}) for it in others)
    answers = await asyncio.gather(*requests)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
