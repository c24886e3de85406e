-- Every table's header, log and table book.

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options BLOB NOT NULL,
    seats INTEGER NOT NULL,
    key BLOB NOT NULL,
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITHOUT ROWID;

-- The key says that of two writers one wins. Nobody's seat made the deal, entry 0.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    seat INTEGER,
    move BLOB NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- Names and chat live only here, so a person can be forgotten and the game still replays.
CREATE TABLE book (
    table_id TEXT NOT NULL,
    page INTEGER NOT NULL,
    note BLOB NOT NULL,
    PRIMARY KEY (table_id, page)
) WITHOUT ROWID;
