"""Tables that never start are deleted after the operator's time limit, with all about them."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from cluehouse.core.errors import DiskFull
from cluehouse.core.wire import encode
from cluehouse.games import GAMES
from cluehouse.server import app
from cluehouse.server.app import FIND_GAME, build_lobby, build_operator
from cluehouse.server.backend import open_backend
from cluehouse.server.settings import Settings
from cluehouse.table.book.book import Started, TableBook
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.ports import TableId
from tests.server.old_data import until_swept
from tests.server.running_server import Caller, company, play_out, run_server
from tests.server.two_servers import ada_and_ben_apart, seated
from tests.server_process import TEST_TIMEOUT_S

DAY = 24 * 3600

Query = Callable[..., Awaitable[list[tuple[Any, ...]]]]


@pytest.fixture(params=["sqlite", "postgres"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[dict[str, Any], Query]:
    """Settings of a server, and a way to query its database from outside."""
    if request.param == "postgres":
        address = request.getfixturevalue("database")
        return {"database_url": address}, lambda sql, *values: query(address, sql, *values)

    async def run(sql: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(tmp_path / "cluehouse.db", timeout=TEST_TIMEOUT_S)) as db:
            rows = db.execute(sql.replace("$", "?"), values).fetchall()
            db.commit()
            return rows

    return {}, run


async def query(address: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await connection.fetch(sql, *values)]
    finally:
        await connection.close()


async def backdate(run: Query, table: str, days: float) -> None:
    """Let the last visit and the last change have been so many days ago."""
    at = int(time.time() - days * DAY)
    await run("UPDATE listings SET updated = $1, visited = $1 WHERE table_id = $2", at, table)


async def rows_about(run: Query, table: str) -> int:
    names = ("book", "listings", "sittings")
    counts = [await run(f"SELECT count(*) FROM {it} WHERE table_id = $1", table) for it in names]
    return sum(count for ((count,),) in counts)


@asynccontextmanager
async def sweeping(data: Path, **settings: Any) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Yield the sweep of a server without clients."""
    wanted, workers = Settings(data=data, **settings), WorkerPool(FIND_GAME, 1)
    async with open_backend(wanted) as backend:
        lobby = build_lobby(wanted, GAMES, GAMES, backend, workers)
        yield build_operator(wanted, GAMES, backend, lobby).unstarted.sweep
    await workers.close()


async def test_a_guest_of_a_deleted_table_may_play_its_deal_at_another_table_of_the_set(
    tmp_path: Path, storage: tuple[dict[str, Any], Query]
) -> None:
    settings, run = storage
    async with company(tmp_path, "Ada", "Ben", **settings) as [ada, ben]:
        first = await ada.open_table(seats=2, tables=3)
        deal = await ada.get(f"/api/tables/{first}/same-deal")
        _, old, recent = [table["id"] for table in deal["tables"]]
        await ben.post(f"/api/tables/{old}/sit", seat=0)
    await backdate(run, old, 7.1)
    async with (
        run_server(tmp_path, **settings) as host,
        httpx.AsyncClient(base_url=f"http://{host}", timeout=TEST_TIMEOUT_S) as http,
    ):
        http.cookies.update(ben.http.cookies)
        returned = Caller(host, http)
        await until_swept(returned, old)
        assert (await returned.post(f"/api/tables/{recent}/sit", seat=0))["you"] == 0


async def test_a_table_that_never_started_is_deleted_with_its_names(
    tmp_path: Path, storage: tuple[dict[str, Any], Query]
) -> None:
    settings, run = storage
    async with company(tmp_path, "Ada", "Zebedee", **settings) as [ada, zebedee]:
        old, started, recent = [await ada.open_table() for _ in range(3)]
        await zebedee.post(f"/api/tables/{old}/sit", seat=1)
        await ada.post(f"/api/tables/{started}/start", fill="novice")
    for table, days in ((old, 7.1), (started, 7.1), (recent, 6.9)):
        await backdate(run, table, days)
    async with (
        run_server(tmp_path, **settings) as host,
        Caller.named(host, "Eve") as eve,
    ):
        await until_swept(eve, old)
        assert (await eve.get(f"/api/tables/{started}"))["started"]
        assert not (await eve.get(f"/api/tables/{recent}"))["started"]
    assert await rows_about(run, old) == 0
    if not settings:
        assert b"Zebedee" not in (tmp_path / "cluehouse.db").read_bytes()


@pytest.mark.parametrize(("days", "keep", "left"), [(8, 7, 0), (8, 9, 1), (10_000, 0, 1)])
async def test_the_operator_sets_the_days(tmp_path: Path, days: int, keep: int, left: int) -> None:
    async with company(tmp_path, "Ada") as [ada]:
        table = await ada.open_table()
    with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
        db.execute("UPDATE listings SET updated = ?", (int(time.time()) - days * DAY,))
        db.commit()
    async with sweeping(tmp_path, keep_unstarted=keep) as sweep:
        await sweep()
    with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
        assert [*db.execute("SELECT count(*) FROM listings WHERE table_id = ?", (table,))] == [
            (left,)
        ]


async def test_a_visit_counts_as_a_change_does(
    tmp_path: Path, storage: tuple[dict[str, Any], Query]
) -> None:
    settings, run = storage
    async with company(tmp_path, "Ada", "Ben", **settings) as [ada, ben]:
        table = await ada.open_table()
        await backdate(run, table, 8)
        async with ben.visit(table) as his:
            await his.receive("Room")
            await until_visited(run, table)
    async with sweeping(tmp_path, **settings) as sweep:
        await sweep()
    assert await rows_about(run, table) > 0


async def until_visited(run: Query, table: str) -> None:
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not await run(
            "SELECT 1 FROM listings WHERE table_id = $1 AND visited > $2",
            *(table, int(time.time()) - DAY),
        ):
            await asyncio.sleep(0.02)


async def test_a_table_is_kept_while_a_device_is_connected_to_another_process(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada's process came first, so it does the sweeping; Ben is connected to the other one."""

    async def run(sql: str, *values: object) -> list[tuple[Any, ...]]:
        return await query(database, sql, *values)

    monkeypatch.setattr(app, "DAY_S", 0.1)
    async with ada_and_ben_apart(tmp_path, database) as (ada, ben):
        deserted, visited = await ada.open_table(), await ben.open_table()
        async with ben.visit(visited) as his, ada.visit(visited) as hers:
            while not (await hers.receive("Room"))["chairs"][0]["here"]:
                pass
            await hers.socket.close()
            await his.receive("Room")
            await backdate(run, visited, 8)
            await backdate(run, deserted, 8)
            await until_swept(ada, deserted)
            await until_swept(ben, deserted)
            await until_visited(run, visited)
            assert not (await ada.get(f"/api/tables/{visited}"))["started"]


async def test_players_can_ask_again_for_a_rematch_that_was_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "DAY_S", 0.1)
    async with company(tmp_path, "Ada") as [ada]:
        table = await ada.open_table(seats=2, options={"deals": 1})
        await play_out(table, ada)
        rematch = (await ada.post(f"/api/tables/{table}/rematch"))["id"]
        with closing(sqlite3.connect(tmp_path / "cluehouse.db", timeout=TEST_TIMEOUT_S)) as db:
            db.execute("UPDATE listings SET updated = 0 WHERE table_id = ?", (rematch,))
            db.commit()
        await until_swept(ada, rematch)
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while (await ada.get(f"/api/tables/{table}"))["rematch"]:
                await asyncio.sleep(0.02)
        again = await ada.post(f"/api/tables/{table}/rematch")
        assert again["id"] != rematch
        assert not again["started"]


async def test_a_deleted_table_leaves_no_link_to_it_even_if_the_disk_was_full_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path, "Ada") as [ada]:
        table = await ada.open_table(seats=2, options={"deals": 1})
        await play_out(table, ada)
        rematch = (await ada.post(f"/api/tables/{table}/rematch"))["id"]
    with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
        db.execute("UPDATE listings SET updated = 0 WHERE table_id = ?", (rematch,))
        db.commit()

    async def no_room(*_arguments: object) -> None:
        raise DiskFull("no room left")

    wanted, workers = Settings(data=tmp_path), WorkerPool(FIND_GAME, 1)
    async with open_backend(wanted) as backend:
        lobby = build_lobby(wanted, GAMES, GAMES, backend, workers)
        sweep = build_operator(wanted, GAMES, backend, lobby).unstarted.sweep
        with monkeypatch.context() as patched:
            patched.setattr(backend.archive, "write", no_room)
            await sweep()
        await sweep()
        assert (await lobby.registry.book(TableId(rematch))).opened is None
        assert (await lobby.registry.book(TableId(table))).rematch is None
    await workers.close()


async def test_a_guest_is_told_that_there_is_no_table_when_it_was_deleted_just_before(
    tmp_path: Path,
) -> None:
    """Another process has deleted it, and this one still has it in memory."""
    async with company(tmp_path, "Ada", "Ben") as [ada, ben]:
        table = await ada.open_table()
        async with ada.visit(table) as hers:
            await hers.receive("Room")
            with closing(sqlite3.connect(tmp_path / "cluehouse.db", timeout=TEST_TIMEOUT_S)) as db:
                db.execute("DELETE FROM book WHERE table_id = ?", (table,))
                db.commit()
            answer = await ben.http.post(f"/api/tables/{table}/sit", json={"seat": 1})
            assert (answer.status_code, answer.json()["id"]) == (404, "HOUSE-NO-TABLE")


async def test_a_game_listed_as_open_by_mistake_is_not_deleted(tmp_path: Path) -> None:
    """The server was killed after the note that starts the game, before it was dealt and listed."""
    async with company(tmp_path, "Ada") as [ada]:
        table = await ada.open_table()
        await ada.post(f"/api/tables/{table}/start", fill="novice")
    with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
        db.execute("UPDATE listings SET state = 'open', updated = 0")
        db.execute("DELETE FROM tables")
        db.execute("DELETE FROM log")
        db.commit()
    async with sweeping(tmp_path) as sweep:
        await sweep()
    with closing(sqlite3.connect(tmp_path / "cluehouse.db")) as db:
        assert [*db.execute("SELECT state FROM listings")] == [("started",)]
        assert [*db.execute("SELECT count(*) > 4 FROM book")] == [(1,)]


async def test_a_table_deleted_by_another_process_is_dropped_from_memory(
    tmp_path: Path, database: str
) -> None:
    async with ada_and_ben_apart(tmp_path, database) as (ada, ben):
        table = await seated(ada, ben)
        async with ben.visit(table) as his:
            await his.receive("Room")
            for rows in ("listings", "sittings", "book"):
                await query(database, f"DELETE FROM {rows} WHERE table_id = $1", table)
            assert await his.closed() == 1012
        await until_swept(ben, table)


async def test_a_table_whose_game_starts_during_the_sweep_is_not_deleted(
    tmp_path: Path, storage: tuple[dict[str, Any], Query], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes the note that starts the game, and has not listed the table yet."""
    settings, run = storage
    async with company(tmp_path, "Ada", **settings) as [ada]:
        table = await ada.open_table()
    await backdate(run, table, 8)
    ((pages,),) = await run("SELECT count(*) FROM book WHERE table_id = $1", table)
    wanted, workers = Settings(data=tmp_path, **settings), WorkerPool(FIND_GAME, 1)
    async with open_backend(wanted) as backend:
        lobby = build_lobby(wanted, GAMES, GAMES, backend, workers)
        read = lobby.registry.book

        async def book_just_before_the_start(id: TableId) -> TableBook:
            book = await read(id)
            await backend.archive.write(id, pages, encode(Started()))
            return book

        monkeypatch.setattr(lobby.registry, "book", book_just_before_the_start)
        await build_operator(wanted, GAMES, backend, lobby).unstarted.sweep()
    await workers.close()
    assert await run("SELECT count(*) FROM book WHERE table_id = $1", table) == [(pages + 1,)]
    assert await run("SELECT count(*) FROM listings WHERE table_id = $1", table) == [(1,)]
