/** A hotel in Arosa as Ann has it, with Bob and a bot: act two, and it is her turn. */
import en from "../../src/cluehouse/games/arosa/texts.en.json";
import type { Sight } from "../src/table/table.svelte";
import type { CubeHeard, RailView, SeatView } from "../src/wire/arosa";
import type { Offer, Room, Update } from "../src/wire/house";
import { ROOM as KEYHOLE } from "./fixtures";

export const TEXTS: Record<string, string> = en;
export const ROOM: Room = {
  ...KEYHOLE,
  game: "arosa",
  options: { type: "Options", hearing: "normal", tower: "wooden" },
};

const STOREYS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export const RAIL: RailView = {
  type: "RailView",
  act: "two",
  phase: "searching",
  turn: 0,
  reserve: [15, 17, 16],
  board: [
    [0, 0, 2, 1, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 1],
  ],
  inside: [2, 3, 3],
  victims: [3, 3],
  worth: [1, 1, 2, 3, 2, 1, 1, 1],
  points: [7, 0, 1],
  opened: null,
  found: [],
  left: [],
  extra: 0,
  back: 0,
  turns: 4,
  culprits: [],
  endings: [],
  hotel: null,
};
export const SEAT: SeatView = { type: "SeatView", seat: 0, open: RAIL };

export const SUSPECT: Offer = {
  type: "Product",
  kind: "Suspect",
  fields: { suspects: [[1], [2], [1, 2]], storey: STOREYS },
};
export const ERASE: Offer = { type: "Product", kind: "Erase", fields: { storey: STOREYS } };
export const OPEN: Offer = { type: "Product", kind: "Open", fields: { storey: STOREYS } };
export const drops = (...colour: string[]): Offer => ({ type: "Product", kind: "Drop", fields: { colour } });

export const heard = (number: number, by = 1, colour: CubeHeard["colour"] = "blue"): CubeHeard => ({
  type: "CubeHeard",
  number,
  by,
  colour,
  sound: `fall-${number}`,
});

export const SEARCHING: Update<Sight, SeatView> = {
  type: "Update",
  seq: 20,
  sights: [{ type: "TurnBegun", act: "two", by: 0 }],
  view: SEAT,
  moves: [SUSPECT, ERASE],
  asked: [0],
  outcome: null,
  stand_ins: [],
  ended_by_stand_in: [],
};
