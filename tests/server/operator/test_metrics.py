"""Metrics: correct, in the Prometheus text format, and only with the operator's token."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest

from cluehouse.server.metrics import APPEND_BUCKETS_S, Metrics
from tests.server.running_server import (
    NO_TIME_S,
    Caller,
    choose,
    company,
    play_to_the_end,
    run_server,
)
from tests.server_process import TEST_TIMEOUT_S

LINE = re.compile(
    r"# (HELP|TYPE) cluehouse_\w+ .+|"
    r'cluehouse_[a-z_]+(\{[a-z]+="[\w.+-]+"\})? [0-9.]+'
)


async def samples(http: httpx.AsyncClient, token: str) -> dict[str, float]:
    answer = await http.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    values = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in values}


async def test_metrics_count_a_game(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path, metrics_token="open sesame") as host,
        Caller.named(host, "Ada") as ada,
    ):
        before = await samples(ada.http, "open sesame")
        assert before["cluehouse_sockets"] == before["cluehouse_moves_accepted_total"] == 0
        table = await ada.open_table(seats=2, options={"deals": 1})
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        async with ada.visit(table) as device:
            asked = await device.receive("Update", asked=[0])
            await device.play("Ask", 99, whom=1)
            await device.receive("Refused")
            during = await samples(ada.http, "open sesame")
            await choose(device, asked)
            end = await play_to_the_end(device)
        assert await ada.refused("/api/tables/nowhere/leave") == (404, "HOUSE-NO-TABLE")
        after = await samples(ada.http, "open sesame")
        page = (await ada.http.get("/metrics", headers=bearer("open sesame"))).text
    assert during["cluehouse_sockets"] == during["cluehouse_tables"] == 1
    assert during["cluehouse_moves_refused_total"] == 1
    assert during["cluehouse_questions_waiting"] >= 0
    assert after["cluehouse_moves_accepted_total"] == end["seq"]
    assert after["cluehouse_append_seconds_count"] == end["seq"]
    assert after['cluehouse_append_seconds_bucket{le="+Inf"}'] == end["seq"]
    assert after['cluehouse_refusals_total{id="HOUSE-NO-TABLE"}'] == 1
    assert "Ada" not in page
    assert table not in page


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("token", ["", "open sesame"])
async def test_metrics_are_hidden_without_the_token(tmp_path: Path, token: str) -> None:
    async with (
        run_server(tmp_path, metrics_token=token) as host,
        httpx.AsyncClient(base_url=f"http://{host}") as http,
    ):
        for shown in ("", "Bearer", "Bearer open", "Bearer open sesamé", f"Bearer {token}x"):
            answer = await http.get("/metrics", headers={b"Authorization": shown.encode()})
            assert (answer.status_code, answer.text) == (404, "no such page\n")


def test_append_histogram_counts_each_bucket() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.001, 0.02, 99.0):
        metrics.appended(seconds)
    page = metrics.page({})
    counts = re.findall(r'append_seconds_bucket\{le="([^"]+)"\} (\d+)', page)
    assert [bound for bound, _ in counts] == [*map(str, APPEND_BUCKETS_S), "+Inf"]
    assert [int(count) for _, count in counts] == [2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4]
    assert "cluehouse_append_seconds_sum 99.021400\n" in page


@pytest.mark.usefixtures("hanging_bots")
async def test_metrics_count_every_move_of_a_bot_that_was_late(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", metrics_token="x", bot_pause=NO_TIME_S) as (ada,):
        table = await ada.open_table()
        await ada.post(f"/api/tables/{table}/leave")
        async with ada.visit(table) as device:
            await ada.post(f"/api/tables/{table}/start", fill="detective")
            while (update := await device.receive("Update"))["outcome"] is None:
                pass
        async with asyncio.timeout(TEST_TIMEOUT_S):  # counted just after the move is sent
            while await stumbles(ada.http, "x") < update["seq"]:
                await asyncio.sleep(0.01)
        assert await stumbles(ada.http, "x") == update["seq"]


async def stumbles(http: httpx.AsyncClient, token: str) -> float:
    return (await samples(http, token))["cluehouse_bot_stumbles_total"]
