"""What is Postgres's own: batches, words for a host, and what its processes share."""

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
from cluehouse.server.accounts.identity import Guest
from cluehouse.server.cluster.leases import Leases
from cluehouse.server.cluster.shared_secret import SharedCodes, shared_secret
from cluehouse.server.errors import BadRequest
from cluehouse.server.settings import add_flags, settings_of
from cluehouse.server.storage.archive import Statement
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.table.ports import TableId
from tests.server.running_server import Caller, play_to_the_end, run_server
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of

DONE = type(None)


@pytest.fixture
async def archive(database: str) -> AsyncIterator[PostgresArchive]:
    archive = await PostgresArchive.open(database)
    yield archive
    await archive.close()


async def test_whoever_waits_shares_one_statement(
    archive: PostgresArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [TableId(f"table-{number}") for number in range(50)]
    await asyncio.gather(*(archive.create(header_of(table), DEAL) for table in tables))
    asked: list[str] = []
    fetch = archive.postgres.fetch

    async def counted(query: str, *parameters: object) -> list[tuple[Any, ...]]:
        asked.append(query)
        return await fetch(query, *parameters)

    monkeypatch.setattr(archive.postgres, "fetch", counted)
    await asyncio.gather(*(archive.append(table, Seq(1), entry_of(1)) for table in tables))
    assert len(asked) == 1
    assert await archive.read(tables[-1], BEGINNING) == [DEAL, entry_of(1)]


async def test_two_processes_write_crosswise_and_nobody_waits_for_ever(
    archive: PostgresArchive, database: str
) -> None:
    rival = await PostgresArchive.open(database)
    for table in (A, B, C):
        await archive.create(header_of(table), DEAL)
    for seq in range(1, 30):
        answers = await asyncio.gather(
            *(archive.append(table, Seq(seq), entry_of(seq)) for table in (A, B, C)),
            *(rival.append(table, Seq(seq), entry_of(seq)) for table in (C, B, A)),
            return_exceptions=True,
        )
        kinds = [type(answer) for answer in answers]
        won = zip(kinds[:3], reversed(kinds[3:]), strict=True)
        assert all({*pair} == {DONE, Taken} for pair in won)
    await rival.close()


async def test_a_text_that_postgres_cannot_keep_is_refused(archive: PostgresArchive) -> None:
    secret = Statement("INSERT INTO secrets (name, secret) VALUES (?1, ?2)", [("a\0b", b"")])
    with pytest.raises(BadRequest):
        await archive.run(secret)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace("/postgres?", "/nowhere?"), "does not let the house in"),
        (lambda url: url.replace("house@", "stranger@"), "does not let the house in"),
        (lambda url: f"{url}&channel_binding=require", "does not let the house in"),
        (lambda url: url.replace("house@", "house@here:there"), "cannot be understood"),
        (lambda url: url.replace("house@", "house:hunter2#x@db"), "cannot be understood"),
        (lambda url: url.replace("house@", "house:hunter[2@db"), "cannot be understood"),
    ],
)
async def test_an_address_that_is_wrong_is_said_so_without_its_password(
    database: str, change: Callable[[str], str], words: str
) -> None:
    with pytest.raises(Unavailable, match=words) as answer:
        await PostgresArchive.open(change(database))
    assert "hunter" not in str(answer.value)


async def test_what_is_acknowledged_is_on_disk_however_postgres_is_set(database: str) -> None:
    archive = await PostgresArchive.open(f"{database}&synchronous_commit=off")
    for _ in range(2):  # on a line that was used before, too
        assert await archive.fetch("SHOW synchronous_commit") == [("on",)]
    await archive.close()


async def test_several_processes_open_an_empty_database_at_once(database: str) -> None:
    archives = await asyncio.gather(*(PostgresArchive.open(database) for _ in range(4)))
    await archives[0].create(header_of(A), DEAL)
    assert await archives[3].read(A, BEGINNING) == [DEAL]
    for archive in archives:
        await archive.close()


async def test_a_database_of_a_newer_house_is_refused(
    archive: PostgresArchive, database: str
) -> None:
    await archive.postgres.fetch("INSERT INTO migrated VALUES (9999)")
    with pytest.raises(Unavailable, match="newer Cluehouse"):
        await PostgresArchive.open(database)


async def test_the_first_secret_is_everybodys(archive: PostgresArchive) -> None:
    assert await shared_secret(archive.postgres, b"one") == b"one"
    assert await shared_secret(archive.postgres, b"other") == b"one"


async def test_a_code_opens_once_and_not_for_ever(
    archive: PostgresArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes, ada = SharedCodes(archive.postgres), Guest("ada-id", "Ada")
    await codes.keep("AAAA", ada)
    assert await codes.take("AAAA") == ada
    assert await codes.take("AAAA") is None
    await codes.keep("BBBB", ada)
    await codes.forget("ada-id")
    assert await codes.take("BBBB") is None
    monkeypatch.setattr("cluehouse.server.cluster.shared_secret.CODE_AGE_S", -1.0)
    await codes.keep("CCCC", ada)
    assert await codes.take("CCCC") is None
    assert await codes.take("\0") is None


async def test_a_lease_lives_as_long_as_its_holder(archive: PostgresArchive) -> None:
    one, other = Leases("one"), Leases("other")
    seen = "INSERT INTO processes VALUES ('one', now(), 1, ''), ('other', now(), 1, '')"
    await archive.postgres.fetch(seen)
    async with archive.postgres.connection() as postgres:
        assert await one.renew(postgres, [A, B]) == {A, B}
        assert await other.renew(postgres, [A, B, C]) == {C}
        assert (one.holds(A), other.holds(A), other.knows(A)) == (True, False, True)
        assert await one.renew(postgres, [B]) == {A}, "what nobody wants is given up"
        assert await other.renew(postgres, [A, B, C]) == {A}
        await postgres.execute("UPDATE processes SET seen = '2000-01-01' WHERE id = 'one'")
        assert await other.renew(postgres, [A, B, C]) == {B}, "its holder is dead"
        assert await one.renew(postgres, [B]) == {B}, "and hears of it"
        assert not one.holds(B)


async def test_a_house_in_postgres_is_a_whole_house(tmp_path: Path, database: str) -> None:
    """Lobby, results, career, reports, being forgotten: every question it is asked."""
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


async def test_the_hosts_commands_know_a_house_in_postgres(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ("--data", str(tmp_path / "folder"), "--database-url", database)
    commands: list[tuple[tuple[str, ...], int, str]] = [
        (("backup", str(tmp_path / "file")), 1, "pg_dump"),
        (("restore", str(tmp_path / "file")), 1, "pg_restore"),
        (("ban", "192.0.2.7"), 0, "is banned"),
        (("reports",), 0, "nothing has been reported"),
    ]
    for command, status, words in commands:
        assert await asyncio.to_thread(main, [*command, *here]) == status
        assert words in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--workers", "2"], "needs a Postgres"),
        (["--database-url", "mysql://house"], "not the address of a Postgres"),
    ],
)
def test_what_cannot_be_is_said_so(flags: list[str], words: str) -> None:
    parser = ArgumentParser()
    add_flags(parser, environ={})
    with pytest.raises(Unavailable, match=words):
        settings_of(parser.parse_args(flags))


def test_without_its_packages_the_house_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['asyncpg'] = None; from cluehouse.cli import main;"
        f"sys.exit(main(['serve', '--data', {str(tmp_path)!r}, '--database-url', 'postgres://x']))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'cluehouse[postgres]'" in done.stderr
    assert "Traceback" not in done.stderr
