/** A table of Clue as Ann has it, with Bob and a bot: she plays Miss Scarlet and begins. */
import en from "../../src/cluehouse/games/clue/texts.en.json";
import type { Sight } from "../src/table/table.svelte";
import type { RailView, SeatView } from "../src/wire/clue";
import type { Room, Update } from "../src/wire/house";
import { ROOM as KEYHOLE } from "./fixtures";

export const TEXTS = en;
export const ROOM: Room = { ...KEYHOLE, game: "clue", options: { type: "Options", suspects: [] } };

export const RAIL: RailView = {
  type: "RailView",
  suspects: ["scarlet", "mustard", "green"],
  pawns: [1, 49, 187, 186, 124, 22],
  weapons: ["kitchen", "hall", "study", "lounge", "library", "ballroom"],
  hand_sizes: [6, 6, 6],
  turn: 0,
  turns: [1, 0, 0],
  barred: null,
  phase: "moving",
  dice: null,
  suggestion: null,
  passed: [],
  answerer: null,
  accused: [],
  case: null,
};
export const SEAT: SeatView = {
  type: "SeatView",
  seat: 0,
  hand: ["plum", "white", "rope", "knife", "hall", "study"],
  shown: null,
  case: null,
  open: RAIL,
};

export const BEGIN: Update<Sight, SeatView> = {
  type: "Update",
  seq: 0,
  sights: [{ type: "CaseSealed" }, { type: "TurnBegun", by: 0 }],
  view: SEAT,
  moves: [{ type: "Product", kind: "Roll", fields: {} }],
  asked: [0],
  outcome: null,
  stand_ins: [],
  ended_by_stand_in: [],
};
