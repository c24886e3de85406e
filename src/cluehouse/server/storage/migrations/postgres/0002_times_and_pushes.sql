-- Existing entries get the time of the migration.
ALTER TABLE log ADD COLUMN at BIGINT NOT NULL DEFAULT extract(epoch FROM now())::BIGINT;

CREATE TABLE pushes (
    endpoint TEXT COLLATE "C" PRIMARY KEY,
    guest TEXT COLLATE "C" NOT NULL,
    p256dh BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    language TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE INDEX pushes_of_guest ON pushes (guest, at);
