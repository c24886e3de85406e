"""Aids over HTTP: no account needed, strictly decoded, isolated in a worker."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest
from structlog.testing import capture_logs

from cluehouse.server import app
from cluehouse.server.http.routes.aids import MAX_AID_BODY_BYTES
from cluehouse.server.net.fair_queue import MAX_WAITING_REQUESTS, WorkQueues, work_queues
from cluehouse.table.bots.messages import Advised, Consult
from cluehouse.table.bots.pool import Worker, WorkerPool
from tests.server.running_server import run_server
from tests.table.aids import GAME, SECRET

AIDS = "/api/games/keyhole/aids"


@pytest.fixture(autouse=True)
def helpful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers find Keyhole with aids, and time out soon."""
    monkeypatch.setattr(app, "FIND_GAME", "tests.table.aids:find")
    monkeypatch.setattr(app, "WorkerPool", partial(WorkerPool, aid_timeout_s=2.0))


@pytest.fixture
def queues(monkeypatch: pytest.MonkeyPatch) -> WorkQueues:
    """The queues of the server."""
    queues = work_queues(1)
    monkeypatch.setattr(app, "work_queues", lambda _: queues)
    return queues


@pytest.fixture
async def http(tmp_path: Path, queues: WorkQueues) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        run_server(tmp_path, games={"keyhole": GAME}) as host,
        httpx.AsyncClient(base_url=f"http://{host}", timeout=30) as client,
    ):
        yield client


async def ask(
    http: httpx.AsyncClient, aid: str, words: str = "hello", address: str = ""
) -> httpx.Response:
    """`address`: the client's, as a proxy names it."""
    forwarded = {"X-Forwarded-For": address} if address else {}
    return await http.post(f"{AIDS}/{aid}", json={"words": words}, headers=forwarded)


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
    monkeypatch: pytest.MonkeyPatch, http: httpx.AsyncClient, queues: WorkQueues
) -> None:
    worker = held_worker(monkeypatch)
    asking = [asyncio.create_task(ask(http, "echo")) for _ in range(1 + MAX_WAITING_REQUESTS)]
    while queues.aids.waiting < MAX_WAITING_REQUESTS:
        await asyncio.sleep(0.01)
    refused = await ask(http, "echo")
    assert (refused.status_code, refused.json()["id"]) == (503, "HOUSE-BUSY")
    worker.go_on.set()
    assert {answer.status_code for answer in await asyncio.gather(*asking)} == {200}


async def test_client_with_many_aid_requests_does_not_starve_the_others(
    monkeypatch: pytest.MonkeyPatch, http: httpx.AsyncClient
) -> None:
    worker = held_worker(monkeypatch)
    crowd = [asyncio.create_task(ask(http, "echo", "many")) for _ in range(30)]
    while sum(it.done() for it in crowd) < 30 - 1 - MAX_WAITING_REQUESTS:
        await asyncio.sleep(0.01)
    other = asyncio.create_task(ask(http, "echo", "one", address="203.0.113.9"))
    while sum(it.done() for it in crowd) < 30 - MAX_WAITING_REQUESTS:  # one made room for it
        await asyncio.sleep(0.01)
    worker.go_on.set()
    assert (await other).status_code == 200
    assert worker.asked[2] == "one", "after the one at work and one that waited"
    await asyncio.gather(*crowd)


class HeldWorker:
    """Answers the questions for the aid worker, once it may go on."""

    def __init__(self) -> None:
        self.asked = list[str]()
        self.go_on = asyncio.Event()

    async def ask(self, question: Consult) -> Advised:
        self.asked.append(msgspec.json.decode(question.asked)["words"])
        await self.go_on.wait()
        return Advised(b"{}")


def held_worker(monkeypatch: pytest.MonkeyPatch) -> HeldWorker:
    held = HeldWorker()
    monkeypatch.setattr(Worker, "ask", lambda _, question: held.ask(question))
    return held


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
