-- The whole schema. The comments in ../sqlite describe the tables that both dialects have.

CREATE TABLE tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options BYTEA NOT NULL,
    seats INTEGER NOT NULL,
    key BYTEA NOT NULL,
    created TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE log (
    table_id TEXT COLLATE "C" NOT NULL,
    seq INTEGER NOT NULL,
    seat INTEGER,
    move BYTEA NOT NULL,
    events BYTEA NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE book (
    table_id TEXT COLLATE "C" NOT NULL,
    page INTEGER NOT NULL,
    note BYTEA NOT NULL,
    PRIMARY KEY (table_id, page)
);

CREATE TABLE listings (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    state TEXT NOT NULL,
    listed INTEGER NOT NULL,
    entry BYTEA NOT NULL,
    updated BIGINT NOT NULL
);

CREATE INDEX listings_open ON listings (state, listed, updated);

CREATE TABLE sittings (
    guest TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guest, table_id)
);

CREATE INDEX sittings_at_table ON sittings (table_id);

CREATE TABLE results (
    table_id TEXT COLLATE "C" NOT NULL,
    seat INTEGER NOT NULL,
    guest TEXT COLLATE "C",
    own INTEGER NOT NULL,
    name TEXT NOT NULL,
    level TEXT,
    share DOUBLE PRECISION NOT NULL,
    points INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX results_of_guest ON results (guest);

CREATE TABLE reports (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    by_guest TEXT NOT NULL,
    about_guest TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    words TEXT NOT NULL
);

-- Data that several processes share, besides games.

-- The secret that signs cookies.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Resume codes: a guest types one on another device; each works once.
CREATE TABLE codes (
    code TEXT COLLATE "C" PRIMARY KEY,
    guest TEXT NOT NULL,
    name TEXT NOT NULL,
    until TIMESTAMPTZ NOT NULL
);

-- How often pages of a table's book were rewritten: a process that has read them reloads them.
CREATE TABLE rewritings (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    times INTEGER NOT NULL
);

-- The heartbeat of each process: one that has not been seen for some seconds is dead. UNLOGGED: after
-- a crash of the database every process inserts itself again.
CREATE UNLOGGED TABLE processes (
    id TEXT COLLATE "C" PRIMARY KEY,
    seen TIMESTAMPTZ NOT NULL,
    edition BIGINT NOT NULL,
    people BYTEA NOT NULL
);

-- Which process runs the bots and clocks of a table. A lease is valid as long as its process lives.
CREATE UNLOGGED TABLE leases (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    process TEXT COLLATE "C" NOT NULL
);

CREATE INDEX leases_of_process ON leases (process);
