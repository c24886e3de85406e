"""Log and table book of every table, in Postgres, for several processes at once.

The key (table, number) keeps them apart: of two writers one wins, whichever process they are in.
A number is written only behind the one before it, so that no hole can be.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

import asyncpg

from cluehouse.core.errors import Closed, Damaged, Taken
from cluehouse.core.ids import Seq
from cluehouse.core.record import Entry
from cluehouse.server.errors import BadRequest
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.server.storage.batching import Batcher
from cluehouse.server.storage.migrate import migrations
from cluehouse.server.storage.postgres_pool import ConnectionLost, PostgresPool, damaged, migrate
from cluehouse.server.storage.rows import (
    INSERT_TABLE,
    UPDATE_PAGE,
    entry_row,
    header_row,
    leaves_a_hole,
)
from cluehouse.table.ports import Header, TableId

_DEAL = "INSERT INTO log (table_id, seq, seat, move, events) VALUES (?1, 0, ?2, ?3, ?4)"

# A whole batch is one statement, and one wait for the disk. What it writes itself it does not see,
# so it has one line of each table. All processes write in the same order, so that two can never
# wait for each other.
_APPEND = """
    INSERT INTO log (table_id, seq, seat, move, events)
    SELECT table_id, number, seat, move, events
    FROM unnest($1::text[], $2::int[], $3::int[], $4::bytea[], $5::bytea[])
        AS asked (table_id, number, seat, move, events)
    WHERE EXISTS (SELECT FROM log WHERE log.table_id = asked.table_id AND log.seq = number - 1)
    ORDER BY table_id, number
    ON CONFLICT DO NOTHING RETURNING table_id, seq
"""
_WRITE = """
    INSERT INTO book (table_id, page, note)
    SELECT table_id, number, note
    FROM unnest($1::text[], $2::int[], $3::bytea[]) AS asked (table_id, number, note)
    WHERE number = 0
        OR EXISTS (SELECT FROM book WHERE book.table_id = asked.table_id AND book.page = number - 1)
    ORDER BY table_id, number
    ON CONFLICT DO NOTHING RETURNING table_id, page
"""
_ENTRIES_THERE = """
    SELECT table_id, seq FROM log
    JOIN unnest($1::text[], $2::int[]) AS asked (table_id, seq) USING (table_id, seq)
"""
_PAGES_THERE = """
    SELECT table_id, page FROM book
    JOIN unnest($1::text[], $2::int[]) AS asked (table_id, page) USING (table_id, page)
"""

_REWRITTEN = """
    INSERT INTO rewritings (table_id, times) VALUES (?1, 1)
    ON CONFLICT (table_id) DO UPDATE SET times = rewritings.times + 1
"""
_UNREAD = """
    DELETE FROM rewritings
    WHERE NOT EXISTS (SELECT FROM book WHERE book.table_id = rewritings.table_id)
"""
_MENTIONING = "SELECT DISTINCT table_id FROM book WHERE position(?1::bytea IN note) > 0"


class InsertTable(NamedTuple):
    header: Header
    deal: Entry


class InsertRow(NamedTuple):
    """To be written behind the one before it."""

    table: TableId
    number: int
    row: tuple[object, ...]


Job = InsertTable | InsertRow


class NumberedRows(NamedTuple):
    """Where numbered lines are kept: how they get there, and which of them are there."""

    insert: str
    there: str


LOG_STATEMENTS: Final = NumberedRows(_APPEND, _ENTRIES_THERE)
BOOK_STATEMENTS: Final = NumberedRows(_WRITE, _PAGES_THERE)


class PostgresArchive(Archive):
    def __init__(self, postgres: PostgresPool) -> None:
        self.postgres = postgres
        self.listeners: list[Callable[[TableId], None]] = []
        """Told of every table that was written to; never wait and never raise."""
        self._log: Batcher[Job] = Batcher(lambda jobs: self._serve(LOG_STATEMENTS, jobs))
        self._book: Batcher[Job] = Batcher(lambda jobs: self._serve(BOOK_STATEMENTS, jobs))
        self._closing = False

    @classmethod
    async def open(cls, address: str) -> Self:
        """Made if it is empty, and brought up to date."""
        postgres = await PostgresPool.reach(address)
        try:
            await migrate(postgres, migrations("postgres"))
        except BaseException:
            await postgres.close()
            raise
        return cls(postgres)

    async def create(self, header: Header, deal: Entry) -> None:
        await self._ask(self._log, InsertTable(header, deal))

    async def append(self, table: TableId, seq: Seq, entry: Entry) -> None:
        await self._ask(self._log, InsertRow(table, seq, entry_row(entry)))
        self._moved(table)

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        await self._ask(self._book, InsertRow(table, page, (note,)))
        self._moved(table)

    async def rewrite(self, table: TableId, pages: Mapping[int, bytes]) -> None:
        rows = [(note, table, page) for page, note in pages.items()]
        await self.run(Statement(UPDATE_PAGE, rows), Statement(_REWRITTEN, [(table,)]))
        self._moved(table)

    async def run(self, *statements: Statement) -> None:
        try:
            async with self.postgres.connection() as connection, connection.transaction():
                for sql, rows in statements:
                    await connection.executemany(_dollars(sql), rows)
        except asyncpg.CharacterNotInRepertoireError as trouble:
            raise BadRequest("no text here has a zero in it") from trouble

    async def fetch(self, query: str, *parameters: object) -> Sequence[Sequence[Any]]:
        try:
            return await self.postgres.look_up(_dollars(query), *parameters)
        except asyncpg.CharacterNotInRepertoireError:  # no text here has a zero in it
            return []

    def damaged(self) -> Damaged:
        return damaged(self.postgres.host)

    async def mentioning(self, word: str) -> Sequence[TableId]:
        return [TableId(id) for (id,) in await self.fetch(_MENTIONING, word.encode())]

    async def leave_no_trace(self) -> None:
        """Its files and its write-ahead log are for Postgres, and its host, to see to."""
        await self.postgres.fetch(_UNREAD)

    async def close(self) -> None:
        self._closing = True
        await self._log.finish()
        await self._book.finish()
        await self.postgres.close()

    def _moved(self, table: TableId) -> None:
        for listener in self.listeners:
            listener(table)

    async def _ask(self, batches: Batcher[Job], job: Job) -> None:
        if self._closing:
            raise Closed("the house is shutting down")
        await batches.ask(job)

    async def _serve(self, shelf: NumberedRows, jobs: Sequence[Job]) -> list[Exception | None]:
        """In the order they came, as many at once as can go together."""
        answers: list[Exception | None] = []
        for group in _groups(jobs):
            try:
                answers += await self._serve_group(shelf, group)
            except Exception as trouble:  # it is theirs alone
                answers += [trouble] * len(group)
        return answers

    async def _serve_group(
        self, shelf: NumberedRows, group: Sequence[Job]
    ) -> list[Exception | None]:
        match group:
            case [InsertTable(header=header, deal=deal)]:
                deal_row = (header.id, *entry_row(deal))
                begin = Statement(INSERT_TABLE, [header_row(header)]), Statement(_DEAL, [deal_row])
                await self.postgres.until_answered(lambda: self.run(*begin))
                return [None]
            case _:
                return await self._insist(
                    shelf, [job for job in group if isinstance(job, InsertRow)]
                )

    async def _insist(
        self, shelf: NumberedRows, lines: Sequence[InsertRow]
    ) -> list[Exception | None]:
        """Again if the line broke: by its key nothing is written twice. What is there then may be
        ours or another's, and nobody knows."""
        try:
            return await self._insert(shelf, lines)
        except ConnectionLost as lost:
            answers = await self.postgres.until_answered(lambda: self._insert(shelf, lines))
            return [lost if isinstance(answer, Taken) else answer for answer in answers]

    async def _insert(
        self, shelf: NumberedRows, lines: Sequence[InsertRow]
    ) -> list[Exception | None]:
        tables, numbers = [line.table for line in lines], [line.number for line in lines]
        columns = zip(*(line.row for line in lines), strict=True)
        fetch = self.postgres.fetch
        inserted = set(await fetch(shelf.insert, tables, numbers, *columns))
        keys = list(zip(tables, numbers, strict=True))
        if len(inserted) == len(lines):
            return [None] * len(lines)
        there = set(await fetch(shelf.there, tables, numbers)) - inserted
        return [None if key in inserted else _refusal(key, there) for key in keys]


def _groups(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """A beginning goes alone. No two of a group are of one table: the second would have to know
    what became of the first."""
    group: list[Job] = []
    tables: set[TableId] = set()
    for job in jobs:
        alone = isinstance(job, InsertTable)
        if group and (alone or isinstance(group[-1], InsertTable) or _table(job) in tables):
            yield group
            group, tables = [], set()
        group.append(job)
        tables.add(_table(job))
    if group:
        yield group


def _table(job: Job) -> TableId:
    return job.header.id if isinstance(job, InsertTable) else job.table


def _refusal(key: tuple[TableId, int], there: set[tuple[Any, ...]]) -> Exception:
    return Taken("another writer was first") if key in there else leaves_a_hole(key[1])


def _dollars(sql: str) -> str:
    return sql.replace("?", "$")
