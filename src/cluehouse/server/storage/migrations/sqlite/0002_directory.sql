-- The tables that the lobby lists. Derived: it could be computed again from the books.
CREATE TABLE listings (
    table_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    listed INTEGER NOT NULL,
    entry BLOB NOT NULL,
    updated INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX listings_open ON listings (state, listed, updated);

CREATE TABLE sittings (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
) WITHOUT ROWID;
