-- How many pages of a table's table book its line in the lobby tells: a later one is never replaced
-- by an earlier one. Of lines from before, nobody knows.
ALTER TABLE listings ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;
