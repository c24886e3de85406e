"""Aids in a worker process: what they give, decline and break."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cluehouse.core.wire import decoder, encode
from cluehouse.table.thoughts import Advised, Answer, Consult, Declined, Failed
from cluehouse.table.workers import Worker, Workers
from tests.table.aids import Call, Echo

PATIENT = 60.0
HASTY = 5.0
"""Seconds in which a process starts, also on a busy machine."""


@asynccontextmanager
async def workers_with(aid_patience: float) -> AsyncIterator[Workers]:
    workers = Workers("tests.table.aids:find", 1, PATIENT, aid_patience)
    yield workers
    await workers.close()


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    async with workers_with(PATIENT) as patient:
        yield patient


async def ask(worker: Worker, aid: str) -> Answer:
    return await worker.ask(Consult("keyhole", aid, encode(Call("hello"))))


async def still_answers(worker: Worker) -> None:
    answer = await ask(worker, "echo")
    assert isinstance(answer, Advised)
    assert decoder(Echo).decode(answer.given) == Echo("hello", b"hello")


async def test_an_aid_answers_and_its_answer_may_hold_bytes(workers: Workers) -> None:
    assert await ask(workers.adviser, "echo") == Advised(b'{"words":"hello","sound":"aGVsbG8="}')


async def test_an_aid_declines_in_its_own_words(workers: Workers) -> None:
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
    workers: Workers, aid: str, trouble: str
) -> None:
    assert await ask(workers.adviser, aid) == Failed(trouble)
    await still_answers(workers.adviser)


async def test_an_aid_that_never_answers_hurts_nobody_after_it() -> None:
    async with workers_with(HASTY) as hasty:
        assert await ask(hasty.adviser, "sleep") == Failed(f"no answer within {HASTY:g} s")
        await still_answers(hasty.adviser)


async def test_a_question_that_is_none_fails(workers: Workers) -> None:
    answer = await workers.adviser.ask(Consult("keyhole", "echo", b'{"words":1}'))
    assert isinstance(answer, Failed)


async def test_no_bot_waits_for_an_aid(workers: Workers) -> None:
    sleeping = asyncio.create_task(ask(workers.adviser, "sleep"))
    await asyncio.sleep(0)
    await still_answers(workers.of("table", 0))
    await still_answers(workers.understudy)
    assert not sleeping.done()
    await workers.close()
    assert isinstance(await sleeping, Failed)
