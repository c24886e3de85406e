-- Devices of guests: one row for each browser that has a guest's cookie, which names it. `ended` is when
-- the session was ended, or 0; the row is kept until no cookie can name it any more. Of an erased guest
-- only id and `ended` stay. `sole_since` is when this device ended all others: cookies signed before,
-- of sessions without a row, are refused.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL,
    browser TEXT NOT NULL,
    system TEXT NOT NULL,
    created INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0,
    sole_since INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX sessions_of_guest ON sessions (guest);

-- The session that subscribed: its notices end with it. Unknown for existing subscriptions: ''.
ALTER TABLE pushes ADD COLUMN session TEXT NOT NULL DEFAULT '';
