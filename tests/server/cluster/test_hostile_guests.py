"""Guests who use two processes at once to get more than they may have: on a real Postgres, without
a bus and with Redis. A few tries each, CLUEHOUSE_FUZZ times as many before a release."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import pytest_asyncio

from tests.abuse.fuzz_settings import FUZZ_FACTOR
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import running_redis
from tests.server.running_server import Caller
from tests.server.two_servers import two_server_processes

pytestmark = pytest.mark.asyncio(loop_scope="module")

TRIES: Final = 4 * FUZZ_FACTOR


class Hosts(NamedTuple):
    """The addresses of two processes that serve the same tables."""

    one: str
    other: str


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["without a bus", "with Redis"])
async def hosts(
    request: pytest.FixtureRequest,
    postgres: PostgresServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Hosts]:
    folder: Path = tmp_path_factory.mktemp("house")
    async with AsyncExitStack() as stack:
        flags: tuple[str, ...] = ()
        if request.param == "with Redis":
            redis = await stack.enter_async_context(running_redis(folder))
            flags = ("--redis-url", redis.address)
        database = await postgres.new_database()
        servers = stack.enter_context(two_server_processes(folder, database, *flags))
        yield Hosts(*(server.host for server in servers))


class TwoFaced(NamedTuple):
    """One guest, who is a client of both processes."""

    one: Caller
    other: Caller


@asynccontextmanager
async def two_faced(hosts: Hosts, name: str) -> AsyncIterator[TwoFaced]:
    async with Caller.named(hosts.one, name) as caller, Caller.nameless(hosts.other) as again:
        again.http.cookies.clear()
        again.http.cookies.update(caller.http.cookies)
        yield TwoFaced(caller, again)


async def same_deal_tables(host: Caller, tables: int) -> list[str]:
    first = await host.open_table(seats=2, tables=tables)
    deal = await host.get(f"/api/tables/{first}/same-deal")
    return [table["id"] for table in deal["tables"]]


async def status_of_sitting(caller: Caller, table: str, seat: int) -> int:
    answer = await caller.http.post(f"/api/tables/{table}/sit", json={"seat": seat})
    return answer.status_code


async def tables_with_a_seat(caller: Caller, tables: list[str]) -> list[str]:
    rooms = [await caller.get(f"/api/tables/{table}") for table in tables]
    return [room["id"] for room in rooms if room["you"] is not None]


async def test_a_guest_who_sits_down_everywhere_at_once_gets_one_seat(hosts: Hosts) -> None:
    async with Caller.named(hosts.one, "Ada") as ada, two_faced(hosts, "Mallory") as mallory:
        for _ in range(TRIES):
            tables = (await same_deal_tables(ada, 5))[1:]
            sits = (
                status_of_sitting(caller, table, seat)
                for table in tables
                for seat, caller in enumerate(mallory)
            )
            answers = await asyncio.gather(*sits)
            assert sorted(set(answers)) in ([200, 400, 409], [200, 409])
            assert answers.count(200) == 1
            for caller in mallory:
                assert len(await tables_with_a_seat(caller, tables)) == 1


async def test_a_guest_who_moves_to_another_table_at_once_gets_one_seat(hosts: Hosts) -> None:
    """Leaving releases the claim: of the sits that follow, one is accepted."""
    async with Caller.named(hosts.one, "Ada") as ada, two_faced(hosts, "Mallory") as mallory:
        for _ in range(TRIES):
            _, left, *others = await same_deal_tables(ada, 4)
            assert await status_of_sitting(mallory.one, left, 0) == 200
            leave = mallory.one.http.post(f"/api/tables/{left}/leave")
            sits = (
                status_of_sitting(caller, table, 1)
                for table in (left, *others)
                for caller in mallory
            )
            await asyncio.gather(leave, *sits)
            for caller in mallory:
                assert len(await tables_with_a_seat(caller, [left, *others])) <= 1
