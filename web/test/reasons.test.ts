import { describe, expect, test } from "vitest";
import arosaTexts from "../../src/cluehouse/games/arosa/texts.en.json";
import clueTexts from "../../src/cluehouse/games/clue/texts.en.json";
import hotelTexts from "../../src/cluehouse/games/crime_hotel/texts.en.json";
import nilTexts from "../../src/cluehouse/games/secret_du_nil/texts.en.json";
import { reasons as arosaReasons } from "../src/games/arosa/notes";
import { seatFields as arosaFields } from "../src/games/arosa/story";
import { ledger as suggestions } from "../src/games/clue/ledger";
import { reasonOf as clueReason } from "../src/games/clue/notes";
import { reasons as hotelReasons } from "../src/games/crime_hotel/notes";
import { reasons as keyholeReasons, why } from "../src/games/keyhole/notes";
import { ledger as looks } from "../src/games/secret_du_nil/ledger";
import { reasonOf as nilReason } from "../src/games/secret_du_nil/notes";
import { reasoned, type Reason } from "../src/table/reasons";
import type { Sight, Table } from "../src/table/table.svelte";
import { plain, type Texts, type Words } from "../src/app/words";
import * as clueWire from "../src/wire/clue";
import * as hotelWire from "../src/wire/crime_hotel";
import * as nilWire from "../src/wire/secret_du_nil";
import { ENGLISH } from "./fixtures";
import { storyOf } from "./playthroughs";

const NAMES = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo"];
const said = (reason: Reason | undefined) => plain(reasoned(reason!));

/** As much of a table as reasons read. */
function tableWith(story: readonly Sight[], texts: Texts, seatFields: Words["seatFields"], seats = 6): Table {
  const names = NAMES.slice(0, seats);
  return { story, texts, names, words: { language: "en", texts, seatFields, names } } as unknown as Table;
}

describe("Clue", () => {
  const table = tableWith(storyOf("clue/6-seats-novice-1", 0), clueTexts, clueWire.SEAT_FIELDS);
  const rows = suggestions(table.story);
  const factOf = (number: number) => {
    const { turn, by, cards } = rows[number - 1]!;
    const [suspect, weapon, room] = cards;
    return { turn, question: { type: "Suggested", by, suspect, weapon, room } } as const;
  };

  test("cites the suggestions it stands on, and ends in its conclusion", () => {
    const facts: clueWire.Fact[] = [
      { type: "PassedOn", ...factOf(2), by: 2 },
      { type: "ShowedOne", ...factOf(2), by: 3 },
      { type: "ShowedCard", ...factOf(1), by: 1, card: "hall" },
    ];
    const reason = clueReason({ type: "Cell", card: "knife", holder: 3, chance: 1, because: [0, 1, 2] }, facts, table);
    expect(said(reason)).toBe(
      "Suggestion 2: Cy passed on Professor Plum, the Knife, and the Lounge. " +
        "Suggestion 2: Di showed Professor Plum, the Knife, or the Lounge. " +
        "Suggestion 1: Bob showed the Hall. So Di has the Knife.",
    );
    expect(reason.rows).toEqual(["2", "1"]);
    expect(reason.cells).toEqual(
      expect.arrayContaining(["knife.3", "plum.2", "knife.2", "lounge.2", "plum.3", "lounge.3", "hall.1"]),
    );
  });

  test("cites no suggestion for what it did not learn from one", () => {
    const facts: clueWire.Fact[] = [{ type: "SizeKnown", by: 1, count: 3 }];
    const reason = clueReason({ type: "Cell", card: "rope", holder: "case", chance: 1, because: [0] }, facts, table);
    expect([said(reason), reason.rows]).toEqual(["Bob has 3 cards. So the Rope is in the envelope.", []]);
  });
});

describe("Le Secret du Nil", () => {
  test("cites looks and swaps; of those that are alike, the last", () => {
    const look = { type: "SomeLooked", by: 1, card: "bar", suspect: "watson", category: "stain" };
    const mine = { ...look, type: "Looked", by: 0, pair: ["red", "red"] };
    const swap = { type: "SomeSwapped", by: 1, suspect: "watson", category: "stain" };
    const back = { type: "PairPutBack", by: 0, suspect: "watson", category: "stain" };
    const story = [{ type: "GameBegun", number: 1 }, mine, back, look, swap, mine, back, look, swap];
    const table = tableWith(story, nilTexts, nilWire.SEAT_FIELDS);
    const note = { type: "CategoryNote", category: "stain", nobody: 1, because: [mine, swap] };
    const reason = nilReason(note as unknown as nilWire.CategoryNote, 1, table);
    expect(reason.rows).toEqual(["3", "4"]);
    expect(said(reason)).toMatch(/^Look 3\. Ann uses .* Look 4\. Bob swaps .* So nobody is guilty.*stain.*\.$/);
    expect(reason.cells).toEqual(["1.nobody.stain", "1.watson.stain"]);
  });

  test("cites nothing of an earlier game", () => {
    const story = storyOf("secret_du_nil/2-seats-novice-5", 0);
    const { suspect, category } = looks(story)[0]!;
    const first = story.find(({ type }) => type === "Looked" || type === "SomeLooked")!;
    const note = { type: "PairNote", suspect, category, glance: null, changes: [], chances: null, because: [first] };
    const table = tableWith(story, nilTexts, nilWire.SEAT_FIELDS);
    expect(nilReason(note as unknown as nilWire.PairNote, 9, table).rows).toEqual([]);
  });
});

test("Crime Hotel cites the trick a card was played in", () => {
  const story = storyOf("crime_hotel/3-seats-novice-7", 0);
  const words: Words = { language: "en", texts: hotelTexts, seatFields: hotelWire.SEAT_FIELDS, names: NAMES };
  const because = [{ type: "CardPlayed", by: 2, card: 35 }] as const;
  const notes = { type: "Notes", rooms: [{ type: "RoomNote", room: 35, chance: null, because }] } as const;
  const [reason] = hotelReasons(notes, 1, story, words);
  expect(said(reason)).toBe("Trick 2. Cy plays 35. So room 35 is empty.");
  expect(reason).toMatchObject({ rows: ["1.2"], cells: ["1.35"] });
});

describe("Keyhole", () => {
  const story = storyOf("keyhole/3-seats-novice-7", 0);
  const because = { type: "CardShown", by: 2, to: 0, card: "pilot" } as const;
  const notes = { type: "Notes", cleared: [{ type: "Cleared", card: "pilot", because }], suspects: [] } as const;

  test("cites the question", () => {
    const [reason] = keyholeReasons(notes, 1, story, ENGLISH);
    expect(said(reason)).toBe("Question 1. Cog shows Ann the Pilot. So it is not the Pilot.");
    expect(reason).toMatchObject({ rows: ["1"], cells: ["1.pilot.culprit", "1.pilot.2"] });
  });

  test("says why another card is not in a hand that was seen", () => {
    expect(said(why("1.widow.2", notes, 1, story, ENGLISH))).toMatch(/So Cog has no other card\.$/);
    expect(why("1.widow.1", notes, 1, story, ENGLISH)).toBeUndefined();
  });
});

test("Arosa cites the drops since a storey was opened", () => {
  const story = storyOf("arosa/2-seats-novice-29", 0);
  const opened = story.findIndex(({ type }) => type === "OpenedEmpty");
  const before = story.slice(0, opened).filter(({ type }) => type === "CubeHeard").length;
  const opening = story[opened] as unknown as { type: "OpenedEmpty"; by: number; storey: 3 };
  const note = (drops: number) => ({
    type: "Notes" as const,
    cells: [],
    falls: [],
    storeys: [{ type: "StoreyNote" as const, storey: opening.storey, opening, drops }],
  });
  const table = tableWith(story.slice(0, opened + 1), arosaTexts, arosaFields, 2);
  const [three] = arosaReasons(note(3), table);
  expect(three!.rows).toEqual([before + 1, before + 2, before + 3].map(String));
  expect(said(three)).toContain(`Drops ${before + 1} to ${before + 3} have fallen since. So cubes may lie there`);
  expect(said(arosaReasons(note(0), table)[0])).toMatch(/Nothing has fallen since\. So .* is empty\.$/);
});
