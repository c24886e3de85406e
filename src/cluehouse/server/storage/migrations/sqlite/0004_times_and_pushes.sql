-- When each entry was made, in seconds since 1970. The last existing entry of each table gets the time
-- of the migration: days without a move are counted from now on.
ALTER TABLE log ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE log SET at = CAST(strftime('%s') AS INTEGER)
WHERE (table_id, seq) IN (SELECT table_id, max(seq) FROM log GROUP BY table_id);

-- Push subscriptions: browsers that a guest wants to be notified in when it is their turn.
CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY,
    guest TEXT NOT NULL,
    p256dh BLOB NOT NULL,
    auth BLOB NOT NULL,
    language TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX pushes_of_guest ON pushes (guest, at);
