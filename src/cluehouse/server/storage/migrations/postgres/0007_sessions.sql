CREATE TABLE sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    guest TEXT COLLATE "C" NOT NULL,
    browser TEXT NOT NULL,
    system TEXT NOT NULL,
    created BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    ended BIGINT NOT NULL DEFAULT 0,
    sole_since BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX sessions_of_guest ON sessions (guest);

-- Every process polls for sessions that another one has ended.
CREATE INDEX sessions_ended ON sessions (ended) WHERE ended > 0;

ALTER TABLE pushes ADD COLUMN session TEXT COLLATE "C" NOT NULL DEFAULT '';
