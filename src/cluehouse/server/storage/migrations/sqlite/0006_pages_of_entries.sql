-- How many pages of the table's book a move was decided on: they tell who played for the seat. An
-- entry is inserted only while the book has no later page. Unknown for existing entries: 0.
ALTER TABLE log ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;
