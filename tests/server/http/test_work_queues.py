"""Expensive work of clients waits for its turn: documents, games from the archive, notebooks."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cluehouse.core.wire import encode
from cluehouse.server import app
from cluehouse.server.net.fair_queue import ARCHIVE_SLOTS, WorkQueue, WorkQueues, work_queues
from cluehouse.table.bots.messages import Noted, Question, Study, WorkerAnswer
from cluehouse.table.bots.pool import Worker
from tests.server.running_server import Caller, run_server
from tests.server_process import TEST_TIMEOUT_S
from tests.study.games import sealed

DOCUMENT: dict[str, Any] = msgspec.json.decode(encode(sealed("keyhole", 2, deals=1)))


@pytest.fixture
def queues(monkeypatch: pytest.MonkeyPatch) -> WorkQueues:
    """The queues of the server."""
    queues = work_queues(1)
    monkeypatch.setattr(app, "work_queues", lambda _: queues)
    return queues


@pytest.fixture
async def ada(tmp_path: Path, queues: WorkQueues) -> AsyncIterator[Caller]:
    async with run_server(tmp_path) as host, Caller.named(host, "Ada") as caller:
        yield caller


async def check_waits(queue: WorkQueue, slots: int, work: Callable[[], Awaitable[Any]]) -> None:
    """The work waits while other clients have all slots, and is done afterwards."""
    async with asyncio.timeout(TEST_TIMEOUT_S):
        async with AsyncExitStack() as others:
            for number in range(slots):
                await others.enter_async_context(queue.turn(f"other client {number}"))
            working = asyncio.ensure_future(work())
            while not queue.waiting:
                await asyncio.sleep(0.01)
            assert not working.done()
        await working


async def test_documents_wait_for_their_turn(ada: Caller, queues: WorkQueues) -> None:
    replay = {"record": DOCUMENT, "viewer": 0}
    await check_waits(queues.records, 1, lambda: ada.post("/api/verify", **DOCUMENT))
    await check_waits(queues.records, 1, lambda: ada.post("/api/replay", **replay))
    await check_waits(
        queues.records, 1, lambda: ada.refused("/api/replay/blob", **replay, address="x")
    )


async def test_games_from_the_archive_wait_for_their_turn(ada: Caller, queues: WorkQueues) -> None:
    await check_waits(queues.archive, ARCHIVE_SLOTS, lambda: ada.get("/api/me/games"))
    table = await ada.open_table()
    path = f"/api/tables/{table}/record"
    await check_waits(queues.archive, ARCHIVE_SLOTS, lambda: ada.http.get(path))


async def test_notebooks_wait_for_their_turn(ada: Caller, queues: WorkQueues) -> None:
    table = await ada.open_table(seats=2)
    async with ada.visit(table) as device:
        await ada.post(f"/api/tables/{table}/start", fill="novice")
        await device.receive("Update")

        async def take_notes() -> None:
            await device.say("TakeNotes")
            await device.receive("NotesTaken")

        await check_waits(queues.notes, 1, take_notes)


async def test_notebook_of_a_client_who_leaves_is_worked_out_to_the_end(
    ada: Caller, queues: WorkQueues, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker whose answer no task waits for is killed, and all its bots have to begin anew:
    clients who come and go could keep every bot of the server from thinking."""
    asked, worked_out = asyncio.Event(), asyncio.Event()
    ask, exchange = Worker.ask, Worker._exchange
    outcomes = []

    async def slow_exchange(worker: Worker, process: Any, question: Question) -> WorkerAnswer:
        if isinstance(question, Study):
            asked.set()
            await worked_out.wait()
        return await exchange(worker, process, question)

    async def observed_ask(worker: Worker, question: Question) -> WorkerAnswer:
        answer = await ask(worker, question)
        outcomes.append(type(answer))
        return answer

    monkeypatch.setattr(Worker, "_exchange", slow_exchange)
    monkeypatch.setattr(Worker, "ask", observed_ask)
    table = await ada.open_table(seats=2)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        async with ada.visit(table) as device:
            await ada.post(f"/api/tables/{table}/start", fill="novice")
            await device.receive("Update")
            await device.say("TakeNotes")
            await asked.wait()
        async with ada.visit(table) as device:
            await device.receive("Update")  # the server knows by now that the first one has left
        next_turn = queues.notes.turn("other client")
        entering = asyncio.ensure_future(next_turn.__aenter__())
        while not queues.notes.waiting:
            assert not entering.done(), "the slot is free though the worker is busy"
            await asyncio.sleep(0.01)
        worked_out.set()
        await entering
        await next_turn.__aexit__(None, None, None)
    assert Noted in outcomes
