-- Header, log and book of every table.

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options BLOB NOT NULL,
    seats INTEGER NOT NULL,
    key BLOB NOT NULL,
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITHOUT ROWID;

-- Of two writers of the same entry, the primary key lets one win. Entry 0, the deal, has no seat.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    seat INTEGER,
    move BLOB NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- Names and chat are stored only here, so a guest can be erased and the game still replays.
CREATE TABLE book (
    table_id TEXT NOT NULL,
    page INTEGER NOT NULL,
    note BLOB NOT NULL,
    PRIMARY KEY (table_id, page)
) WITHOUT ROWID;
