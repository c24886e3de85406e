-- How many pages of its book a listing was made from: a later listing is never replaced by an earlier
-- one. Unknown for existing listings: 0.
ALTER TABLE listings ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;
