"""Several server processes on one database: games across them, and failures of some."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, MutableMapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from httpx import AsyncClient
from structlog.testing import capture_logs

from cluehouse.server.cluster import membership
from cluehouse.server.storage import postgres_pool
from cluehouse.server.wire.close_codes import SIGNED_OUT
from cluehouse.table import supervisor
from cluehouse.table.bots.seat import BotSeat
from cluehouse.table.table import Table
from tests.server.postgres_server import PostgresServer
from tests.server.running_server import GIFT, Caller, choose, play_out, play_to_the_end, run_server
from tests.server.two_servers import (
    START,
    ada_and_ben,
    ada_and_ben_apart,
    finish,
    here,
    seated,
    two_server_processes,
    two_servers,
)
from tests.server_process import TEST_TIMEOUT_S, ServerProcess

SHORT_POLL_S = 0.1


@pytest.fixture(autouse=True)
def short_poll_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "POLL_INTERVAL_S", SHORT_POLL_S)


@asynccontextmanager
async def two_processes(
    folder: Path, database: str
) -> AsyncIterator[tuple[ServerProcess, Caller, Caller]]:
    """Connect Ada to the first, Ben to the other."""
    with two_server_processes(folder, database) as (one, other):
        async with ada_and_ben(one.host, other.host) as (ada, ben):
            yield one, ada, ben


def workers_of(server: ServerProcess) -> set[int]:
    """Return the ids of its server processes."""
    return {pid for pid in server.children if b"spawn_main" in command_of(pid)}


def command_of(pid: int) -> bytes:
    """Return the command line; empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


async def count_entries(database: str) -> int:
    return await count_rows(database, "log")


async def count_rows(database: str, rows: str) -> int:
    connection = await asyncpg.connect(database)
    try:
        return int(await connection.fetchval(f"SELECT count(*) FROM {rows}"))
    finally:
        await connection.close()


async def test_a_table_is_played_through_two_processes(tmp_path: Path, database: str) -> None:
    async with two_processes(tmp_path, database) as (_, ada, ben):
        table = await seated(ada, ben)
        async with ada.visit(table) as hers, ben.visit(table) as his:
            await here(hers, 1)
            await here(his, 0)
            await ada.post(START.format(table), fill="novice")
            ends = await asyncio.gather(play_to_the_end(hers), play_to_the_end(his))
        assert ends[0]["outcome"] == ends[1]["outcome"]
        for device in (hers, his):
            seqs = [it["seq"] for it in device.heard if it["type"] == "Update"]
            assert seqs == list(range(seqs[0], ends[0]["seq"] + 1)), "each move once, in order"
    assert await count_entries(database) == ends[0]["seq"] + 1


async def test_a_process_without_clients_at_a_game_does_not_keep_its_lease(
    tmp_path: Path, database: str
) -> None:
    async with (
        run_server(tmp_path, database_url=database) as earlier,
        Caller.named(earlier, "Ada") as ada,
    ):
        table = await ada.open_table(options={"deals": 1})
        await ada.post(START.format(table), fill="novice")
    async with (
        two_servers(tmp_path, database) as (one, other),
        AsyncClient(base_url=f"http://{one}", cookies=ada.http.cookies) as http,
    ):
        assert (await Caller(one, http).get("/api/me/games"))["unfinished"]
        await asyncio.sleep(5 * SHORT_POLL_S)  # the first has had time to claim it
        async with Caller(other, http).visit(table) as hers:
            await play_to_the_end(hers)


async def test_a_rematch_starts_when_all_players_are_connected_to_any_process(
    tmp_path: Path, database: str
) -> None:
    async with ada_and_ben_apart(tmp_path, database) as (ada, ben):
        table = await seated(ada, ben, seats=2)
        await play_out(table, ada, ben)
        again = (await ada.post(f"/api/tables/{table}/rematch"))["id"]
        gift, through_her_server = f"/api/tables/{again}/contribute", Caller(ada.host, ben.http)
        async with ada.visit(again) as hers, ben.visit(again) as his:
            await ada.post(gift, seat=1, value=GIFT)
            await through_her_server.post(gift, seat=0, value=GIFT)
            await asyncio.gather(hers.receive("Update"), his.receive("Update"))


async def test_of_two_processes_with_a_table_one_runs_its_bots(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_tables: set[Table] = set()

    class CountedBot(BotSeat):
        async def sit(self) -> None:
            bot_tables.add(self._table)
            await super().sit()

    monkeypatch.setattr(supervisor, "BotSeat", CountedBot)
    async with ada_and_ben_apart(tmp_path, database) as (ada, ben):
        await play_out(await seated(ada, ben), ada, ben)
    assert len(bot_tables) == 1


async def test_another_process_takes_over_the_bots_of_a_killed_one(
    tmp_path: Path, database: str
) -> None:
    async with two_processes(tmp_path, database) as (one, ada, ben):
        table = await seated(ada, ben, grace=1)
        async with ben.visit(table) as his:
            async with ada.visit(table) as hers:
                await ada.post(START.format(table), fill="novice")
                await hers.receive("Update")
                await his.receive("Update")
                one.end()
            await here(his, 0, present=False)
            end = await play_to_the_end(his)  # with a bot in place of Ada, too
    assert await count_entries(database) == end["seq"] + 1


async def test_a_process_that_shuts_down_leaves_the_cluster_at_once(
    tmp_path: Path, database: str
) -> None:
    """Its clients leave with it, without waiting for missing heartbeats."""
    async with (
        run_server(tmp_path, database_url=database) as other,
        Caller.named(other, "Ben") as ben,
        AsyncExitStack() as clients,
    ):
        table = await ben.open_table()
        async with ben.visit(table) as his:
            async with run_server(tmp_path, database_url=database) as one:
                ada = await clients.enter_async_context(Caller.named(one, "Ada"))
                await ada.post(f"/api/tables/{table}/sit", seat=1)
                await clients.enter_async_context(ada.visit(table))
                await here(his, 1)
                assert await count_rows(database, "processes") == 2
            assert await count_rows(database, "processes") == 1
            await here(his, 1, present=False)


async def test_every_process_knows_guests_and_resume_codes(tmp_path: Path, database: str) -> None:
    async with two_servers(tmp_path, database) as (one, other), Caller.named(one, "Ada") as ada:
        code = (await ada.post("/api/resume-pass"))["code"]
        async with Caller.nameless(other) as phone:
            assert (await phone.post("/api/resume", code=code))["name"] == "Ada"
        async with Caller.nameless(other) as thief:
            assert (await thief.refused("/api/resume", code=code))[1] == "HOUSE-BAD-CODE"


async def test_a_device_ended_in_one_process_is_refused_in_all(
    tmp_path: Path, database: str
) -> None:
    async with two_servers(tmp_path, database) as (one, other), Caller.named(one, "Ada") as ada:
        code = (await ada.post("/api/resume-pass"))["code"]
        async with Caller.nameless(other) as phone:
            await phone.post("/api/resume", code=code)
            table = await ada.open_table()
            async with phone.visit(table) as its:
                await its.receive("Room", you=0)
                await ada.post("/api/me/devices/end-others")
                assert await its.closed() == SIGNED_OUT
            assert await phone.refused(f"/api/tables/{table}/leave") == (401, "HOUSE-SIGNED-OUT")
        assert await ada.get("/api/me") == {"name": "Ada"}


async def test_a_guest_erased_in_one_process_is_erased_in_all(
    tmp_path: Path, database: str
) -> None:
    async with ada_and_ben_apart(tmp_path, database) as (ada, ben):
        table = await seated(ada, ben)
        async with ben.visit(table) as his, ada.visit(table):
            await here(his, 0)
            await ada.post("/api/me/forget")
            async with asyncio.timeout(20):
                while "Ada" in str(await ben.get(f"/api/tables/{table}")):
                    await asyncio.sleep(0.05)


async def test_requests_wait_while_postgres_restarts_and_nothing_is_lost(
    tmp_path: Path, database: str, postgres: PostgresServer
) -> None:
    async with ada_and_ben_apart(tmp_path, database) as (ada, ben):
        table = await seated(ada, ben, seats=2)
        async with ada.visit(table) as hers, ben.visit(table) as his:
            await ada.post(START.format(table))
            first = await hers.receive("Update")
            await asyncio.to_thread(postgres.stop)
            try:
                await choose(hers, first)
                await asyncio.sleep(0.5)  # the move is waiting
            finally:
                await asyncio.to_thread(postgres.start)
            his_turn = await his.receive("Update", seq=1)
            ends = await asyncio.gather(play_to_the_end(hers), finish(his, his_turn))
    assert ends[0]["outcome"] == ends[1]["outcome"]
    assert await count_entries(database) == ends[0]["seq"] + 1


async def test_a_process_logs_that_it_lost_the_others_and_found_them_again(
    tmp_path: Path, database: str, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_pool, "CONNECT_TIMEOUT_S", 0.2)
    with capture_logs() as logs:
        async with run_server(tmp_path, database_url=database):
            await asyncio.to_thread(postgres.stop)
            try:
                await until_logged(logs, "disconnected from the other processes")
            finally:
                await asyncio.to_thread(postgres.start)
            await until_logged(logs, "connected to the other processes again")


async def until_logged(logs: Sequence[MutableMapping[str, Any]], event: str) -> None:
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while event not in {line["event"] for line in logs}:
            await asyncio.sleep(0.02)


async def test_workers_share_one_socket_and_one_that_dies_is_replaced(
    tmp_path: Path, database: str
) -> None:
    flags = ("--database-url", database, "--workers", "2")
    with ServerProcess.opened(tmp_path / "house", *flags) as server:
        async with ada_and_ben(server.host, server.host) as (ada, ben):
            hers, his = await play_out(await seated(ada, ben, seats=2), ada, ben)
        assert hers["outcome"] == his["outcome"]
        before = workers_of(server)
        os.kill(min(before), signal.SIGKILL)
        async with asyncio.timeout(20):
            while len(now := workers_of(server)) < 2 or now == before:
                await asyncio.sleep(0.05)
        assert server.end(signal.SIGTERM) == 0
        assert not any(command_of(pid) for pid in before)
