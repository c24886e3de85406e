-- Results of games, one row per seat. Derived: it could be computed again from logs and books.
-- A bot has a level and no guest; a guest who was erased has neither.
CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    guest TEXT,
    own INTEGER NOT NULL,
    name TEXT NOT NULL,
    level TEXT,
    share REAL NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE INDEX results_of_guest ON results (guest);

-- Reports of guests about each other, for the operator.
CREATE TABLE reports (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    by_guest TEXT NOT NULL,
    about_guest TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    words TEXT NOT NULL
);
