"""The archive compared with a model in memory, for concurrent requests in any order."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cluehouse.core.errors import Taken
from cluehouse.core.ids import Seq
from cluehouse.server.errors import NoTable
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import LogEntry, TableId
from tests.server.conftest import OpenArchive
from tests.server.postgres_server import PostgresServer
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of

TABLES = (A, B, C)
DONE = type(None)
MANY_PAGES = 1000
"""More than any book here has: log and book are written independently."""


class Request(NamedTuple):
    kind: Literal["create", "append", "write"]
    table: TableId
    ahead: Literal[-1, 0, 1]
    """0 requests the next number, -1 one that is taken, 1 would leave a gap."""


class Model:
    """What the archive should contain after serving the requests one after the other."""

    def __init__(self) -> None:
        self.log: dict[TableId, list[LogEntry]] = defaultdict(list)
        self.book: dict[TableId, list[bytes]] = defaultdict(list)
        self._count = 0

    def serve(self, archive: Archive, request: Request) -> tuple[Awaitable[None], type]:
        """Return the request to the archive, and the expected type of its result."""
        self._count += 1
        _, table, ahead = request
        log, book = self.log[table], self.book[table]
        entry = entry_of(self._count, pages=MANY_PAGES)
        note = b"note %d" % self._count
        match request.kind:
            case "create":
                pending = archive.create(header_of(table), DEAL)
                return pending, Taken if log else _put(log, DEAL, 0)
            case "append":
                pending = archive.append(table, Seq(len(log) + ahead), entry)
                return pending, _put(log, entry, ahead) if log else NoTable
            case "write":
                pending = archive.write(table, len(book) + ahead, note)
                return pending, _put(book, note, ahead)


def _put(kept: list[Any], new: Any, ahead: int) -> type:
    if ahead == 0:
        kept.append(new)
        return DONE
    if not kept:
        return NoTable
    return Taken if ahead < 0 else ValueError


Burst = list[Request]
requests = st.builds(
    Request,
    kind=st.sampled_from(["create", "append", "append", "write"]),
    table=st.sampled_from(TABLES),
    ahead=st.sampled_from([0, 0, 0, -1, 1]),
)


Runs = list[list[Burst]]
runs = st.lists(st.lists(st.lists(requests, max_size=25), max_size=3), max_size=3)


@settings(max_examples=40)
@given(runs=runs)
def test_concurrent_requests_are_served_one_after_the_other(runs: Runs) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"

        async def open_file() -> Archive:
            return SqliteArchive.open(path)

        asyncio.run(_run_all(open_file, runs))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(runs=runs)
def test_postgres_serves_concurrent_requests_one_after_the_other(
    postgres: PostgresServer, runs: Runs
) -> None:
    async def run_all() -> None:
        address = await postgres.new_database()
        await _run_all(lambda: PostgresArchive.open(address), runs)

    asyncio.run(run_all())


async def _run_all(open_archive: OpenArchive, runs: Runs) -> None:
    model = Model()
    for run in runs:  # the archive is closed and opened again between runs
        archive = await open_archive()
        for burst in run:
            await _serve(archive, model, burst)
        await _compare(archive, model)
        await archive.close()


async def _serve(archive: Archive, model: Model, burst: Burst) -> None:
    served = [model.serve(archive, request) for request in burst]
    results = await asyncio.gather(*(pending for pending, _ in served), return_exceptions=True)
    assert [type(result) for result in results] == [expected for _, expected in served]
    await _compare(archive, model)


async def _compare(archive: Archive, model: Model) -> None:
    for table in TABLES:
        assert await archive.read(table, BEGINNING) == model.log[table]
        assert await archive.pages(table, -1) == model.book[table]
