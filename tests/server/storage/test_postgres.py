"""Features of the Postgres backend: batches, error texts, and data that processes share."""

import asyncio
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cluehouse.cli import main
from cluehouse.core.errors import Taken, Unavailable
from cluehouse.core.ids import Seq
from cluehouse.server.cluster.leases import Leases
from cluehouse.server.cluster.shared_secret import shared_secret
from cluehouse.server.errors import BadRequest
from cluehouse.server.settings import add_flags, settings_of
from cluehouse.server.storage.archive import Statement
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.table.ports import TableId
from tests.server.running_server import Caller, play_to_the_end, run_server
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of

OK = type(None)


@pytest.fixture
async def archive(database: str) -> AsyncIterator[PostgresArchive]:
    archive = await PostgresArchive.open(database)
    yield archive
    await archive.close()


async def test_waiting_writes_share_one_statement(
    archive: PostgresArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [TableId(f"table-{number}") for number in range(50)]
    await asyncio.gather(*(archive.create(header_of(table), DEAL) for table in tables))
    queries: list[str] = []
    fetch = archive.postgres.fetch

    async def counted(query: str, *parameters: object) -> list[tuple[Any, ...]]:
        queries.append(query)
        return await fetch(query, *parameters)

    monkeypatch.setattr(archive.postgres, "fetch", counted)
    await asyncio.gather(*(archive.append(table, Seq(1), entry_of(1)) for table in tables))
    assert len(queries) == 1
    assert await archive.read(tables[-1], BEGINNING) == [DEAL, entry_of(1)]


async def test_two_processes_that_write_the_same_tables_do_not_deadlock(
    archive: PostgresArchive, database: str
) -> None:
    rival = await PostgresArchive.open(database)
    for table in (A, B, C):
        await archive.create(header_of(table), DEAL)
    for seq in range(1, 30):
        results = await asyncio.gather(
            *(archive.append(table, Seq(seq), entry_of(seq)) for table in (A, B, C)),
            *(rival.append(table, Seq(seq), entry_of(seq)) for table in (C, B, A)),
            return_exceptions=True,
        )
        kinds = [type(result) for result in results]
        won = zip(kinds[:3], reversed(kinds[3:]), strict=True)
        assert all({*pair} == {OK, Taken} for pair in won)
    await rival.close()


async def test_a_text_with_a_nul_character_is_rejected(archive: PostgresArchive) -> None:
    secret = Statement("INSERT INTO secrets (name, secret) VALUES (?1, ?2)", [("a\0b", b"")])
    with pytest.raises(BadRequest):
        await archive.run(secret)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda url: url.replace("/postgres?", "/nowhere?"), "rejects the login"),
        (lambda url: url.replace("house@", "stranger@"), "rejects the login"),
        (lambda url: f"{url}&channel_binding=require", "rejects the login"),
        (lambda url: url.replace("house@", "house@here:there"), "is not a valid URL"),
        (lambda url: url.replace("house@", "house:hunter2#x@db"), "is not a valid URL"),
        (lambda url: url.replace("house@", "house:hunter[2@db"), "is not a valid URL"),
    ],
)
async def test_a_wrong_database_url_is_reported_without_its_password(
    database: str, change: Callable[[str], str], text: str
) -> None:
    with pytest.raises(Unavailable, match=text) as raised:
        await PostgresArchive.open(change(database))
    assert "hunter" not in str(raised.value)


async def test_commits_are_synchronous_whatever_postgres_is_configured_to(database: str) -> None:
    archive = await PostgresArchive.open(f"{database}&synchronous_commit=off")
    for _ in range(2):  # also on a reused connection
        assert await archive.fetch("SHOW synchronous_commit") == [("on",)]
    await archive.close()


async def test_several_processes_can_create_the_schema_at_the_same_time(database: str) -> None:
    archives = await asyncio.gather(*(PostgresArchive.open(database) for _ in range(4)))
    await archives[0].create(header_of(A), DEAL)
    assert await archives[3].read(A, BEGINNING) == [DEAL]
    for archive in archives:
        await archive.close()


async def test_a_newer_database_is_rejected(archive: PostgresArchive, database: str) -> None:
    await archive.postgres.fetch("INSERT INTO migrated VALUES (9999)")
    with pytest.raises(Unavailable, match="newer Cluehouse"):
        await PostgresArchive.open(database)


async def test_the_first_proposed_secret_is_shared_by_all(archive: PostgresArchive) -> None:
    assert await shared_secret(archive.postgres, b"one") == b"one"
    assert await shared_secret(archive.postgres, b"other") == b"one"


async def test_a_lease_is_valid_as_long_as_its_process_lives(archive: PostgresArchive) -> None:
    one, other = Leases("one"), Leases("other")
    seen = "INSERT INTO processes VALUES ('one', now(), 1, ''), ('other', now(), 1, '')"
    await archive.postgres.fetch(seen)
    async with archive.postgres.connection() as postgres:
        assert await one.renew(postgres, [A, B]) == {A, B}
        assert await other.renew(postgres, [A, B, C]) == {C}
        assert (one.holds(A), other.holds(A), other.knows(A)) == (True, False, True)
        assert await one.renew(postgres, [B]) == {A}, "an unwanted lease is released"
        assert await other.renew(postgres, [A, B, C]) == {A}
        await postgres.execute("UPDATE processes SET seen = '2000-01-01' WHERE id = 'one'")
        assert await other.renew(postgres, [A, B, C]) == {B}, "its holder is dead"
        assert await one.renew(postgres, [B]) == {B}, "and the former holder notices"
        assert not one.holds(B)


async def test_a_server_on_postgres_supports_every_feature(tmp_path: Path, database: str) -> None:
    """Lobby, results, history, reports, erasure: every query that the server makes."""
    async with (
        run_server(tmp_path, database_url=database, keep_finished=30) as host,
        Caller.named(host, "Ada") as ada,
        Caller.named(host, "Ben") as ben,
    ):
        table = await ada.open_table(seats=2, listed=True, options={"deals": 1})
        async with ada.visit(table) as hers:
            await hers.receive("Room")
            assert [line["id"] for line in (await ben.get("/api/lobby"))["open"]] == [table]
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            async with ben.visit(table) as his:
                await ada.post(f"/api/tables/{table}/start")
                await asyncio.gather(play_to_the_end(hers), play_to_the_end(his))
        games = await until(lambda: ada.get("/api/me/games"), lambda it: it["finished"])
        assert [seat["name"] for seat in games["finished"][0]["seats"]] == ["Ada", "Ben"]
        assert games["tallies"][0]["played"] == 1
        assert (await ben.post("/api/me/forget"))["tables"] == 1
        games = await ada.get("/api/me/games")
        assert [seat["name"] for seat in games["finished"][0]["seats"]] == ["Ada", ""]
    assert not (tmp_path / "cluehouse.db").exists()


async def until(
    ask: Callable[[], Awaitable[dict[str, Any]]], held: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while not held(answer := await ask()):
            await asyncio.sleep(0.05)
    return answer


async def test_the_operator_commands_work_with_postgres(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ("--data", str(tmp_path / "folder"), "--database-url", database)
    commands: list[tuple[tuple[str, ...], int, str]] = [
        (("backup", str(tmp_path / "file")), 1, "pg_dump"),
        (("restore", str(tmp_path / "file")), 1, "pg_restore"),
        (("ban", "192.0.2.7"), 0, "is banned"),
        (("reports",), 0, "nothing has been reported"),
    ]
    for command, status, text in commands:
        assert await asyncio.to_thread(main, [*command, *flags]) == status
        assert text in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (["--workers", "2"], "needs a Postgres"),
        (["--database-url", "mysql://house"], "not a Postgres URL"),
    ],
)
def test_invalid_settings_are_reported(flags: list[str], text: str) -> None:
    parser = ArgumentParser()
    add_flags(parser, environ={})
    with pytest.raises(Unavailable, match=text):
        settings_of(parser.parse_args(flags))


def test_without_the_postgres_packages_the_server_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['asyncpg'] = None; from cluehouse.cli import main;"
        f"sys.exit(main(['serve', '--data', {str(tmp_path)!r}, '--database-url', 'postgres://x']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'cluehouse[postgres]'" in done.stderr
    assert "Traceback" not in done.stderr
