"""Sample headers and entries, and a way to lock a database as another program would."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from cluehouse.core.ids import Seat, Seq
from cluehouse.core.record import Entry
from cluehouse.table.ports import Header, LogEntry, TableId

A, B, C = TableId("table-a"), TableId("table-b"), TableId("table-c")
DEAL = LogEntry(Entry(None, msgspec.Raw(b"null"), msgspec.Raw(b'[{"type":"CulpritHidden"}]')), 0)
BEGINNING = Seq(-1)
"""Reading after this number reads everything."""


def header_of(table: TableId) -> Header:
    return Header(
        id=table,
        game="keyhole",
        version=1,
        options=msgspec.Raw(b'{"type":"Options","deals":2}'),
        seats=3,
        key=bytes(range(32)),
    )


def entry_of(seq: int, pages: int = 0) -> LogEntry:
    """Return an entry that differs for every number."""
    move, events = b'{"type":"Ask","whom":%d}' % seq, b'[{"type":"CardShown","by":%d}]' % seq
    return LogEntry(Entry(Seat(seq % 3), msgspec.Raw(move), msgspec.Raw(events)), pages)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold an exclusive lock, as another program that writes."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()
