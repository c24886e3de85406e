"""Aids in a worker process: answers, refusals and failures."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from cluehouse.core.wire import decoder, encode
from cluehouse.table.bots.messages import Advised, Consult, Declined, Failed, WorkerAnswer
from cluehouse.table.bots.pool import Worker, WorkerPool
from tests.table.aids import Call, Echo

SHORT_TIMEOUT_S = 0.1
"""Time limit for an aid that never answers."""


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    workers = WorkerPool("tests.table.aids:find", count=1, timeout_s=60.0, aid_timeout_s=60.0)
    yield workers
    await workers.close()


async def ask(worker: Worker, aid: str) -> WorkerAnswer:
    return await worker.ask(Consult("keyhole", aid, encode(Call("hello"))))


async def still_answers(worker: Worker) -> None:
    answer = await ask(worker, "echo")
    assert isinstance(answer, Advised)
    assert decoder(Echo).decode(answer.given) == Echo("hello", b"hello")


async def test_aid_answers_and_its_answer_may_contain_bytes(workers: WorkerPool) -> None:
    assert await ask(workers.aid_worker, "echo") == Advised(b'{"words":"hello","sound":"aGVsbG8="}')


async def test_aid_declines_with_its_own_message(workers: WorkerPool) -> None:
    assert await ask(workers.aid_worker, "decline") == Declined("'hello' is too loud")


@pytest.mark.parametrize(
    ("aid", "error"),
    [
        ("break", "RuntimeError: a name that no log may contain"),
        ("none", "KeyError: 'none'"),
        ("die", "the worker process died"),
    ],
)
async def test_worker_answers_again_after_an_aid_failed(
    workers: WorkerPool, aid: str, error: str
) -> None:
    assert await ask(workers.aid_worker, aid) == Failed(error)
    await still_answers(workers.aid_worker)


async def test_worker_answers_again_after_an_aid_timed_out(workers: WorkerPool) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workers.aid_worker, "_timeout_s", SHORT_TIMEOUT_S)
        answer = await ask(workers.aid_worker, "sleep")
    assert answer == Failed(f"no answer within {SHORT_TIMEOUT_S:g} s")
    await still_answers(workers.aid_worker)


async def test_invalid_question_fails(workers: WorkerPool) -> None:
    answer = await workers.aid_worker.ask(Consult("keyhole", "echo", b'{"words":1}'))
    assert isinstance(answer, Failed)


async def test_bots_do_not_wait_for_aids(workers: WorkerPool) -> None:
    sleeping = asyncio.create_task(ask(workers.aid_worker, "sleep"))
    await asyncio.sleep(0)
    await still_answers(workers.of("table", 0))
    await still_answers(workers.fallback_worker)
    assert not sleeping.done()
    await workers.close()
    assert isinstance(await sleeping, Failed)
