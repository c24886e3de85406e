"""Aids in a worker process: what they give, decline and break."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from cluehouse.core.wire import decoder, encode
from cluehouse.table.bots.messages import Advised, Answer, Consult, Declined, Failed
from cluehouse.table.bots.pool import Worker, WorkerPool
from tests.table.aids import Call, Echo

HASTY = 0.1
"""Seconds for one answer of somebody who never gives any."""


@pytest.fixture
async def workers() -> AsyncIterator[WorkerPool]:
    workers = WorkerPool("tests.table.aids:find", count=1, patience=60.0, aid_patience=60.0)
    yield workers
    await workers.close()


async def ask(worker: Worker, aid: str) -> Answer:
    return await worker.ask(Consult("keyhole", aid, encode(Call("hello"))))


async def still_answers(worker: Worker) -> None:
    answer = await ask(worker, "echo")
    assert isinstance(answer, Advised)
    assert decoder(Echo).decode(answer.given) == Echo("hello", b"hello")


async def test_an_aid_answers_and_its_answer_may_hold_bytes(workers: WorkerPool) -> None:
    assert await ask(workers.adviser, "echo") == Advised(b'{"words":"hello","sound":"aGVsbG8="}')


async def test_an_aid_declines_in_its_own_words(workers: WorkerPool) -> None:
    assert await ask(workers.adviser, "decline") == Declined("nobody shouts 'hello' here")


@pytest.mark.parametrize(
    ("aid", "trouble"),
    [
        ("break", "RuntimeError: a name that no journal should hold"),
        ("none", "KeyError: 'none'"),
        ("die", "the worker process died"),
    ],
)
async def test_an_aid_that_fails_hurts_nobody_after_it(
    workers: WorkerPool, aid: str, trouble: str
) -> None:
    assert await ask(workers.adviser, aid) == Failed(trouble)
    await still_answers(workers.adviser)


async def test_an_aid_that_never_answers_hurts_nobody_after_it(workers: WorkerPool) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workers.adviser, "_patience", HASTY)
        assert await ask(workers.adviser, "sleep") == Failed(f"no answer within {HASTY:g} s")
    await still_answers(workers.adviser)


async def test_a_question_that_is_none_fails(workers: WorkerPool) -> None:
    answer = await workers.adviser.ask(Consult("keyhole", "echo", b'{"words":1}'))
    assert isinstance(answer, Failed)


async def test_no_bot_waits_for_an_aid(workers: WorkerPool) -> None:
    sleeping = asyncio.create_task(ask(workers.adviser, "sleep"))
    await asyncio.sleep(0)
    await still_answers(workers.of("table", 0))
    await still_answers(workers.understudy)
    assert not sleeping.done()
    await workers.close()
    assert isinstance(await sleeping, Failed)
