"""Log and book of every table in Postgres, shared by several processes.

The primary key (table, number) resolves conflicts: of two writers one wins, whichever process they
are in. A number is written only behind the one before it, so there are no gaps.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

import asyncpg

from cluehouse.core.errors import Closed, Damaged, Taken
from cluehouse.core.ids import Seq
from cluehouse.server.errors import BadRequest
from cluehouse.server.storage.archive import Archive, Statement
from cluehouse.server.storage.batching import Batcher
from cluehouse.server.storage.migrate import migrations
from cluehouse.server.storage.postgres_pool import ConnectionLost, PostgresPool, damaged, migrate
from cluehouse.server.storage.rows import (
    INSERT_TABLE,
    UPDATE_PAGE,
    check_claim,
    claim_statement,
    entry_row,
    gap_error,
    header_row,
)
from cluehouse.table.ports import Header, LogEntry, SeatClaim, TableId

_DEAL = """
    INSERT INTO log (table_id, seq, seat, move, events, pages) VALUES (?1, 0, ?2, ?3, ?4, ?5)
"""

# A whole batch is one statement, and one wait for the disk. A statement does not see the rows it
# inserts itself, so it has at most one row of each table. All processes insert in the same order:
# two can never deadlock.
_APPEND = """
    INSERT INTO log (table_id, seq, seat, move, events, pages)
    SELECT table_id, number, seat, move, events, pages
    FROM unnest($1::text[], $2::int[], $3::int[], $4::bytea[], $5::bytea[], $6::int[])
        AS asked (table_id, number, seat, move, events, pages)
    WHERE EXISTS (SELECT FROM log WHERE log.table_id = asked.table_id AND log.seq = number - 1)
        AND NOT EXISTS (
            SELECT FROM book WHERE book.table_id = asked.table_id AND book.page >= asked.pages
        )
    ORDER BY table_id, number
    ON CONFLICT DO NOTHING RETURNING table_id, seq
"""

# To write a page shares a lock on the first page of the book, to delete the table takes it alone: a
# page that had to wait for the deletion finds no first page, and is not written.
_SHARE_TABLES = """
    SELECT table_id FROM book WHERE table_id = ANY($1::text[]) AND page = 0
    ORDER BY table_id FOR KEY SHARE
"""
_LOCK_TABLES = """
    SELECT table_id FROM book WHERE table_id = ANY($1::text[]) AND page = 0
    ORDER BY table_id FOR UPDATE
"""
_WRITE = f"""
    WITH existing AS MATERIALIZED ({_SHARE_TABLES})
    INSERT INTO book (table_id, page, note)
    SELECT table_id, number, note
    FROM unnest($1::text[], $2::int[], $3::bytea[]) AS asked (table_id, number, note)
    WHERE number = 0 OR table_id IN (SELECT table_id FROM existing)
        AND EXISTS (SELECT FROM book WHERE book.table_id = asked.table_id AND page = number - 1)
    ORDER BY table_id, number
    ON CONFLICT DO NOTHING RETURNING table_id, page
"""

# For each number asked for, if its table has any: whether it exists or could be the next.
_EXISTING_ENTRIES = """
    SELECT asked.table_id, number, bool_or(seq IN (number - 1, number)) FROM log
    JOIN unnest($1::text[], $2::int[]) AS asked (table_id, number)
        ON log.table_id = asked.table_id AND log.seq IN (0, number - 1, number)
    GROUP BY asked.table_id, number
"""
_EXISTING_PAGES = """
    SELECT asked.table_id, number, bool_or(page IN (number - 1, number)) FROM book
    JOIN unnest($1::text[], $2::int[]) AS asked (table_id, number)
        ON book.table_id = asked.table_id AND book.page IN (0, number - 1, number)
    GROUP BY asked.table_id, number
"""

_COUNT_REWRITE = """
    INSERT INTO rewritings (table_id, times) VALUES (?1, 1)
    ON CONFLICT (table_id) DO UPDATE SET times = rewritings.times + 1
"""
_DELETE_REWRITE_COUNTS = """
    DELETE FROM rewritings
    WHERE NOT EXISTS (SELECT FROM book WHERE book.table_id = rewritings.table_id)
"""
_MENTIONING = "SELECT DISTINCT table_id FROM book WHERE position(?1::bytea IN note) > 0"


class InsertTable(NamedTuple):
    header: Header
    deal: LogEntry


class InsertRow(NamedTuple):
    """A row to insert behind the one with the previous number."""

    table: TableId
    number: int
    row: tuple[object, ...]


InsertJob = InsertTable | InsertRow
Fetch = Callable[..., Awaitable[list[tuple[Any, ...]]]]
"""Executes a statement and returns its rows."""


class NumberedRows(NamedTuple):
    """Statements for a table of numbered rows: insert rows, and find out why some were not."""

    insert: str
    select_existing: str


LOG_STATEMENTS: Final = NumberedRows(_APPEND, _EXISTING_ENTRIES)
BOOK_STATEMENTS: Final = NumberedRows(_WRITE, _EXISTING_PAGES)


class PostgresArchive(Archive):
    def __init__(self, postgres: PostgresPool) -> None:
        self.postgres = postgres
        self.listeners: list[Callable[[TableId], None]] = []
        """Called with every table that was written to; must not block or raise."""
        self._log: Batcher[InsertJob] = Batcher(
            lambda jobs: self._write_batch(LOG_STATEMENTS, jobs)
        )
        self._book: Batcher[InsertJob] = Batcher(
            lambda jobs: self._write_batch(BOOK_STATEMENTS, jobs)
        )
        self._closing = False

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open the database and migrate it; an empty one gets its schema."""
        postgres = await PostgresPool.create(address)
        try:
            await migrate(postgres, migrations("postgres"))
        except BaseException:
            await postgres.close()
            raise
        return cls(postgres)

    async def create(self, header: Header, deal: LogEntry) -> None:
        await self._submit(self._log, InsertTable(header, deal))

    async def append(self, table: TableId, seq: Seq, entry: LogEntry) -> None:
        await self._submit(self._log, InsertRow(table, seq, entry_row(entry)))
        self._notify_listeners(table)

    async def write(self, table: TableId, page: int, note: bytes) -> None:
        await self._submit(self._book, InsertRow(table, page, (note,)))
        self._notify_listeners(table)

    async def write_with_claim(
        self, table: TableId, page: int, note: bytes, claim: SeatClaim
    ) -> None:
        """A transaction of its own, not part of a batch: it is rolled back if the claim or the page
        is refused."""
        if self._closing:
            raise Closed("the server is shutting down")
        row = InsertRow(table, page, (note,))
        try:
            await self._insert_with_claim(row, claim)
        except ConnectionLost as lost:
            await self._repeat_with_claim(row, claim, lost)
        self._notify_listeners(table)

    async def rewrite(self, table: TableId, pages: Mapping[int, bytes]) -> None:
        rows = [(note, table, page) for page, note in pages.items()]
        await self.run(Statement(UPDATE_PAGE, rows), Statement(_COUNT_REWRITE, [(table,)]))
        self._notify_listeners(table)

    async def run(self, *statements: Statement) -> None:
        await self.run_locked((), *statements)

    async def run_locked(self, tables: Sequence[TableId], *statements: Statement) -> None:
        try:
            async with self.postgres.connection() as connection, connection.transaction():
                if tables:  # a statement of its own: the next ones see what was written before it
                    await connection.fetch(_LOCK_TABLES, tables)
                for sql, rows in statements:
                    await connection.executemany(_with_dollars(sql), rows)
        except asyncpg.CharacterNotInRepertoireError as error:
            raise BadRequest("no text here has a zero in it") from error

    async def fetch(self, query: str, *parameters: object) -> Sequence[Sequence[Any]]:
        try:
            return await self.postgres.fetch_with_retry(_with_dollars(query), *parameters)
        except asyncpg.CharacterNotInRepertoireError:  # no stored text has a NUL character
            return []

    def damaged(self) -> Damaged:
        return damaged(self.postgres.host)

    async def tables_mentioning(self, word: str) -> Sequence[TableId]:
        return [TableId(id) for (id,) in await self.fetch(_MENTIONING, word.encode())]

    async def purge_erased(self) -> None:
        """Delete the rewrite counts of deleted tables. Postgres cleans its own files and log."""
        await self.postgres.fetch(_DELETE_REWRITE_COUNTS)

    async def close(self) -> None:
        self._closing = True
        await self._log.drain()
        await self._book.drain()
        await self.postgres.close()

    def _notify_listeners(self, table: TableId) -> None:
        for listener in self.listeners:
            listener(table)

    async def _submit(self, batcher: Batcher[InsertJob], job: InsertJob) -> None:
        if self._closing:
            raise Closed("the server is shutting down")
        await batcher.submit(job)

    async def _write_batch(
        self, statements: NumberedRows, jobs: Sequence[InsertJob]
    ) -> list[Exception | None]:
        """Write jobs in order, in as few groups as possible; return the error of each job."""
        errors: list[Exception | None] = []
        for group in _groups(jobs):
            try:
                errors += await self._write_group(statements, group)
            except Exception as error:  # fails this group only
                errors += [error] * len(group)
        return errors

    async def _write_group(
        self, statements: NumberedRows, group: Sequence[InsertJob]
    ) -> list[Exception | None]:
        match group:
            case [InsertTable(header=header, deal=deal)]:
                deal_row = (header.id, *entry_row(deal))
                insert = Statement(INSERT_TABLE, [header_row(header)]), Statement(_DEAL, [deal_row])
                await self.postgres.retry_until_deadline(lambda: self.run(*insert))
                return [None]
            case _:
                return await self._insert_with_retry(
                    statements, [job for job in group if isinstance(job, InsertRow)]
                )

    async def _insert_with_retry(
        self, statements: NumberedRows, rows: Sequence[InsertRow]
    ) -> list[Exception | None]:
        """Retry when the connection is lost: the primary key prevents a second insert. A row that
        exists then may be this writer's or another's: its job fails with ConnectionLost."""
        try:
            return await self._insert(statements, rows)
        except ConnectionLost as lost:
            errors = await self.postgres.retry_until_deadline(
                lambda: self._insert(statements, rows)
            )
            return [lost if isinstance(error, Taken) else error for error in errors]

    async def _insert(
        self, statements: NumberedRows, rows: Sequence[InsertRow], fetch: Fetch | None = None
    ) -> list[Exception | None]:
        """`fetch`: the method of a connection within a transaction."""
        fetch = fetch or self.postgres.fetch
        tables, numbers = [row.table for row in rows], [row.number for row in rows]
        columns = zip(*(row.row for row in rows), strict=True)
        inserted = set(await fetch(statements.insert, tables, numbers, *columns))
        keys = list(zip(tables, numbers, strict=True))
        if len(inserted) == len(rows):
            return [None] * len(rows)
        rows_found = await fetch(statements.select_existing, tables, numbers)
        existing = {(table, number): possible for table, number, possible in rows_found}
        return [None if key in inserted else _insert_error(key, existing) for key in keys]

    async def _insert_with_claim(self, row: InsertRow, claim: SeatClaim) -> None:
        """All processes lock the table first, then the claim, then the page, as those do who delete
        the table: two can never deadlock."""
        async with self.postgres.connection() as connection, connection.transaction():

            async def fetch(query: str, *parameters: object) -> list[tuple[Any, ...]]:
                return [tuple(found) for found in await connection.fetch(query, *parameters)]

            await fetch(_SHARE_TABLES, [row.table])
            sql, values = claim_statement(claim, row.table)
            check_claim(await fetch(_with_dollars(sql), *values), row.table)
            (error,) = await self._insert(BOOK_STATEMENTS, [row], fetch)
            if error is not None:
                raise error

    async def _repeat_with_claim(
        self, row: InsertRow, claim: SeatClaim, lost: ConnectionLost
    ) -> None:
        """As `_insert_with_retry`: a page that exists may be this writer's or another's."""
        try:
            await self.postgres.retry_until_deadline(lambda: self._insert_with_claim(row, claim))
        except Taken:
            raise lost from None


def _groups(jobs: Sequence[InsertJob]) -> Iterator[list[InsertJob]]:
    """Split jobs into groups. A new table is a group of its own. A group has one row of each
    table: a second row would depend on the result of the first."""
    group: list[InsertJob] = []
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


def _table(job: InsertJob) -> TableId:
    return job.header.id if isinstance(job, InsertTable) else job.table


def _insert_error(
    key: tuple[TableId, int], existing: Mapping[tuple[TableId, int], bool]
) -> Exception:
    if existing.get(key):
        return Taken("another writer was first")
    return gap_error(key[1], table_exists=key in existing)


def _with_dollars(sql: str) -> str:
    return sql.replace("?", "$")
