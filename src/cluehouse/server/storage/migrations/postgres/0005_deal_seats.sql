CREATE TABLE deal_seats (
    deal_set TEXT COLLATE "C" NOT NULL,
    guest TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (deal_set, guest)
);

CREATE INDEX deal_seats_at_table ON deal_seats (table_id);

-- Only these kinds of note are read as JSON: a mark may have a zero in it, which no text can have here.
WITH sets AS MATERIALIZED (
    SELECT table_id, convert_from(note, 'UTF8')::json #>> '{deal_set,tables,0}' AS deal_set FROM book
    WHERE page = 0 AND position('"deal_set":{'::bytea IN note) > 0
), notes AS MATERIALIZED (
    SELECT deal_set, table_id, page, convert_from(note, 'UTF8')::json AS note
    FROM sets JOIN book USING (table_id)
    WHERE substr(note, 1, 17) IN ('{"type":"SatDown"', '{"type":"StoodUp"', '{"type":"Started"')
), seatings AS MATERIALIZED (
    SELECT deal_set, table_id, page, note ->> 'type' AS kind, note ->> 'seat' AS seat,
        note #>> '{who,guest}' AS guest
    FROM notes
), starts AS MATERIALIZED (
    SELECT table_id, page FROM seatings WHERE kind = 'Started'
)
INSERT INTO deal_seats (deal_set, guest, table_id)
SELECT sat.deal_set, sat.guest, sat.table_id
FROM seatings AS sat LEFT JOIN starts ON starts.table_id = sat.table_id
WHERE sat.kind = 'SatDown' AND sat.guest <> '' AND NOT EXISTS (
    SELECT FROM seatings AS later
    WHERE later.table_id = sat.table_id AND later.seat = sat.seat AND later.page > sat.page
        AND later.kind IN ('SatDown', 'StoodUp')
        AND (starts.page IS NULL OR later.page < starts.page)
)
ORDER BY starts.page IS NULL, sat.table_id
ON CONFLICT DO NOTHING;
