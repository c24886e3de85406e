-- When each entry was made, in seconds since 1970. Of those from before, the last ones count as made
-- now: silence is judged from here on.
ALTER TABLE log ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE log SET at = CAST(strftime('%s') AS INTEGER)
WHERE (table_id, seq) IN (SELECT table_id, max(seq) FROM log GROUP BY table_id);

-- Where the browsers of a guest want to be told that it is their turn.
CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY,
    guest TEXT NOT NULL,
    p256dh BLOB NOT NULL,
    auth BLOB NOT NULL,
    language TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX pushes_of_guest ON pushes (guest, at);
