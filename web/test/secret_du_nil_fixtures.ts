/** A boat on the Nile as Ann has it, with Bob and a bot: the first cards are to be chosen. */
import en from "../../src/cluehouse/games/secret_du_nil/texts.en.json";
import type { Sight } from "../src/table/table.svelte";
import type { Room, Update } from "../src/wire/house";
import type { RailView, Revealed, SeatView } from "../src/wire/secret_du_nil";
import { ROOM as KEYHOLE } from "./fixtures";

export const TEXTS: Record<string, string> = en;
export const ROOM: Room = {
  ...KEYHOLE,
  game: "secret_du_nil",
  options: { type: "Options", match: "single", both_banks: false, in_turn: false, everybody_loses: true },
};

export const RAIL: RailView = {
  type: "RailView",
  match: "single",
  game: 1,
  phase: "choosing",
  first: 1,
  boat: 1,
  upper: ["bar", "pool", "bar", "bar", "bar", "bar", "bar", "bar", "bar", "bar", "bar", "bar"],
  lower: [
    "pool",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
    "face_down",
  ],
  proofs: ["red"],
  proof_squares: [1, 5, 9],
  met_at: [
    ["promenade", "pool"],
    ["bar", "restaurant"],
    ["restaurant", "promenade"],
    ["bar", "pool"],
  ],
  place_hands: [4, 4, 3],
  clue_hand: 4,
  jokers: [0, 1],
  said: [],
  done: [],
  played: [[], [], []],
  to_use: [],
  lifted: null,
  takers: [],
  points: [],
  last: null,
};
export const SEAT: SeatView = {
  type: "SeatView",
  seat: 0,
  places: ["bar", "bar", "restaurant", "pool"],
  clues: ["fingerprint-blue", "fingerprint-green", "shoe_print-red", "shoe_print-red"],
  choice: [],
  pair: null,
  answers: null,
  open: RAIL,
};

export const CHOOSING: Update<Sight, SeatView> = {
  type: "Update",
  seq: 0,
  sights: [
    { type: "GameBegun", number: 1 },
    { type: "TurnBegun", first: 1 },
    { type: "BoatMoved", square: 1 },
    { type: "PlaceTurned", square: 1, place: "pool" },
  ],
  view: SEAT,
  moves: [
    {
      type: "Product",
      kind: "PlayCards",
      fields: {
        cards: [["bar"], ["pool"], ["bar", "pool"], ["bar", "joker"], ["pool", "joker"], ["joker"], ["no_idea"]],
      },
    },
  ],
  asked: [0, 1, 2],
  outcome: null,
  stand_ins: [],
  ended_by_stand_in: [],
};

/** Mrs Watson is guilty by her fingerprint, Mr Marpel by his shoe print. */
export const END: Revealed = {
  type: "Revealed",
  pairs: [
    [
      ["red", "red"],
      ["red", "blue"],
      ["blue", "blue"],
      ["green", "yellow"],
    ],
    [
      ["red", "blue"],
      ["red", "blue"],
      ["green", "yellow"],
      ["green", "yellow"],
    ],
    [
      ["red", "blue"],
      ["red", "yellow"],
      ["green", "yellow"],
      ["green", "green"],
    ],
  ],
  answers: [
    ["watson", "nobody", "nobody"],
    ["watson", "watson", "christie"],
    ["nobody", "nobody", "nobody"],
  ],
  culprits: ["watson", "nobody", "marpel"],
  points: [2, 1, 1],
  over: true,
};
