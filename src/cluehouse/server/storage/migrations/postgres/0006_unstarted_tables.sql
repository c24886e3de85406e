-- Existing tables get the time of the migration.
ALTER TABLE listings ADD COLUMN visited BIGINT NOT NULL DEFAULT 0;
UPDATE listings SET visited = extract(epoch FROM now())::BIGINT;

ALTER TABLE listings ADD COLUMN host TEXT COLLATE "C" NOT NULL DEFAULT '';
