"""The speed of bots over HTTP and WebSocket: who may set it, who may skip, and what is refused."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cluehouse.server.cluster import membership
from tests.server.running_server import Caller, choose, company, play_to_the_end
from tests.server.two_servers import START, ada_and_ben_apart, here, seated

NOT_HOST = (403, "HOUSE-NOT-HOST")
NOT_SEATED = (403, "HOUSE-NOT-SEATED")
BAD = (400, "HOUSE-BAD-REQUEST")
STALE = (409, "HOUSE-STALE")


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[list[Caller]]:
    async with company(tmp_path, "Ada", "Blaise", "Eve") as people:
        yield people


async def started(host: Caller, *others: Caller, **wish: Any) -> str:
    """The path of a game of three seats, the empty ones played by bots."""
    path = f"/api/tables/{await host.open_table(**wish)}"
    for seat, caller in enumerate(others, 1):
        await caller.post(f"{path}/sit", seat=seat)
    await host.post(f"{path}/start", fill="novice")
    return path


async def test_host_sets_the_speed_before_the_start_and_during_the_game(
    people: list[Caller],
) -> None:
    ada, blaise, _ = people
    table = await ada.open_table()
    path = f"/api/tables/{table}"
    await blaise.post(f"{path}/sit", seat=1)
    assert (await blaise.get(path))["speed"] is None
    assert (await ada.post(f"{path}/speed", speed="fast"))["speed"] == "fast"
    await ada.post(f"{path}/start", fill="novice")
    async with blaise.visit(table) as device:
        await device.receive("Room", speed="fast")
        await ada.post(f"{path}/speed", speed="normal")
        await device.receive("Room", speed="normal")


async def test_nobody_else_sets_the_speed_where_several_people_play(people: list[Caller]) -> None:
    ada, blaise, eve = people
    path = await started(ada, blaise)
    for caller in (blaise, eve):
        assert await caller.refused(f"{path}/speed", speed="instant") == NOT_HOST
    assert (await ada.get(path))["speed"] is None


async def test_only_person_sets_the_speed_though_another_guest_hosts(people: list[Caller]) -> None:
    ada, blaise, eve = people
    path = await started(ada, blaise)
    await ada.post(f"{path}/replace", seat=0, level="novice")
    assert (await blaise.post(f"{path}/speed", speed="instant"))["speed"] == "instant"
    assert await eve.refused(f"{path}/speed", speed="fast") == NOT_HOST
    assert (await ada.post(f"{path}/speed", speed="normal"))["speed"] == "normal"


@pytest.mark.parametrize(
    "body",
    [{}, {"speed": None}, {"speed": "ludicrous"}, {"speed": ["fast"]}, {"speed": "fast", "by": 1}],
)
async def test_malformed_speed_is_refused(people: list[Caller], body: dict[str, Any]) -> None:
    ada, _, _ = people
    path = await started(ada)
    assert await ada.refused(f"{path}/speed", **body) == BAD


async def test_oversized_request_is_refused(people: list[Caller]) -> None:
    ada, _, _ = people
    path = await started(ada)
    for command in ("speed", "step-out", "come-back"):
        answer = await ada.http.post(f"{path}/{command}", json={"speed": "x" * 20_000})
        assert answer.status_code == 413


async def test_skip_is_for_the_only_person_and_not_in_their_turn(people: list[Caller]) -> None:
    ada, blaise, eve = people
    alone = await started(ada)
    assert await ada.refused(f"{alone}/skip") == STALE, "it is her turn"
    assert await eve.refused(f"{alone}/skip") == NOT_SEATED
    together = await started(ada, blaise)
    assert await blaise.refused(f"{together}/skip") == BAD
    assert await eve.refused(f"{together}/skip") == NOT_SEATED
    waiting = f"/api/tables/{await ada.open_table()}"
    assert await ada.refused(f"{waiting}/skip") == (409, "HOUSE-NOT-STARTED")


async def test_nothing_is_skipped_once_the_game_is_over(people: list[Caller]) -> None:
    ada, _, eve = people
    path = await started(ada, options={"deals": 1})
    async with ada.visit(path.rpartition("/")[2]) as device:
        await play_to_the_end(device)
    assert await ada.refused(f"{path}/skip") == STALE
    assert await eve.refused(f"{path}/skip") == NOT_SEATED


async def test_skip_lets_bots_play_until_the_person_is_asked(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", bot_pause=30.0) as (ada,):
        path = await started(ada)
        async with ada.visit(path.rpartition("/")[2]) as device:
            await choose(device, await device.receive("Update", asked=[0]))
            await device.receive("Update", asked=[1])
            await ada.post(f"{path}/skip")
            update = await device.receive("Update", asked=[0, 1, 2])
            assert update["seq"] == 3


async def test_rematch_keeps_the_speed(people: list[Caller]) -> None:
    ada, _, _ = people
    path = await started(ada, options={"deals": 1})
    await ada.post(f"{path}/speed", speed="instant")
    async with ada.visit(path.rpartition("/")[2]) as device:
        await play_to_the_end(device)
    assert (await ada.post(f"{path}/rematch"))["speed"] == "instant"


async def test_speed_set_through_one_process_holds_for_bots_of_another(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "POLL_INTERVAL_S", 0.1)
    async with ada_and_ben_apart(tmp_path, database, bot_pause=60.0) as (ada, ben):
        table = await seated(ada, ben)
        async with ben.visit(table) as his:  # his process drives the bots, where it has the lease
            await here(his, 1)
            async with ada.visit(table) as hers:
                await ada.post(f"/api/tables/{table}/speed", speed="instant")
                await ada.post(START.format(table), fill="novice")
                await choose(hers, await hers.receive("Update", asked=[0]))
                await choose(his, await his.receive("Update", asked=[1]))
                await his.receive("Update", asked=[0, 1, 2])
