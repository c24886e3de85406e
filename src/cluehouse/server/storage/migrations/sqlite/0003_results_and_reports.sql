-- How games ended, a row for each seat. All of it could be worked out again from logs and books.
-- A bot has a level and no guest; nor has somebody who asked to be forgotten.
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

-- What guests tell the host of the server about each other.
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
