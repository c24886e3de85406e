/** A table of Les Cinq Dernières Minutes as Ann has it, with Bob and two bots: Bob is number 1, Ann number 2. */
import en from "../../src/cluehouse/games/cinq_dernieres_minutes/texts.en.json";
import type { Sight } from "../src/table/table.svelte";
import type { BourrelView, RailView, SeatView, TruthRevealed } from "../src/wire/cinq_dernieres_minutes";
import type { Room, Update } from "../src/wire/house";
import { ROOM as KEYHOLE } from "./fixtures";

export const TEXTS = en;
export const ROOM: Room = {
  ...KEYHOLE,
  game: "cinq_dernieres_minutes",
  options: { type: "Options", bourrel: "house", memory: false },
  chairs: [...KEYHOLE.chairs, { type: "Robot", level: "novice", tired: false, fell_back: false }],
};

export const RAIL: RailView = {
  type: "RailView",
  phase: "hiding",
  bourrel: null,
  rooms: ["drawing-room", "dining-room", "study", "bedroom"],
  items: ["ring", "watch", "key", "pipe"],
  round: 1,
  rounds: 4,
  again: false,
  order: [1, 0, 2, 3],
  boxes: 4,
  gone: [],
  said: [],
  accused: [],
  ready: [],
  tokens: [3, 3, 3, 3],
  accusations: [],
  truth: null,
  void: null,
  changes: [],
};

export const SEAT: SeatView = {
  type: "SeatView",
  seat: 0,
  role: "suspect",
  ring: null,
  visit: null,
  accusation: null,
  open: RAIL,
};
export const BOURREL: BourrelView = {
  type: "BourrelView",
  seat: 0,
  items: [],
  thief: null,
  visits: [],
  open: { ...RAIL, bourrel: 0 },
};

export const VISIT = { type: "Visited", by: 0, room: "study", found: "key" } as const;

export const TRUTH: TruthRevealed = {
  type: "TruthRevealed",
  thief: 2,
  room: "bedroom",
  items: ["watch", "pipe", "key", "ring"],
  visits: [
    { type: "Visited", by: 1, room: "bedroom", found: "ring" },
    VISIT,
    { type: "Visited", by: 2, room: "bedroom", found: "ring" },
    { type: "Visited", by: 3, room: "bedroom", found: "nothing" },
  ],
};

export const BOB_IS_ASKED: Update<Sight, SeatView> = {
  type: "Update",
  seq: 0,
  sights: [{ type: "RoundBegun", round: 1, again: false, order: [1, 0, 2, 3] }, { type: "SuspectCard" }],
  view: SEAT,
  moves: [],
  asked: [1],
  outcome: null,
  stand_ins: [],
  ended_by_stand_in: [],
};
