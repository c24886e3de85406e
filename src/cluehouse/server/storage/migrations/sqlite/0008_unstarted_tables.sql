-- When a device was last connected to an open table, in seconds since 1970, give or take an hour.
-- Existing tables get the time of the migration: days without a visit are counted from now on.
ALTER TABLE listings ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;
UPDATE listings SET visited = CAST(strftime('%s') AS INTEGER);

-- The id of the guest who hosts the table. Unknown for existing tables until they change: empty.
ALTER TABLE listings ADD COLUMN host TEXT NOT NULL DEFAULT '';
