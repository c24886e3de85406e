"""A guest, and an address, can have only so many tables whose game has not started."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cluehouse.server.lobby import open_table_quota
from tests.server.running_server import Caller, company, run_server

MANY = (409, "HOUSE-MANY-TABLES")
MANY_HERE = (409, "HOUSE-MANY-TABLES-HERE")
WISH = {"game": "keyhole", "seats": 2}


@pytest.fixture(autouse=True)
def small_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_table_quota, "MAX_TABLES_OF_GUEST", 2)
    monkeypatch.setattr(open_table_quota, "MAX_TABLES_OF_ADDRESS", 4)


async def test_a_guest_opens_no_more_tables_until_one_starts_or_is_left(ada: Caller) -> None:
    first, second = [await ada.open_table(**WISH) for _ in range(2)]
    assert await ada.refused("/api/tables", **WISH) == MANY
    await ada.post(f"/api/tables/{first}/start", fill="novice")
    await ada.open_table(**WISH)
    assert await ada.refused("/api/tables", **WISH) == MANY
    await ada.post(f"/api/tables/{second}/leave")
    await ada.open_table(**WISH)


async def test_tables_of_other_hosts_do_not_count(ada: Caller, ben: Caller) -> None:
    for table in [await ben.open_table(**WISH) for _ in range(2)]:
        await ada.post(f"/api/tables/{table}/sit", seat=1)
    await ada.open_table(**WISH)


async def test_tables_of_a_guest_still_count_after_a_restart(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada") as [ada]:
        for _ in range(2):
            await ada.open_table(**WISH)
    async with run_server(tmp_path) as host, Caller.nameless(host) as again:
        again.http.cookies = ada.http.cookies
        assert await again.refused("/api/tables", **WISH) == MANY


async def test_guests_of_one_address_open_no_more_tables_until_one_starts(
    ada: Caller, ben: Caller, eve: Caller
) -> None:
    first, *_ = [await caller.open_table(**WISH) for caller in (ada, ada, ben, ben)]
    assert await eve.refused("/api/tables", **WISH) == MANY_HERE
    await ada.post(f"/api/tables/{first}/start", fill="novice")
    await eve.open_table(**WISH)
    assert await eve.refused("/api/tables", **WISH) == MANY_HERE


async def test_opening_and_leaving_again_and_again_is_rejected(ada: Caller) -> None:
    for _ in range(4):
        await ada.post(f"/api/tables/{await ada.open_table(**WISH)}/leave")
    assert await ada.refused("/api/tables", **WISH) == MANY_HERE


async def test_every_table_of_a_deal_counts(ada: Caller) -> None:
    assert await ada.refused("/api/tables", **WISH, tables=5) == MANY_HERE
    await ada.open_table(**WISH, tables=4)
    assert await ada.refused("/api/tables", **WISH) == MANY_HERE


async def test_deleted_tables_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_table_quota, "LISTING_DELAY_S", 0.0)
    async with company(tmp_path, "Ada") as [ada]:
        await ada.open_table(**WISH, tables=4)
        with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
            db.execute("DELETE FROM listings")
            db.commit()
        await ada.open_table(**WISH)


async def test_tables_opened_long_ago_do_not_count_for_their_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path, "Ada", "Ben") as [ada, ben]:
        await ada.open_table(**WISH, tables=4)
        assert await ben.refused("/api/tables", **WISH) == MANY_HERE
        monkeypatch.setattr(open_table_quota, "OPENED_AGE_S", -1.0)
        await ben.open_table(**WISH)


async def test_the_limit_scale_multiplies_both(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", limit_scale=2) as [ada]:
        for _ in range(4):
            await ada.open_table(**WISH)
        assert await ada.refused("/api/tables", **WISH) == MANY
