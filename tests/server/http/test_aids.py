"""Aids over HTTP: no account needed, strictly decoded, isolated in a worker."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from cluehouse.server import app
from cluehouse.server.http.routes.aids import MAX_AID_BODY_BYTES
from cluehouse.table.bots import pool
from cluehouse.table.bots.pool import WorkerPool
from tests.server.running_server import run_server
from tests.table.aids import GAME, SECRET

AIDS = "/api/games/keyhole/aids"


@pytest.fixture(autouse=True)
def helpful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers find Keyhole with aids, and time out soon."""
    monkeypatch.setattr(app, "FIND_GAME", "tests.table.aids:find")
    monkeypatch.setattr(app, "WorkerPool", partial(WorkerPool, aid_timeout_s=2.0))


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        run_server(tmp_path, games={"keyhole": GAME}) as host,
        httpx.AsyncClient(base_url=f"http://{host}", timeout=30) as client,
    ):
        yield client


async def ask(http: httpx.AsyncClient, aid: str, words: str = "hello") -> httpx.Response:
    return await http.post(f"{AIDS}/{aid}", json={"words": words})


async def test_aid_needs_no_account_and_encodes_bytes_as_base64(http: httpx.AsyncClient) -> None:
    answer = await ask(http, "echo")
    assert answer.status_code == 200
    assert answer.json() == {"words": "hello", "sound": "aGVsbG8="}
    assert answer.headers["cache-control"] == "no-store"


async def test_declined_aid_is_a_bad_request_with_its_message(
    http: httpx.AsyncClient,
) -> None:
    answer = await ask(http, "decline")
    assert answer.status_code == 400
    refused = {"type": "Refused", "id": "HOUSE-BAD-REQUEST"}
    assert answer.json() == refused | {"detail": "'hello' is too loud"}


@pytest.mark.parametrize(
    "path",
    [f"{AIDS}/none", AIDS, "/api/games/clue/aids/notebook", "/api/games/none/aids/echo"],
)
async def test_only_aids_of_offered_games_exist(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.post(path, json={"words": "hello"})
    assert (answer.status_code, answer.json()["id"]) == (404, "HOUSE-NOT-FOUND")


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "{}", '{"words":1}', '{"words":"x","loud":true}', "[" * 5000]
)
async def test_malformed_aid_request_is_refused(http: httpx.AsyncClient, body: str) -> None:
    answer = await http.post(f"{AIDS}/echo", content=body)
    assert (answer.status_code, answer.json()["id"]) == (400, "HOUSE-BAD-REQUEST")


async def test_aid_request_has_a_size_limit_of_its_own(http: httpx.AsyncClient) -> None:
    assert (await ask(http, "echo", "x" * 40_000)).status_code == 200
    answer = await ask(http, "echo", "x" * MAX_AID_BODY_BYTES)
    assert (answer.status_code, answer.json()["id"]) == (413, "HOUSE-TOO-BIG")


async def test_aid_request_from_another_origin_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.post(
        f"{AIDS}/echo", json={"words": "x"}, headers={"origin": "http://elsewhere.example"}
    )
    assert (answer.status_code, answer.json()["id"]) == (403, "HOUSE-ORIGIN")


@pytest.mark.parametrize("aid", ["break", "sleep", "die"])
async def test_failing_aid_leaks_nothing_and_the_next_request_succeeds(
    http: httpx.AsyncClient, aid: str
) -> None:
    with capture_logs() as log:
        answer = await ask(http, aid)
    assert answer.status_code == 503
    assert answer.json() == {"type": "Refused", "id": "HOUSE-UNANSWERED", "detail": ""}
    assert [line["id"] for line in log] == ["HOUSE-UNANSWERED"]
    assert SECRET not in str(log)
    assert (await ask(http, "echo")).status_code == 200


async def test_full_aid_queue_answers_busy(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "MAX_QUEUED_QUESTIONS", 0)
    answers = await asyncio.gather(*(ask(http, "sleep") for _ in range(3)))
    told = sorted(answer.json()["id"] for answer in answers)
    assert told == ["HOUSE-BUSY", "HOUSE-BUSY", "HOUSE-UNANSWERED"]
    assert {answer.status_code for answer in answers} == {503}


@pytest.mark.usefixtures("no_penalty")
async def test_aid_rate_limit_leaves_other_requests_alone(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path, games={"keyhole": GAME}, limit_scale=0.05) as host,
        httpx.AsyncClient(base_url=f"http://{host}") as http,
    ):
        codes = [(await ask(http, "echo")).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        assert (await http.get("/api/house")).status_code == 200


async def test_openapi_document_describes_every_aid(http: httpx.AsyncClient) -> None:
    document = (await http.get("/api/openapi.json")).json()
    echo = document["paths"][f"{AIDS}/echo"]["post"]
    assert echo["operationId"] == "keyhole_echo"
    body = echo["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/Call"}
    sound = document["components"]["schemas"]["Echo"]["properties"]["sound"]
    assert sound["contentEncoding"] == "base64"
