/** A table of Keyhole as three people would have it: Ann, Bob and a bot. */
import en from "../../src/cluehouse/games/keyhole/texts.en.json";
import fr from "../../src/cluehouse/games/keyhole/texts.fr.json";
import type { Sight } from "../src/table/table.svelte";
import type { Frame, Room, Update } from "../src/wire/house";
import { SEAT_FIELDS, type RailView, type SeatView } from "../src/wire/keyhole";
import type { Words } from "../src/app/words";

export const NAMES = ["Ann", "Bob", "Cog"];
export const ENGLISH: Words = { language: "en", texts: en, seatFields: SEAT_FIELDS, names: NAMES };
export const FRENCH: Words = { language: "fr", texts: fr, seatFields: SEAT_FIELDS, names: NAMES };

export const ROOM: Room = {
  type: "Room",
  id: "t1",
  game: "keyhole",
  options: { type: "Options", deals: 2 },
  chairs: [
    {
      type: "Somebody",
      name: "Ann",
      here: true,
      standing_in: false,
      clock: null,
      who: "a1",
      fell_back: false,
      stands_in_after: null,
    },
    {
      type: "Somebody",
      name: "Bob",
      here: false,
      standing_in: false,
      clock: null,
      who: "b2",
      fell_back: false,
      stands_in_after: null,
    },
    { type: "Robot", level: "detective", tired: false, fell_back: false },
  ],
  wishes: [],
  lot: null,
  listed: false,
  help: "deducing",
  started: true,
  host: "Ann",
  hosting: true,
  you: 0,
  yours: [0],
  pace: { type: "Relaxed" },
  grace: 120,
  paused: false,
  commitment: "",
  contributed: [],
  rail: { open: true, delay: 0, speaks: false },
  watching: 0,
  watchers: [],
  screen: false,
  voice: true,
  rematch: null,
  gathering: false,
  tables: 1,
  voices: [
    { seat: 0, name: "Ann", yours: true },
    { seat: 1, name: "Bob", yours: false },
  ],
  willing: [],
  given_up: false,
  removed: [],
  host_here: true,
  speed: null,
};

export const RAIL: RailView = {
  type: "RailView",
  deal: 1,
  deals: 2,
  phase: "asking",
  asker: 0,
  accused: [],
  ready: [],
  points: [0, 0, 0],
  last: null,
};
export const SEAT: SeatView = { type: "SeatView", seat: 0, card: "twin", accusation: null, open: RAIL };

export const ASK: Update<Sight, SeatView> = {
  type: "Update",
  seq: 0,
  sights: [{ type: "DealBegun" }, { type: "Dealt", to: 0, card: "twin" }],
  view: SEAT,
  moves: [{ type: "Product", kind: "Ask", fields: { whom: [1, 2] } }],
  asked: [0],
  outcome: null,
  stand_ins: [],
  ended_by_stand_in: [],
};

/** A table asks for notes at every update: tests of moves hear of everything else that it sends. */
export const withoutNotes = (send: (frame: Frame) => boolean) => (frame: Frame) =>
  frame.type === "TakeNotes" || send(frame);
