"""Convert headers and log entries to database rows and back; SQL that both dialects share."""

from collections.abc import Sequence
from typing import Final

import msgspec

from cluehouse.core.ids import Seat
from cluehouse.core.record import Entry
from cluehouse.server.errors import NoTable, PlayedElsewhere
from cluehouse.table.ports import Header, LogEntry, SeatClaim, TableId

INSERT_TABLE: Final = """
    INSERT INTO tables (id, game, version, options, seats, key) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
"""
UPDATE_PAGE: Final = "UPDATE book SET note = ?1 WHERE table_id = ?2 AND page = ?3"
SELECT_HEADER: Final = "SELECT id, game, version, options, seats, key FROM tables WHERE id = ?1"
SELECT_ENTRIES: Final = """
    SELECT seq, seat, move, events, pages FROM log WHERE table_id = ?1 AND seq > ?2 ORDER BY seq
"""
SELECT_PAGES: Final = "SELECT page, note FROM book WHERE table_id = ?1 AND page > ?2 ORDER BY page"

# Returns the table that has the claim, this one or another. The row is locked until the transaction
# ends.
_CLAIM_SEAT: Final = """
    INSERT INTO deal_seats (deal_set, guest, table_id) VALUES (?1, ?2, ?3)
    ON CONFLICT (deal_set, guest) DO UPDATE SET table_id = deal_seats.table_id
    RETURNING table_id
"""
_RELEASE_SEAT: Final = """
    DELETE FROM deal_seats WHERE deal_set = ?1 AND guest = ?2 AND table_id = ?3
"""


def header_row(header: Header) -> tuple[object, ...]:
    options = bytes(header.options)
    return header.id, header.game, header.version, options, header.seats, header.key


def header_of(
    id: TableId, game: str, version: int, options: bytes, seats: int, key: bytes
) -> Header:
    return Header(id, game, version, msgspec.Raw(options), seats, key)


def entry_row(stored: LogEntry) -> tuple[object, ...]:
    entry = stored.entry
    return entry.seat, bytes(entry.move), bytes(entry.events), stored.pages


def read_entry(seat: Seat | None, move: bytes, events: bytes, pages: int) -> LogEntry:
    return LogEntry(Entry(seat, msgspec.Raw(move), msgspec.Raw(events)), pages)


def claim_statement(claim: SeatClaim, table: TableId) -> tuple[str, tuple[object, ...]]:
    sql = _RELEASE_SEAT if claim.released else _CLAIM_SEAT
    return sql, (claim.deal_set, claim.guest, table)


def check_claim(rows: Sequence[Sequence[object]], table: TableId) -> None:
    """Reject a claim if another table of the deal set has it; `rows` is what its statement
    returned."""
    if any(holder != table for (holder,) in rows):
        raise PlayedElsewhere


def gap_error(number: object, *, table_exists: bool) -> Exception:
    """The error for a row without the one before it: the table was deleted, or it is a bug."""
    return ValueError(f"number {number} would leave a gap before it") if table_exists else NoTable()
