"""The archive against a dictionary: whatever is asked at the same time, in whatever order."""

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
from cluehouse.core.record import Entry
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.postgres import PostgresArchive
from cluehouse.server.storage.sqlite import SqliteArchive
from cluehouse.table.ports import TableId
from tests.server.conftest import OpenArchive
from tests.server.postgres_server import PostgresServer
from tests.server.samples import BEGINNING, DEAL, A, B, C, entry_of, header_of

TABLES = (A, B, C)
DONE = type(None)


class Request(NamedTuple):
    kind: Literal["create", "append", "write"]
    table: TableId
    ahead: Literal[-1, 0, 1]
    """0 asks for the next number, -1 for one that is taken, 1 would leave a hole."""


class Model:
    """What the archive should hold when it serves one request after the other."""

    def __init__(self) -> None:
        self.log: dict[TableId, list[Entry]] = defaultdict(list)
        self.book: dict[TableId, list[bytes]] = defaultdict(list)
        self._count = 0

    def serve(self, archive: Archive, request: Request) -> tuple[Awaitable[None], type]:
        """The request to the archive, and how it should be answered."""
        self._count += 1
        _, table, ahead = request
        log, book = self.log[table], self.book[table]
        entry, note = entry_of(self._count), b"note %d" % self._count
        match request.kind:
            case "create":
                asking = archive.create(header_of(table), DEAL)
                return asking, Taken if log else _put(log, DEAL, 0)
            case "append":
                asking = archive.append(table, Seq(len(log) + ahead), entry)
                return asking, _put(log, entry, ahead) if log else ValueError
            case "write":
                asking = archive.write(table, len(book) + ahead, note)
                return asking, _put(book, note, ahead)


def _put(kept: list[Any], new: Any, ahead: int) -> type:
    if ahead == 0:
        kept.append(new)
        return DONE
    return Taken if ahead < 0 and kept else ValueError


Crowd = list[Request]
requests = st.builds(
    Request,
    kind=st.sampled_from(["create", "append", "append", "write"]),
    table=st.sampled_from(TABLES),
    ahead=st.sampled_from([0, 0, 0, -1, 1]),
)


Days = list[list[Crowd]]
days = st.lists(st.lists(st.lists(requests, max_size=25), max_size=3), max_size=3)


@settings(max_examples=40)
@given(days=days)
def test_a_crowd_is_served_as_one_after_the_other(days: Days) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"

        async def open_file() -> Archive:
            return SqliteArchive.open(path)

        asyncio.run(_live(open_file, days))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(days=days)
def test_a_crowd_is_served_so_by_postgres_too(postgres: PostgresServer, days: Days) -> None:
    async def live() -> None:
        address = await postgres.new_database()
        await _live(lambda: PostgresArchive.open(address), days)

    asyncio.run(live())


async def _live(open_archive: OpenArchive, days: Days) -> None:
    model = Model()
    for day in days:  # the house is closed and opened again between days
        archive = await open_archive()
        for crowd in day:
            await _serve(archive, model, crowd)
        await _compare(archive, model)
        await archive.close()


async def _serve(archive: Archive, model: Model, crowd: Crowd) -> None:
    served = [model.serve(archive, request) for request in crowd]
    answers = await asyncio.gather(*(asking for asking, _ in served), return_exceptions=True)
    assert [type(answer) for answer in answers] == [expected for _, expected in served]
    await _compare(archive, model)


async def _compare(archive: Archive, model: Model) -> None:
    for table in TABLES:
        assert await archive.read(table, BEGINNING) == model.log[table]
        assert await archive.pages(table, -1) == model.book[table]
