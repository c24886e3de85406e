import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bandsOf, inHand, seenOn, standingOpen } from "../src/games/arosa/hotel";
import { lastWords } from "../src/games/arosa/story";
import type { Sight } from "../src/table/table.svelte";
import type { Ending, Find } from "../src/wire/arosa";
import { plain } from "../src/app/words";
import { heard, OPEN, RAIL, SEARCHING, SUSPECT } from "./arosa_fixtures";
import { find, played, press, seen, setTheStage, show, tableOf } from "./arosa_stage";

const opened = (storey: number, ...found: Find[]): Sight => ({ type: "Opened", by: 1, storey, found });

/** The pieces of text inside, one by one. */
function texts(node: Node): string[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent?.trim() ?? ""].filter(Boolean);
  return [...node.childNodes].flatMap(texts);
}

beforeEach(setTheStage);
afterEach(() => void vi.useRealTimers());

describe("the hotel", () => {
  test("a storey stands open until the first of its cubes falls again", () => {
    const opening = opened(4, find("blue"));
    expect(standingOpen([heard(1), opening, { type: "SearchedSloppily" }])).toBe(opening);
    expect(standingOpen([opening, heard(2)])).toBeNull();
  });

  test("nothing is seen on a closed storey, and everything at the end", () => {
    const opening = { type: "OpenedEmpty", by: 0, storey: 4 } as const;
    expect(seenOn(RAIL, opening, 4)).toEqual([]);
    expect(seenOn(RAIL, opening, 5)).toBeNull();
    const hotel = [
      [0, 0, 0],
      [2, 0, 1, 0, 0, 0, 1],
    ];
    expect(seenOn({ ...RAIL, hotel }, null, 1)).toEqual([find("yellow", 2), find("brown"), find("red")]);
  });

  test("traces of one's own are dropped after those found", () => {
    expect(inHand({ ...RAIL, left: [find("blue", 2)], extra: 1 })).toEqual([find("blue", 2)]);
    expect(inHand({ ...RAIL, turn: 2, extra: 1 })).toEqual([find("brown")]);
    expect(inHand(RAIL)).toEqual([]);
  });

  test("points are traces times what their band counts", () => {
    const bands = bandsOf(RAIL, 0);
    expect(bands).toEqual([
      { worth: 3, traces: 1 },
      { worth: 2, traces: 2 },
      { worth: 1, traces: 0 },
    ]);
    expect(bands.reduce((sum, { worth, traces }) => sum + worth * traces, 0)).toBe(RAIL.points[0]);
  });

  test("a storey says what it is and who has traces on its space", () => {
    show({ moves: [], asked: [1], view: seen({ turn: 1 }) });
    expect(
      screen.getByRole("img", { name: "Storey 3, crime scene, a trace counts 3, on the search board: 1 × Ann" }),
    ).toBeTruthy();
    expect(screen.getByRole("img", { name: "The ground floor, a trace counts 1" })).toBeTruthy();
  });
});

describe("the story", () => {
  test("names storeys and players, with what came of a search", () => {
    const sights: Sight[] = [
      opened(0, find("yellow", 2), find("red")),
      { type: "VictimFound", storey: 0 },
      { type: "Placed", by: 0, storey: 0, count: 2 },
      { type: "TurnBegun", act: "two", by: 2 },
    ];
    const told = plain(lastWords(tableOf({ sights }))).replace(/[\u00a0\u202f]/g, " ");
    expect(told).toBe(
      "Bob opens the ground floor and finds 2 of your cubes and a victim. A victim! Crime scene: the ground floor. " +
        "You place 2 on the search board.",
    );
  });

  test("a fall is told with its colour and nothing else", () => {
    expect(plain(lastWords(tableOf({ sights: [{ ...heard(3) }] })))).toBe("Bob drops a blue cube.");
  });
});

describe("searching", () => {
  test("act one: a storey is selected, and opened when that is confirmed", async () => {
    show({ moves: [OPEN], view: seen({ act: "one" }) });
    await press(/^Open storey 4/);
    await press(/^Open storey 5/);
    expect(played()).toEqual([]);
    expect(screen.getByText("Open storey 5?")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^Open storey/, pressed: true })).toHaveLength(1);
    await press("Open");
    expect(played()).toEqual([{ type: "Open", storey: 5 }]);
  });

  test("act two: suspects first, then the storey, in one move", async () => {
    show();
    expect(screen.queryByRole("button", { name: /open storey 3/ })).toBeNull();
    await press("Spindle");
    await press("Bob");
    await press(/^Suspect Bob and Spindle, open storey 3/);
    await press("Open");
    expect(played()).toEqual([{ type: "Suspect", suspects: [1, 2], storey: 3 }]);
  });

  test("a named suspect can be removed again", async () => {
    show();
    await press("Bob");
    await press("Bob");
    expect(screen.queryByRole("button", { name: /open storey 3/ })).toBeNull();
    expect(screen.getByText("Your turn: whom do you suspect? Then touch a storey.")).toBeTruthy();
  });

  test("the only other player is named already", async () => {
    show({ moves: [{ ...SUSPECT, fields: { suspects: [[1]], storey: [2, 3] } } as typeof SUSPECT] });
    await press(/^Suspect Bob, open storey 2/);
    await press("Open");
    expect(played()).toEqual([{ type: "Suspect", suspects: [1], storey: 2 }]);
  });

  test("erasing needs no names", async () => {
    show();
    await fireEvent.click(screen.getByRole("radio", { name: "Erase" }));
    expect(screen.queryByRole("button", { name: "Bob" })).toBeNull();
    await press(/^Erase your traces, open the ground floor/);
    await press("Open");
    expect(played()).toEqual([{ type: "Erase", storey: 0 }]);
  });

  test("says why erasing is not possible", () => {
    show({ moves: [SUSPECT] });
    expect(screen.queryByRole("radio", { name: "Erase" })).toBeNull();
    expect(screen.getByText(/^No erasing/)).toBeTruthy();
  });

  test("suspecting on the ground floor asks for confirmation", async () => {
    show();
    await press("Bob");
    await press(/^Suspect Bob, open the ground floor/);
    expect(played()).toEqual([]);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/a trace of your own.*you named: 1\.$/)).toBeTruthy();
    await fireEvent.click(dialog.getByText("Suspect Bob, open the ground floor"));
    expect(played()).toEqual([{ type: "Suspect", suspects: [1], storey: 0 }]);
  });

  test("names belong to one turn", async () => {
    const table = show();
    await press("Bob");
    table.onMessage({ ...SEARCHING, seq: 30, view: seen({ turns: 7 }) });
    await tick();
    expect(screen.getByRole("button", { name: "Bob" }).getAttribute("aria-pressed")).toBe("false");
  });

  test("traces can be taken back, from none up to all", async () => {
    show({
      view: seen({ phase: "taking_back", back: 2 }),
      moves: [{ type: "Product", kind: "TakeBack", fields: { count: [0, 1, 2] } }],
    });
    expect(screen.getByRole("button", { name: "more" }).hasAttribute("disabled")).toBe(true);
    await press("fewer");
    await press("Take back 1");
    expect(played()).toEqual([{ type: "TakeBack", count: 1 }]);
  });
});

test("at the end all are told why, and with equal points all are culprits and winners", async () => {
  const table = show();
  const hotel = RAIL.worth.map(() => [0, 0, 0, 0, 0, 0, 0]);
  const endings: Ending[] = [
    { type: "BoardFilled", by: 1 },
    { type: "ReserveEmptied", by: 0 },
    { type: "TurnsUsedUp" },
  ];
  table.onMessage({
    ...SEARCHING,
    seq: 21,
    sights: [...endings.map((ending) => ({ ...ending })), { type: "HotelOpened", storeys: hotel }],
    moves: [],
    asked: [],
    view: seen({ phase: "over", hotel, endings, culprits: [0, 1, 2], points: [5, 5, 5] }),
    outcome: { type: "Outcome", shares: [1 / 3, 1 / 3, 1 / 3], points: [5, 5, 5], rule: "AR-SCO-2" },
  });
  await tick();
  const open = screen.getByRole("dialog", { name: "The hotel is open" });
  const why = [
    "The game ends: Bob has ten traces or more on the search board.",
    "The game ends: you have no trace left in the reserve.",
    "The game ends: everybody has had sixty turns of act two.",
  ];
  const told = (dialog: HTMLElement) =>
    [...dialog.querySelectorAll(".why")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  expect(told(open)).toEqual(why);
  expect(within(open).getAllByText("culprit · wins")).toHaveLength(3);
  expect(within(open).getByText("All have the same points: all are culprits, and all win.")).toBeTruthy();
  await fireEvent.click(within(open).getByRole("button", { name: "Result" }));
  expect(told(screen.getByRole("dialog", { name: "You share the win with Bob and Spindle" }))).toEqual(why);
});

test("at the end the points are explained, with culprit and winner", async () => {
  const table = show();
  const hotel = RAIL.worth.map(() => [0, 0, 0, 0, 0, 0, 0]);
  table.onMessage({
    ...SEARCHING,
    seq: 21,
    sights: [{ type: "HotelOpened", storeys: hotel }],
    moves: [],
    asked: [],
    view: seen({ phase: "over", hotel, culprits: [0] }),
    outcome: { type: "Outcome", shares: [0, 1, 0], points: [7, 0, 1], rule: "AR-SCO-2" },
  });
  await tick();
  const dialog = within(screen.getByRole("dialog", { name: "The hotel is open" }));
  expect(dialog.getByText("Crime scenes: storey 3.")).toBeTruthy();
  const rows = dialog
    .getAllByRole("row")
    .slice(1)
    .map((row) => texts(row).join(" "));
  expect(rows).toEqual(["Bob wins – – – 0", "Spindle – – 1 = 1 1", "Ann culprit 1 = 3 2 = 4 – 7"]);
  await fireEvent.click(dialog.getByRole("button", { name: "Result" }));
  const result = within(screen.getByRole("dialog", { name: "Bob wins" }));
  expect(result.getByText("Crime scenes: storey 3.")).toBeTruthy();
  const ranking = result.getAllByRole("listitem");
  expect(ranking.map((item) => item.querySelector("b")?.textContent)).toEqual(["Bob", "Spindle", "Ann"]);
});
