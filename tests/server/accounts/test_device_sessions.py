"""Sessions of devices: which are valid, how long, what a check costs; on SQLite and Postgres."""

import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from cluehouse.core.errors import DiskFull
from cluehouse.server.accounts import device_sessions
from cluehouse.server.accounts.device_sessions import (
    SESSION_IDLE_S,
    TOUCH_INTERVAL_S,
    DeviceSessions,
)
from cluehouse.server.accounts.identity import COOKIE_AGE_S, Guest, Visitor
from cluehouse.server.errors import NoDevice, SignedOut
from cluehouse.server.storage.archive import Archive, Statement

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
DAY = 24 * 3600
NOON = 1_800_000_000.0


def ada_in(session: str, signed: float = NOON, name: str = "Ada") -> Visitor:
    return Visitor(Guest("ada-id", name), session, signed)


PHONE, LAPTOP = ada_in("phone"), ada_in("laptop")


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        monkeypatch.setattr(device_sessions, "time", SimpleNamespace(time=lambda: self.now))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class CountingArchive:
    """Counts queries and writes on their way to an archive; writes may fail."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self.queries = self.writes = 0
        self.is_full = False

    async def run(self, *statements: Statement) -> None:
        self.writes += 1
        if self.is_full:
            raise DiskFull("no room left")
        await self._archive.run(*statements)

    async def fetch(self, query: str, *parameters: object) -> Sequence[Sequence[Any]]:
        self.queries += 1
        return await self._archive.fetch(query, *parameters)


@pytest.fixture
def counting(archive: Archive) -> Any:
    return CountingArchive(archive)


@pytest.fixture
def sessions(archive: Archive, clock: Clock) -> DeviceSessions:
    return DeviceSessions(archive)


async def ids(sessions: DeviceSessions) -> list[str]:
    return [row.id for row in await sessions.of("ada-id")]


async def test_a_cookie_without_a_session_in_the_database_gets_one(
    sessions: DeviceSessions,
) -> None:
    """It is older than sessions, or newer than a restored backup."""
    await sessions.admit(PHONE, FIREFOX)
    (row,) = await sessions.of("ada-id")
    assert row[:4] == ("phone", "Firefox", "Android", int(NOON))


async def test_requests_of_a_known_session_cost_no_query(counting: Any, clock: Clock) -> None:
    sessions = DeviceSessions(counting)
    await sessions.open(PHONE, FIREFOX)
    await sessions.admit(PHONE, FIREFOX)
    before = counting.queries, counting.writes
    for _ in range(100):
        clock.now += TOUCH_INTERVAL_S / 101
        await sessions.admit(PHONE, FIREFOX)
    assert (counting.queries, counting.writes) == before


async def test_the_last_use_is_stored_at_most_once_an_hour(counting: Any, clock: Clock) -> None:
    sessions = DeviceSessions(counting)
    await sessions.open(PHONE, FIREFOX)
    for _ in range(5 * 60):
        clock.now += 60
        await sessions.admit(PHONE, FIREFOX)
    (row,) = await sessions.of("ada-id")
    assert clock.now - row.last_seen <= 2 * TOUCH_INTERVAL_S
    assert counting.writes <= 1 + 5


async def test_a_session_ends_after_90_idle_days(
    archive: Archive, sessions: DeviceSessions, clock: Clock
) -> None:
    assert SESSION_IDLE_S == 90 * DAY
    await sessions.open(PHONE, FIREFOX)
    for _ in range(5):
        clock.now += 89 * DAY
        await sessions.admit(PHONE, FIREFOX)
    clock.now += 91 * DAY
    for process in (sessions, DeviceSessions(archive)):
        with pytest.raises(SignedOut):
            await process.admit(PHONE, FIREFOX)
    assert await ids(sessions) == []


async def test_an_open_connection_keeps_its_session_in_use(
    sessions: DeviceSessions, clock: Clock
) -> None:
    await sessions.open(PHONE, FIREFOX)
    for _ in range(3):
        clock.now += 60 * DAY
        await sessions.touch({"phone", "a session without a row"})
    await sessions.admit(PHONE, FIREFOX)


async def test_an_ended_session_is_refused_at_once_and_for_ever(
    archive: Archive, sessions: DeviceSessions, clock: Clock
) -> None:
    told: list[str] = []
    sessions.listeners.append(told.extend)
    for visitor in (PHONE, LAPTOP):
        await sessions.open(visitor, FIREFOX)
        await sessions.admit(visitor, FIREFOX)
    await sessions.end(
        "ada-id", next(it.handle for it in await sessions.of("ada-id") if it.id == "phone")
    )
    assert told == ["phone"]
    assert await ids(sessions) == ["laptop"]
    for process in (sessions, DeviceSessions(archive)):
        for cookie in (PHONE, ada_in("phone", name=""), ada_in("phone", NOON + DAY)):
            with pytest.raises(SignedOut):
                await process.admit(cookie, FIREFOX)
        await process.admit(LAPTOP, FIREFOX)
    await sessions.open(PHONE, FIREFOX)
    await sessions.touch(["phone"])
    clock.now += COOKIE_AGE_S
    await sessions.sweep()
    with pytest.raises(SignedOut):
        await DeviceSessions(archive).admit(PHONE, FIREFOX)


async def test_ending_all_others_also_ends_sessions_that_were_never_seen(
    archive: Archive, sessions: DeviceSessions, clock: Clock
) -> None:
    """A lost phone may have a cookie of an earlier version."""
    for visitor in (PHONE, LAPTOP):
        await sessions.open(visitor, FIREFOX)
    clock.now += DAY
    await sessions.end_others(LAPTOP)
    assert await ids(sessions) == ["laptop"]
    for process in (sessions, DeviceSessions(archive)):
        for cookie in (PHONE, ada_in("lost", NOON)):
            with pytest.raises(SignedOut):
                await process.admit(cookie, FIREFOX)
        await process.admit(LAPTOP, FIREFOX)
        await process.admit(ada_in("new", clock.now + 1), FIREFOX)
        await process.admit(Visitor(Guest("ben-id", "Ben"), "his", NOON), FIREFOX)


async def test_a_guest_ends_no_session_of_another_guest(sessions: DeviceSessions) -> None:
    await sessions.open(PHONE, FIREFOX)
    (row,) = await sessions.of("ada-id")
    for handle in (row.handle, row.id, "", "phone\0", "%", "x" * 100):
        with pytest.raises(NoDevice):
            await sessions.end("ben-id", handle)
    await sessions.end_session("ben-id", "laptop")
    await sessions.end_others(Visitor(Guest("ben-id", "Ben"), "his", NOON))
    await sessions.admit(PHONE, FIREFOX)


async def test_a_guest_without_a_name_has_no_session_in_the_database(
    counting: Any, clock: Clock
) -> None:
    """Requests without a cookie would fill it."""
    sessions = DeviceSessions(counting)
    await sessions.admit(ada_in("phone", name=""), FIREFOX)
    assert counting.writes == 0


async def test_a_full_disk_keeps_no_guest_out(counting: Any, clock: Clock) -> None:
    counting.is_full = True
    sessions = DeviceSessions(counting)
    await sessions.admit(PHONE, FIREFOX)
    counting.is_full = False
    await sessions.admit(PHONE, FIREFOX)
    assert await ids(sessions) == ["phone"], "the next request is stored"


async def test_rows_are_deleted_when_no_cookie_can_name_them(
    archive: Archive, sessions: DeviceSessions, clock: Clock
) -> None:
    for visitor in (PHONE, LAPTOP):
        await sessions.open(visitor, FIREFOX)
    await sessions.end_session("ada-id", "phone")
    for after, left in ((COOKIE_AGE_S, 2), (COOKIE_AGE_S + DAY, 0)):
        clock.now = NOON + after
        await sessions.sweep()
        assert len(await archive.fetch("SELECT id FROM sessions")) == left


async def test_nothing_of_an_erased_guest_stays_but_random_ids(
    archive: Archive, sessions: DeviceSessions, clock: Clock
) -> None:
    for visitor in (PHONE, LAPTOP):
        await sessions.open(visitor, FIREFOX)
        await sessions.admit(visitor, FIREFOX)
    await sessions.erase("ada-id")
    rows = await archive.fetch("SELECT * FROM sessions ORDER BY id")
    assert [tuple(row) for row in rows] == [
        (id, "", "", "", 0, 0, int(NOON), 0) for id in ("laptop", "phone")
    ]
    for process in (sessions, DeviceSessions(archive)):
        with pytest.raises(SignedOut):
            await process.admit(PHONE, FIREFOX)


async def test_many_sessions_are_not_all_kept_in_memory(
    sessions: DeviceSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_sessions, "MAX_CACHED_SESSIONS", 10)
    await sessions.open(PHONE, FIREFOX)
    await sessions.end_session("ada-id", "phone")
    sessions.mark_ended([f"another {number}" for number in range(50)])
    for number in range(50):
        await sessions.admit(ada_in(f"one more {number}", time.time(), name=""), FIREFOX)
    with pytest.raises(SignedOut):
        await sessions.admit(PHONE, FIREFOX)


async def test_an_ended_session_is_refused_also_when_many_others_have_ended_since(
    sessions: DeviceSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_sessions, "MAX_CACHED_SESSIONS", 3)
    await sessions.admit(PHONE, FIREFOX)
    await sessions.end_session(PHONE.guest.id, PHONE.session)
    sessions.mark_ended(["another", "a third", "a fourth"])
    with pytest.raises(SignedOut):
        await sessions.admit(PHONE, FIREFOX)
