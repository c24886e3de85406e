"""Guests who use two processes at once to get more than they may have: on a real Postgres, without
a bus and with Redis. A few tries each, CLUEHOUSE_FUZZ times as many before a release."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import asyncpg
import msgspec
import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed

from tests.abuse.fuzz_settings import FUZZ_FACTOR
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import running_redis
from tests.server.running_server import Caller, Device, choose
from tests.server.two_servers import START, two_server_processes

pytestmark = pytest.mark.asyncio(loop_scope="module")

TRIES: Final = 6 * FUZZ_FACTOR
AT_ONCE: Final = 6
"""Tries that run at the same time, each at tables of its own."""

SILENT_BOTS: Final = ("--bot-pause", "1000")
MAX_DELAY_S: Final = 0.03
"""Limits the time between two requests that race each other."""


class Cluster(NamedTuple):
    """The addresses of two processes that serve the same tables, and of their database."""

    one: str
    other: str
    database: str


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["without a bus", "with Redis"])
async def cluster(
    request: pytest.FixtureRequest,
    postgres: PostgresServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Cluster]:
    folder: Path = tmp_path_factory.mktemp("house")
    database = await postgres.new_database()
    flags = [*SILENT_BOTS]
    async with AsyncExitStack() as stack:
        if request.param == "with Redis":
            redis = await stack.enter_async_context(running_redis(folder))
            flags += ["--redis-url", redis.address]
        one, other = stack.enter_context(two_server_processes(folder, database, *flags))
        yield Cluster(one.host, other.host, database)


async def try_often(attack: Callable[[Random], Awaitable[None]]) -> None:
    for first in range(0, TRIES, AT_ONCE):
        await asyncio.gather(*(attack(Random(first + number)) for number in range(AT_ONCE)))


@asynccontextmanager
async def two_faced(cluster: Cluster, name: str) -> AsyncIterator[tuple[Caller, Caller]]:
    """One guest, who is a client of both processes."""
    async with (
        Caller.named(cluster.one, name) as caller,
        Caller.nameless(cluster.other) as same_guest,
    ):
        same_guest.http.cookies.clear()
        same_guest.http.cookies.update(caller.http.cookies)
        yield caller, same_guest


async def same_deal_tables(host: Caller, tables: int) -> list[str]:
    first = await host.open_table(seats=2, tables=tables)
    deal = await host.get(f"/api/tables/{first}/same-deal")
    return [table["id"] for table in deal["tables"]]


async def sit(caller: Caller, table: str, seat: int) -> int:
    answer = await caller.http.post(f"/api/tables/{table}/sit", json={"seat": seat})
    assert answer.status_code < 500, answer.text
    return answer.status_code


async def tables_with_a_seat(caller: Caller, tables: list[str]) -> list[str]:
    rooms = [await caller.get(f"/api/tables/{table}") for table in tables]
    return [room["id"] for room in rooms if room["you"] is not None]


async def test_a_guest_who_sits_down_everywhere_at_once_gets_one_seat(cluster: Cluster) -> None:
    async def attack(_luck: Random) -> None:
        async with Caller.named(cluster.one, "Ada") as ada, two_faced(cluster, "Mallory") as faces:
            tables = (await same_deal_tables(ada, 5))[1:]
            sits = (sit(face, table, seat) for table in tables for seat, face in enumerate(faces))
            answers = await asyncio.gather(*sits)
            assert answers.count(200) == 1
            for face in faces:
                assert len(await tables_with_a_seat(face, tables)) == 1

    await try_often(attack)


async def test_a_guest_who_leaves_and_sits_down_everywhere_at_once_gets_one_seat(
    cluster: Cluster,
) -> None:
    async def attack(luck: Random) -> None:
        async with Caller.named(cluster.one, "Ada") as ada, two_faced(cluster, "Mallory") as faces:
            tables = (await same_deal_tables(ada, 4))[1:]
            assert await sit(faces[0], tables[0], 0) == 200
            leave = faces[0].http.post(f"/api/tables/{tables[0]}/leave")
            sits = (
                after(luck.uniform(0, MAX_DELAY_S), sit(face, table, 1))
                for table in tables
                for face in faces
            )
            await asyncio.gather(leave, *sits)
            for face in faces:
                assert len(await tables_with_a_seat(face, tables)) <= 1

    await try_often(attack)


async def after(seconds: float, work: Awaitable[Any]) -> Any:
    await asyncio.sleep(seconds)
    return await work


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Ada hosts through one process, Mallory plays through the other. Both may accuse now, in any
    order: Mallory's choice does not end when Ada's move is written, nor the other way round."""

    table: str
    ada: Caller
    hers: Device
    update: dict[str, Any]
    """Ada's last one."""
    mallorys: Device
    accusation: dict[str, Any]
    """A move that Mallory has been offered."""

    @property
    def seq(self) -> int:
        return int(self.update["seq"])

    async def accuse(self) -> None:
        await self.mallorys.say("Play", move=self.accusation, seen=self.seq)

    async def host_accuses(self) -> int:
        """The seq of Ada's move, or of Mallory's if that was first and hers ended the game."""
        await choose(self.hers, self.update)
        while True:
            latest = await self.hers.receive("Update")
            if not latest["moves"]:
                return int(latest["seq"])


@asynccontextmanager
async def duel(cluster: Cluster) -> AsyncIterator[Duel]:
    async with (
        Caller.named(cluster.one, "Ada") as ada,
        Caller.named(cluster.other, "Mallory") as mallory,
    ):
        table = await ada.open_table(seats=2, options={"deals": 1})
        await mallory.post(f"/api/tables/{table}/sit", seat=1)
        await ada.post(START.format(table))
        async with ada.visit(table) as hers, mallory.visit(table) as mallorys:
            await choose(hers, await hers.receive("Update", seq=0))
            await choose(mallorys, await mallorys.receive("Update", seq=1))
            update = await hers.receive("Update", seq=2)
            (offer,) = (await mallorys.receive("Update", seq=2))["moves"]
            fields = {name: values[0] for name, values in offer["fields"].items()}
            yield Duel(
                table=table,
                ada=ada,
                hers=hers,
                update=update,
                mallorys=mallorys,
                accusation={"type": offer["kind"], **fields},
            )


Ousting = Callable[[Duel], Awaitable[Any]]


async def replace(duel: Duel) -> None:
    await duel.ada.post(f"/api/tables/{duel.table}/replace", seat=1, level="novice")


async def remove(duel: Duel) -> None:
    room = await duel.ada.get(f"/api/tables/{duel.table}")
    await duel.ada.post(f"/api/tables/{duel.table}/remove", who=room["chairs"][1]["who"])


async def received_until(device: Device, seq: int) -> list[dict[str, Any]]:
    """All updates up to this one, or until the connection is closed."""
    with suppress(ConnectionClosed):
        while (await device.receive("Update"))["seq"] < seq:
            pass
    return [message for message in device.heard if message["type"] == "Update"]


class Written(NamedTuple):
    """What the database has of a table."""

    moves: dict[int, tuple[int | None, int]]
    """The seat of each move, and on how many pages of the book it was decided."""
    ousted_at: int
    """The page that ended Mallory's right to the seat."""


async def written(cluster: Cluster, table: str) -> Written:
    connection = await asyncpg.connect(cluster.database)
    try:
        log = await connection.fetch("SELECT seq, seat, pages FROM log WHERE table_id = $1", table)
        book = await connection.fetch(
            "SELECT page, note FROM book WHERE table_id = $1 ORDER BY page", table
        )
    finally:
        await connection.close()
    notes = {row["page"]: msgspec.json.decode(row["note"]) for row in book}
    ends = (page for page, note in notes.items() if _ousts(note))
    return Written({row["seq"]: (row["seat"], row["pages"]) for row in log}, next(ends))


def _ousts(note: dict[str, Any]) -> bool:
    given_to_bot = note["type"] == "SatDown" and note["who"]["type"] == "Bot"
    return bool(note["type"] == "Removed" or given_to_bot)


@pytest.mark.parametrize("oust", [replace, remove])
async def test_a_guest_who_lost_the_seat_plays_no_move_through_another_process(
    cluster: Cluster, oust: Ousting
) -> None:
    """No move is accepted and no private update is sent after the host had the answer."""

    async def attack(_luck: Random) -> None:
        async with duel(cluster) as it:
            await oust(it)
            with suppress(ConnectionClosed):
                await it.accuse()
            last = await it.host_accuses()
            updates = await received_until(it.mallorys, last)
            stored = await written(cluster, it.table)
        assert [stored.moves[seq][0] for seq in sorted(stored.moves)] == [None, 0, 1, 0]
        later = [update for update in updates if update["seq"] > it.seq]
        assert {update["view"]["type"] for update in later} <= {"RailView"}
        assert not any(update["moves"] for update in later)

    await try_often(attack)


@pytest.mark.parametrize("oust", [replace, remove])
async def test_a_guest_who_is_losing_the_seat_gets_nothing_that_was_decided_later(
    cluster: Cluster, oust: Ousting
) -> None:
    """Mallory and Ada move while the host's request is on its way: what comes first counts, and
    everything after the page that ends the seat is a spectator's."""

    async def attack(luck: Random) -> None:
        async with duel(cluster) as it:
            accusing = after(luck.uniform(0, MAX_DELAY_S), it.accuse())
            _, _, last = await asyncio.gather(
                oust(it),
                asyncio.gather(accusing, return_exceptions=True),
                after(luck.uniform(0, MAX_DELAY_S), it.host_accuses()),
            )
            updates = await received_until(it.mallorys, last)
            stored = await written(cluster, it.table)
        for seat, pages in list(stored.moves.values())[3:]:
            assert seat != 1 or pages <= stored.ousted_at
        for update in updates:
            _, pages = stored.moves[update["seq"]]
            assert update["view"]["type"] == "RailView" or pages <= stored.ousted_at

    await try_often(attack)
