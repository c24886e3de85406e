-- The one table of each deal set at which a guest has a seat, or was dealt in. A claim is inserted in one
-- transaction with the page that seats the guest: of two concurrent ones, the primary key lets one win.
-- A deal set has the id of its first table.
CREATE TABLE deal_seats (
    deal_set TEXT NOT NULL,
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (deal_set, guest)
) WITHOUT ROWID;

CREATE INDEX deal_seats_at_table ON deal_seats (table_id);

-- Claims of the guests who have a seat now, or had one when their game started. One who got two seats
-- keeps the claim where they were dealt in.
WITH sets AS MATERIALIZED (
    SELECT table_id, json_extract(CAST(note AS TEXT), '$.deal_set.tables[0]') AS deal_set FROM book
    WHERE page = 0 AND instr(note, CAST('"deal_set":{' AS BLOB))
), seatings AS MATERIALIZED (
    SELECT deal_set, table_id, page,
        json_extract(CAST(note AS TEXT), '$.type') AS kind,
        json_extract(CAST(note AS TEXT), '$.seat') AS seat,
        json_extract(CAST(note AS TEXT), '$.who.guest') AS guest
    FROM sets JOIN book USING (table_id)
), starts AS MATERIALIZED (
    SELECT table_id, page FROM seatings WHERE kind = 'Started'
)
INSERT OR IGNORE INTO deal_seats (deal_set, guest, table_id)
SELECT sat.deal_set, sat.guest, sat.table_id
FROM seatings AS sat LEFT JOIN starts ON starts.table_id = sat.table_id
WHERE sat.kind = 'SatDown' AND sat.guest <> '' AND NOT EXISTS (
    SELECT 1 FROM seatings AS later
    WHERE later.table_id = sat.table_id AND later.seat = sat.seat AND later.page > sat.page
        AND later.kind IN ('SatDown', 'StoodUp')
        AND (starts.page IS NULL OR later.page < starts.page)
)
ORDER BY starts.page IS NULL, sat.table_id;
