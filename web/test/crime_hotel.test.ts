import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  baysOf,
  bonusOf,
  empties,
  ending,
  includes,
  lastTrick,
  standing,
  worthOf,
  shownTo,
} from "../src/games/crime_hotel/hotel";
import Screen from "../src/games/crime_hotel/Screen.svelte";
import { Table, type Sight } from "../src/table/table.svelte";
import { SEAT_FIELDS, type RailView, type SeatView, type Notes, type View } from "../src/wire/crime_hotel";
import type { Offer, Room, Update } from "../src/wire/house";
import { LEAD, RAIL, ROOM, SEAT, TEXTS } from "./crime_hotel_fixtures";
import { withoutNotes } from "./fixtures";

const send = vi.fn(() => true);
const GUESS: Offer = {
  type: "Product",
  kind: "Guess",
  fields: { place: ["floor-2", "column-7", "room-27", "room-11"] },
};
const DECLINE: Offer = { type: "Product", kind: "Decline", fields: {} };
const READY: Offer = { type: "Product", kind: "Ready", fields: {} };

function show(update: Partial<Update<Sight, View>>, room: Partial<Room> = {}) {
  const table = new Table<View, Notes>("t1", () => ({ send: withoutNotes(send), close: () => undefined }));
  table.texts = TEXTS;
  table.seatFields = SEAT_FIELDS;
  table.onState("live");
  table.onMessage({ ...ROOM, ...room });
  table.onMessage({ ...LEAD, ...update });
  render(Screen, { table });
  return table;
}

function seen(open: Partial<RailView>, own: Partial<SeatView> = {}): SeatView {
  return { ...SEAT, ...own, open: { ...RAIL, ...open } };
}

function played(move: unknown) {
  return { type: "Play", move, seen: 0 };
}

beforeEach(() => {
  localStorage.clear();
  send.mockClear();
});

describe("the hotel", () => {
  test("a place includes the rooms of its floor, its column, or itself", () => {
    expect(["floor-2", "column-7", "room-27"].map((place) => includes(place as "floor-2", 27))).toEqual([
      true,
      true,
      true,
    ]);
    expect(["floor-1", "column-2", "room-28"].map((place) => includes(place as "floor-1", 27))).toEqual([
      false,
      false,
      false,
    ]);
    expect([worthOf(RAIL, "floor-2"), worthOf(RAIL, "column-7"), worthOf(RAIL, "room-27")]).toEqual([2, 5, 10]);
  });

  test("the window of a room whose card was shown to the player lights up, for them alone", () => {
    const looked = { type: "Looked", by: 0, whom: 1, cards: [26] };
    const asked = { type: "Looked", by: 1, whom: 0, cards: [21] };
    expect([...shownTo([looked, asked], 0)]).toEqual([26]);
    expect([...shownTo([looked, { type: "InvestigationBegun" }], 0)]).toEqual([]);
    show({ sights: [...LEAD.sights, looked] });
    const room = screen.getByRole("img", { name: "Room 26, seen" });
    expect(room.querySelector("svg.shown")).not.toBeNull();
  });

  test("detectives who share a place stand there together", () => {
    expect(standing({ ...RAIL, detectives: [["room-27"], ["floor-1"], ["room-27"]] }, "room-27")).toEqual([0, 2]);
  });

  test("of several bonus desks the best counts, and only one's own", () => {
    const open = { ...RAIL, desks: [[], [], [], [], [1, 1]] };
    expect([0, 1].map((seat) => bonusOf(open, seat))).toEqual([0, 3]);
    expect(bonusOf({ ...RAIL, desk_table: [], desks: [] }, 1)).toBe(0);
  });

  test("the trick is laid from the police car on", () => {
    const bays = baysOf({ ...RAIL, car: 2, trick: [23, 35] }, []);
    expect(bays.map(({ seat, card, acting }) => [seat, card, acting])).toEqual([
      [2, 23, false],
      [0, 35, false],
      [1, undefined, true],
    ]);
  });

  test("parked, everybody has the card that brought them there", () => {
    const story = [
      [0, 19],
      [0, 23],
      [1, 35],
      [2, 25],
    ].map(([by, card]) => ({ type: "CardPlayed", by, card }));
    const told = [...story, { type: "Parked", bays: [1, 2, 0] }, { type: "Guessed", by: 1, place: "room-11" }];
    expect([...lastTrick(told)]).toEqual([
      [0, 23],
      [1, 35],
      [2, 25],
    ]);
    const bays = baysOf({ ...RAIL, phase: "acting", bays: [1, 2, 0], bay: 1 }, told);
    expect(bays.map(({ seat, card, acting }) => [seat, card, acting])).toEqual([
      [1, 35, false],
      [2, 25, true],
      [0, 23, false],
    ]);
    expect(lastTrick([]).size).toBe(0);
  });

  test("the ending is told of this investigation alone", () => {
    const last = { type: "LastCardShown", by: 0, card: 11 };
    const found = { type: "MurdererFound", room: 27, points: [0, 0, 0] };
    const begun = { type: "InvestigationBegun" };
    expect(ending([begun, last, found, begun, last, last, found])).toEqual([last, last, found]);
    expect(ending([begun, last, found, begun])).toEqual([]);
  });

  test("rooms that are empty for one reason are told together", () => {
    const dealt = { type: "Dealt", to: 0, cards: [21, 22] } as const;
    const card = { type: "CardPlayed", by: 1, card: 23 } as const;
    const note = (room: 21 | 22 | 23 | 24, because: readonly (typeof dealt | typeof card)[]) => ({
      type: "RoomNote" as const,
      room,
      chance: null,
      because,
    });
    const notes = {
      type: "Notes" as const,
      rooms: [note(21, [dealt]), note(22, [dealt]), note(23, [card]), note(24, [])],
    };
    expect(empties(notes)).toEqual([
      { rooms: [21, 22], because: [dealt] },
      { rooms: [23], because: [card] },
    ]);
  });
});

describe("a trick", () => {
  test("a card that may be played is a button, the others are not", async () => {
    show({});
    expect(screen.queryByRole("button", { name: "Play 39" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Play 22" }));
    expect(send).toHaveBeenCalledWith(played({ type: "PlayCard", card: 22 }));
  });

  test("it says which floor was led", () => {
    show({ view: seen({ car: 1, trick: [23, 35] }) });
    expect(screen.getByText("Floor 2 led")).toBeTruthy();
  });
});

describe("a guess", () => {
  const acting = { phase: "acting" as const, bays: [0, 1, 2] };

  test("says its worth, and is confirmed before it is sent", async () => {
    show({ view: seen(acting), moves: [GUESS] });
    await fireEvent.click(screen.getByRole("button", { name: "Guess room 27, 10 points" }));
    expect(send).not.toHaveBeenCalled();
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText("If you are right: 10 points.")).toBeTruthy();
    expect(dialog.queryByText(/cannot be there/)).toBeNull();
    await fireEvent.click(dialog.getByRole("button", { name: "Guess room 27" }));
    expect(send).toHaveBeenCalledWith(played({ type: "Guess", place: "room-27" }));
  });

  test("a finger that missed steps to the next place that can be chosen", async () => {
    const places = ["room-24", "room-27", "floor-2"];
    show({ view: seen(acting), moves: [{ type: "Product", kind: "Guess", fields: { place: places } }] });
    await fireEvent.click(screen.getByRole("button", { name: /^Guess room 24/ }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Previous place" }).disabled).toBe(true);
    await fireEvent.click(dialog.getByRole("button", { name: "Next place" }));
    expect(send).not.toHaveBeenCalled();
    await fireEvent.click(dialog.getByRole("button", { name: "Guess room 27" }));
    expect(send).toHaveBeenCalledWith(played({ type: "Guess", place: "room-27" }));
  });

  test("says what the bonus adds", async () => {
    show({ view: seen({ ...acting, desks: [[], [], [], [], [1, 0]] }), moves: [GUESS] });
    await fireEvent.click(screen.getByRole("button", { name: "Guess floor 2, 2 points" }));
    expect(within(screen.getByRole("dialog")).getByText(/Your bonus adds 3 points\./)).toBeTruthy();
  });

  test("warns where the murderer cannot be, and still allows it", async () => {
    show({ view: seen(acting), moves: [GUESS] });
    await fireEvent.click(screen.getByRole("button", { name: "Guess room 11, 10 points, empty, cannot be there" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/The murderer cannot be there/)).toBeTruthy();
    await fireEvent.click(dialog.getByRole("button", { name: "Guess room 11" }));
    expect(send).toHaveBeenCalledWith(played({ type: "Guess", place: "room-11" }));
  });

  test("an occupied place is no button, and says who stands there", () => {
    show({ view: seen({ ...acting, detectives: [[], ["room-28"], []] }), moves: [GUESS] });
    expect(screen.getByRole("img", { name: "Room 28, detectives here: Bob" })).toBeTruthy();
  });
});

describe("the police station", () => {
  test("a department is asked by its sign, once it has said what it does", async () => {
    const desks = [[], [1], [], [], []];
    show({
      view: seen({ phase: "acting", bays: [1, 0, 2], bay: 1, desks }),
      moves: [{ type: "Product", kind: "CallIn", fields: { department: ["exchange", "look"] } }],
    });
    expect(screen.getByRole("img", { name: /^Move:/ })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: /exchange: desk 1 Bob, desk 2 free$/ }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(TEXTS["CH-EXC-1"])).toBeTruthy();
    await fireEvent.click(dialog.getAllByRole("button").find((button) => button.classList.contains("main"))!);
    expect(send).toHaveBeenCalledWith(played({ type: "CallIn", department: "exchange" }));
  });

  test("is not there for beginners", () => {
    show({ view: seen({ desk_table: [] }) });
    expect(screen.queryByRole("region", { name: "Police station" })).toBeNull();
  });

  test("a detective moves in two steps, and another can be taken instead", async () => {
    const open = {
      phase: "effect" as const,
      effect: 1,
      bays: [1, 0, 2],
      bay: 1,
      detectives: [["floor-1", "room-27"] as const, [], []],
    };
    const walk: Offer = {
      type: "Product",
      kind: "MoveDetective",
      fields: { origin: ["floor-1", "room-27"], to: ["column-3"] },
    };
    show({ view: seen(open), moves: [walk, DECLINE] });
    expect(screen.queryByRole("button", { name: /column 3/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: /from floor 1/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Another detective" }));
    await fireEvent.click(screen.getByRole("button", { name: /from room 27/ }));
    await fireEvent.click(screen.getByRole("button", { name: /from room 27 to column 3/ }));
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /from room 27 to column 3/ }));
    expect(send).toHaveBeenCalledWith(played({ type: "MoveDetective", origin: "room-27", to: "column-3" }));
  });

  test("an exchange is sent once enough cards are picked", async () => {
    const swap: Offer = {
      type: "Product",
      kind: "Exchange",
      fields: {
        whom: [1, 2],
        give: [
          [21, 22],
          [21, 31],
          [22, 31],
        ],
      },
    };
    show({
      view: seen({ phase: "effect", effect: 2, bays: [1, 0, 2], bay: 1 }, { hand: [21, 22, 31] }),
      moves: [swap, DECLINE],
    });
    const dialog = within(screen.getByRole("dialog"));
    await fireEvent.click(dialog.getByRole("radio", { name: /^Cog|^Spindle/ }));
    await fireEvent.click(dialog.getByRole("button", { name: "31" }));
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Exchange" }).disabled).toBe(true);
    await fireEvent.click(dialog.getByRole("button", { name: "21" }));
    await fireEvent.click(dialog.getByRole("button", { name: /Exchange 21 and 31 with/ }));
    expect(send).toHaveBeenCalledWith(played({ type: "Exchange", whom: 2, give: [21, 31] }));
  });

  test("a reinforcement can be declined, or put aside to look at the board", async () => {
    show({
      view: seen({ phase: "effect", effect: 1, bays: [1, 0, 2], bay: 1 }),
      moves: [{ type: "Product", kind: "Look", fields: { whom: [1, 2] } }, DECLINE],
    });
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Use it" }));
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: TEXTS.Decline }));
    expect(send).toHaveBeenCalledWith(played({ type: "Decline" }));
  });

  test("what a look showed is told to the two, once", async () => {
    const looked = { type: "Looked", by: 1, whom: 0, cards: [31] };
    const table = show({});
    table.onMessage({ ...LEAD, seq: 1, sights: [looked] });
    const dialog = within(await screen.findByRole("dialog", { name: "Only you two see this" }));
    await fireEvent.click(dialog.getAllByRole("button", { name: "Close" })[0]!);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("after a reload, old secrets are only in the story", () => {
    show({ sights: [...LEAD.sights, { type: "Looked", by: 1, whom: 0, cards: [31] }] });
    expect(screen.queryByRole("dialog", { name: "Only you two see this" })).toBeNull();
  });
});

describe("the end of an investigation", () => {
  const over: Partial<RailView> = {
    phase: "between",
    murderer: 27,
    detectives: [["floor-2", "column-7", "room-39"], ["floor-1"], []],
    desks: [[], [], [], [], [0, 1]],
    points: [[11, 0, 0]],
  };
  const sights = [
    ...LEAD.sights,
    { type: "LastCardShown", by: 0, card: 31 },
    { type: "MurdererFound", room: 27, points: [11, 0, 0] },
  ];

  test("explains the points, detective by detective", () => {
    show({ view: seen(over), sights, moves: [READY] });
    const dialog = within(screen.getByRole("dialog", { name: "Investigation 1 is closed" }));
    const told = dialog.getAllByRole("listitem").map((item) => item.textContent?.replace(/\s+/g, " ").trim() ?? "");
    const ann = told.find((line) => line.includes("11 points"))!;
    for (const part of ["✓floor 2 +2", "✓column 7 +5", "✗room 39", "bonus 2 × 2 +4"]) expect(ann).toContain(part);
    expect(told.find((line) => line.includes("Bob"))).not.toContain("bonus");
    expect(told.at(-1)).toContain("no detective in the hotel");
  });

  test("is shown before what a player has missed is told", async () => {
    const table = show({ view: seen(over), sights, moves: [READY] });
    table.meanwhile = table.story;
    await tick();
    const verdict = screen.getByRole("dialog");
    await fireEvent.click(within(verdict).getAllByRole("button", { name: "Close" })[0]!);
    expect(screen.getByRole("dialog", { name: "While you were away" })).toBeTruthy();
  });

  test("shows the murderer’s window, and goes on when everybody is ready", async () => {
    show({ view: seen(over), sights, moves: [READY] });
    expect(screen.getByRole("img", { name: "Room 27, murderer" })).toBeTruthy();
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: TEXTS.Ready }));
    expect(send).toHaveBeenCalledWith(played({ type: "Ready" }));
  });

  test("the verdict comes before the result, and the result after it", async () => {
    const outcome = { type: "Outcome" as const, shares: [1, 0, 0], points: [11, 0, 0], rule: "CH-WIN-1" };
    const table = show({});
    table.onMessage({
      ...LEAD,
      seq: 1,
      sights: sights.slice(2),
      view: seen({ ...over, phase: "over" }),
      moves: [],
      asked: [],
      outcome,
    });
    const verdict = within(await screen.findByRole("dialog"));
    await fireEvent.click(verdict.getByRole("button", { name: "Result" }));
    const result = screen.getByRole("dialog", { name: "You win!" }).textContent.replace(/\s+/g, " ");
    expect(result).toContain(TEXTS["CH-WIN-1"]);
    expect(result).toMatch(/Most points: *you, with 11\./);
    expect(result).toContain("murderer");
    await fireEvent.click(screen.getByRole("button", { name: "Look at the table" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("a spectator sees the hotel, no card and no notebook", () => {
  show({ view: { ...RAIL, searched: [21] }, moves: [], sights: [], asked: [0] }, { you: null });
  expect(screen.getByRole("img", { name: "Room 21, empty" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Notebook" })).toBeNull();
  expect(screen.queryByText("yours")).toBeNull();
});

test("the notebook gives each room its chance, and each empty room its reason", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const because = { type: "CardPlayed", by: 1, card: 23 };
  const rooms = [
    { type: "RoomNote", room: 23, chance: 0, because: [because] },
    { type: "RoomNote", room: 24, chance: 0.125, because: [] },
  ];
  table.onMessage({ type: "NotesTaken", seq: 0, help: "seen", notes: { type: "Notes", rooms } });
  expect(await screen.findByRole("button", { name: "room 24, chance 13%" })).toBeTruthy();
  expect(screen.getByText(/So room 23 is empty\.$/).textContent).toMatch(/^\u202fBob plays/);
  await fireEvent.click(screen.getByRole("button", { name: "room 23, no" }));
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByRole("dialog", { name: "Why?" }).textContent).toMatch(/So room 23 is empty\.\s*$/);
  await fireEvent.click(screen.getByRole("button", { name: "room 25" }));
  expect(send).toHaveBeenCalledWith({ type: "Mark", cell: "1.25", mark: "✗" });
});
