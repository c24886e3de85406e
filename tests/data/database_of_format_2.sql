-- What a house wrote before it kept results: never edited, and read by every house to come.
-- Ada and Blaise have played a game to its end, are in the middle of another, where it is Blaise's
-- turn, and wait for a third to start. The secret of that house: an older house signed with this!

BEGIN TRANSACTION;
CREATE TABLE book (
    table_id TEXT NOT NULL,
    page INTEGER NOT NULL,
    note BLOB NOT NULL,
    PRIMARY KEY (table_id, page)
) WITHOUT ROWID;
INSERT INTO "book" VALUES('finished-table',0,CAST('{"type":"Opened","game":"keyhole","options":{"type":"Options","deals":1},"seats":3,"listed":false,"help":"seen","host":{"type":"Person","name":"Ada","guest":"guest-ada"}}' AS BLOB));
INSERT INTO "book" VALUES('finished-table',1,CAST('{"type":"SatDown","seat":0,"who":{"type":"Person","name":"Ada","guest":"guest-ada"}}' AS BLOB));
INSERT INTO "book" VALUES('finished-table',2,CAST('{"type":"SatDown","seat":2,"who":{"type":"Person","name":"Blaise","guest":"guest-blaise"}}' AS BLOB));
INSERT INTO "book" VALUES('finished-table',3,CAST('{"type":"SatDown","seat":1,"who":{"type":"Bot","level":"novice"}}' AS BLOB));
INSERT INTO "book" VALUES('finished-table',4,CAST('{"type":"Started"}' AS BLOB));
INSERT INTO "book" VALUES('finished-table',5,CAST('{"type":"BotStumbled","seat":1,"seq":1,"why":"late"}' AS BLOB));
INSERT INTO "book" VALUES('finished-table',6,CAST('{"type":"BotStumbled","seat":1,"seq":3,"why":"late"}' AS BLOB));
INSERT INTO "book" VALUES('running-table',0,CAST('{"type":"Opened","game":"keyhole","options":{"type":"Options","deals":1},"seats":3,"listed":false,"help":"seen","host":{"type":"Person","name":"Ada","guest":"guest-ada"}}' AS BLOB));
INSERT INTO "book" VALUES('running-table',1,CAST('{"type":"SatDown","seat":0,"who":{"type":"Person","name":"Ada","guest":"guest-ada"}}' AS BLOB));
INSERT INTO "book" VALUES('running-table',2,CAST('{"type":"SatDown","seat":1,"who":{"type":"Person","name":"Blaise","guest":"guest-blaise"}}' AS BLOB));
INSERT INTO "book" VALUES('running-table',3,CAST('{"type":"SatDown","seat":2,"who":{"type":"Bot","level":"plain"}}' AS BLOB));
INSERT INTO "book" VALUES('running-table',4,CAST('{"type":"Started"}' AS BLOB));
INSERT INTO "book" VALUES('running-table',5,CAST('{"type":"Marked","seat":0,"cell":"twin","mark":"no"}' AS BLOB));
INSERT INTO "book" VALUES('waiting-table',0,CAST('{"type":"Opened","game":"clue","options":{"type":"Options","suspects":[]},"seats":4,"listed":false,"help":"seen","host":{"type":"Person","name":"Ada","guest":"guest-ada"}}' AS BLOB));
INSERT INTO "book" VALUES('waiting-table',1,CAST('{"type":"SatDown","seat":0,"who":{"type":"Person","name":"Ada","guest":"guest-ada"}}' AS BLOB));
INSERT INTO "book" VALUES('waiting-table',2,CAST('{"type":"SatDown","seat":1,"who":{"type":"Person","name":"Blaise","guest":"guest-blaise"}}' AS BLOB));
INSERT INTO "book" VALUES('waiting-table',3,CAST('{"type":"Wished","seat":1,"value":"plum"}' AS BLOB));
CREATE TABLE listings (
    table_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    listed INTEGER NOT NULL,
    entry BLOB NOT NULL,
    updated INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "listings" VALUES('finished-table','over',0,CAST('{"id":"finished-table","game":"keyhole","state":"started","listed":false,"host":"Ada","names":["Ada","Blaise"],"seats":3,"free":0}' AS BLOB),1794794206);
INSERT INTO "listings" VALUES('running-table','started',0,CAST('{"id":"running-table","game":"keyhole","state":"started","listed":false,"host":"Ada","names":["Ada","Blaise"],"seats":3,"free":0}' AS BLOB),1794794207);
INSERT INTO "listings" VALUES('waiting-table','open',0,CAST('{"id":"waiting-table","game":"clue","state":"open","listed":false,"host":"Ada","names":["Ada","Blaise"],"seats":4,"free":2}' AS BLOB),1794794207);
CREATE TABLE log (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    seat INTEGER,
    move BLOB NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
INSERT INTO "log" VALUES('finished-table',0,NULL,CAST('null' AS BLOB),CAST('[{"type":"CulpritHidden","culprit":"doctor"},{"type":"Dealt","to":0,"card":"pilot"},{"type":"Dealt","to":1,"card":"butler"},{"type":"Dealt","to":2,"card":"twin"}]' AS BLOB));
INSERT INTO "log" VALUES('finished-table',1,0,CAST('{"type":"Ask","whom":1}' AS BLOB),CAST('[{"type":"CardShown","by":1,"to":0,"card":"butler"}]' AS BLOB));
INSERT INTO "log" VALUES('finished-table',2,1,CAST('{"type":"Ask","whom":0}' AS BLOB),CAST('[{"type":"CardShown","by":0,"to":1,"card":"pilot"}]' AS BLOB));
INSERT INTO "log" VALUES('finished-table',3,2,CAST('{"type":"Ask","whom":0}' AS BLOB),CAST('[{"type":"CardShown","by":0,"to":2,"card":"pilot"}]' AS BLOB));
INSERT INTO "log" VALUES('finished-table',4,0,CAST('{"type":"Accuse","card":"butler"}' AS BLOB),CAST('[{"type":"Accused","by":0,"card":"butler"}]' AS BLOB));
INSERT INTO "log" VALUES('finished-table',5,2,CAST('{"type":"Accuse","card":"butler"}' AS BLOB),CAST('[{"type":"Accused","by":2,"card":"butler"}]' AS BLOB));
INSERT INTO "log" VALUES('finished-table',6,1,CAST('{"type":"Accuse","card":"widow"}' AS BLOB),CAST('[{"type":"Accused","by":1,"card":"widow"},{"type":"Revealed","culprit":"doctor","accusations":["butler","widow","butler"]}]' AS BLOB));
INSERT INTO "log" VALUES('running-table',0,NULL,CAST('null' AS BLOB),CAST('[{"type":"CulpritHidden","culprit":"twin"},{"type":"Dealt","to":0,"card":"widow"},{"type":"Dealt","to":1,"card":"doctor"},{"type":"Dealt","to":2,"card":"butler"}]' AS BLOB));
INSERT INTO "log" VALUES('running-table',1,0,CAST('{"type":"Ask","whom":1}' AS BLOB),CAST('[{"type":"CardShown","by":1,"to":0,"card":"doctor"}]' AS BLOB));
CREATE TABLE sittings (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
) WITHOUT ROWID;
INSERT INTO "sittings" VALUES('guest-ada','finished-table');
INSERT INTO "sittings" VALUES('guest-ada','running-table');
INSERT INTO "sittings" VALUES('guest-ada','waiting-table');
INSERT INTO "sittings" VALUES('guest-blaise','finished-table');
INSERT INTO "sittings" VALUES('guest-blaise','running-table');
INSERT INTO "sittings" VALUES('guest-blaise','waiting-table');
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options BLOB NOT NULL,
    seats INTEGER NOT NULL,
    key BLOB NOT NULL,
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) WITHOUT ROWID;
INSERT INTO "tables" VALUES('finished-table','keyhole',1,CAST('{"type":"Options","deals":1}' AS BLOB),3,X'8A5CFC2BC7035911556E67627288E727246FC828853749EA847A5D96B67E0DC9','2026-11-16 01:56:46');
INSERT INTO "tables" VALUES('running-table','keyhole',1,CAST('{"type":"Options","deals":1}' AS BLOB),3,X'AFA280351904AB229F53103BAD4937874ACD43E80B41632BE0AF6ECDD0E2BDCD','2026-11-16 01:56:47');
CREATE INDEX listings_open ON listings (state, listed, updated);
COMMIT;
PRAGMA user_version = 2;
