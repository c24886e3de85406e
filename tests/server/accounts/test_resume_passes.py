"""A resume pass works once, for ten minutes, and can be cancelled; in memory and in Postgres."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from cluehouse.server.accounts import resume_passes
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.accounts.resume_passes import (
    PASS_AGE_S,
    MemoryPasses,
    PassStore,
    ResumePasses,
)
from cluehouse.server.cluster import shared_secret
from cluehouse.server.cluster.shared_secret import SharedPasses
from cluehouse.server.storage.postgres import PostgresArchive

ADA, BEN = Guest("ada-id", "Ada"), Guest("ben-id", "Ben")


@pytest.fixture(params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[PassStore]:
    if request.param == "memory":
        yield MemoryPasses()
        return
    archive = await PostgresArchive.open(await request.getfixturevalue("postgres").new_database())
    yield SharedPasses(archive.postgres)
    await archive.close()


@pytest.fixture
def passes(store: PassStore) -> ResumePasses:
    return ResumePasses(store)


async def test_a_pass_works_once_by_link_or_by_code(passes: ResumePasses) -> None:
    link, code = await passes.issue(ADA)
    assert await passes.look(link) == await passes.look(code) == ADA, "looking does not use it up"
    assert await passes.take(link) == ADA
    assert [await passes.take(it) for it in (link, code)] == [None, None]
    link, code = await passes.issue(ADA)
    assert await passes.take(f" {code[:4].lower()}-{code[4:]}") == ADA, "as people type it"
    assert [await passes.look(it) for it in (link, code)] == [None, None]


async def test_of_many_who_take_a_pass_at_once_one_gets_it(passes: ResumePasses) -> None:
    secrets = await passes.issue(ADA)
    taken = await asyncio.gather(*(passes.take(it) for it in secrets * 4))
    assert sorted(taken, key=bool) == [None] * 7 + [ADA]


async def test_a_cancelled_pass_does_not_work(passes: ResumePasses) -> None:
    link, code = await passes.issue(ADA)
    other, _ = await passes.issue(BEN)
    await passes.cancel(ADA.id)
    assert [await passes.take(it) for it in (link, code)] == [None, None]
    assert await passes.seconds_left(ADA.id) is None
    assert await passes.take(other) == BEN, "that of another guest does"


async def test_a_new_pass_replaces_the_last_one(passes: ResumePasses) -> None:
    first, second = await passes.issue(ADA), await passes.issue(ADA)
    assert [await passes.take(it) for it in first] == [None, None]
    assert await passes.take(second.link) == ADA


async def test_a_pass_lives_ten_minutes(
    passes: ResumePasses, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PASS_AGE_S == 600
    await passes.issue(ADA)
    assert 500 < (await passes.seconds_left(ADA.id) or 0) <= PASS_AGE_S
    for module in (resume_passes, shared_secret):
        monkeypatch.setattr(module, "PASS_AGE_S", -1.0)
    link, code = await passes.issue(ADA)
    assert await passes.seconds_left(ADA.id) is None
    assert [await passes.look(it) for it in (link, code)] == [None, None]
    assert [await passes.take(it) for it in (link, code)] == [None, None]


async def test_stores_get_hashes_and_no_secrets() -> None:
    store = MemoryPasses()
    link, code = await ResumePasses(store).issue(ADA)
    kept = repr(vars(store))
    assert link not in kept
    assert code not in kept


@pytest.mark.parametrize("secret", ["", "\0", "AAAA0000", "abc.def.ghi", "é" * 8, "\ud800"])
async def test_an_unknown_pass_is_none(passes: ResumePasses, secret: str) -> None:
    await passes.issue(ADA)
    assert await passes.look(secret) is None
    assert await passes.take(secret) is None
