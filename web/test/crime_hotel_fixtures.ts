/** A table of Crime Hotel as Ann has it, with Bob and a bot: the first trick is to be played. */
import en from "../../src/cluehouse/games/crime_hotel/texts.en.json";
import type { Sight } from "../src/table/table.svelte";
import type { RailView, SeatView } from "../src/wire/crime_hotel";
import type { Room, Update } from "../src/wire/house";
import { ROOM as KEYHOLE } from "./fixtures";

export const TEXTS = en;
export const ROOM: Room = {
  ...KEYHOLE,
  game: "crime_hotel",
  options: { type: "Options", beginners: false, desks: "standard" },
};

export const RAIL: RailView = {
  type: "RailView",
  investigation: 1,
  phase: "playing",
  trick_number: 1,
  car: 0,
  trick: [],
  bays: [],
  bay: 0,
  effect: 0,
  searched: [11, 12, 13],
  hand_sizes: [6, 6, 6],
  detectives: [[], [], []],
  guessing: [0, 2],
  worth: [2, 5, 10],
  desk_table: [[1], [1, 2], [1, 2], [1], [2, 3]],
  desks: [[], [], [], [], []],
  ready: [],
  points: [],
  murderer: null,
};
export const SEAT: SeatView = {
  type: "SeatView",
  seat: 0,
  hand: [21, 22, 31, 32, 33, 39],
  hopeless: ["room-11", "room-21"],
  open: RAIL,
};

export const LEAD: Update<Sight, SeatView> = {
  type: "Update",
  seq: 0,
  sights: [
    { type: "InvestigationBegun", number: 1, car: 0, searched: [11, 12, 13] },
    { type: "Dealt", to: 0, cards: [21, 22, 31, 32, 33, 39] },
  ],
  view: SEAT,
  moves: [{ type: "Product", kind: "PlayCard", fields: { card: [21, 22] } }],
  asked: [0],
  outcome: null,
  stand_ins: [],
  ended_by_stand_in: [],
};
