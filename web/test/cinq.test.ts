import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { reasons } from "../src/games/cinq_dernieres_minutes/notes";
import Screen from "../src/games/cinq_dernieres_minutes/Screen.svelte";
import { toldOf, unread } from "../src/games/cinq_dernieres_minutes/story";
import { claimsOf, fate, isTrue, knownOf } from "../src/games/cinq_dernieres_minutes/villa";
import { reasoned } from "../src/table/reasons";
import { markRead } from "../src/guide/pointers";
import { Table, type Sight } from "../src/table/table.svelte";
import { SEAT_FIELDS, type RailView, type SeatView, type Notes, type View } from "../src/wire/cinq_dernieres_minutes";
import type { Offer, Room, Update } from "../src/wire/house";
import { plain } from "../src/app/words";
import { BOB_IS_ASKED, BOURREL, RAIL, ROOM, SEAT, TEXTS, TRUTH, VISIT } from "./cinq_fixtures";
import { withoutNotes } from "./fixtures";

const send = vi.fn(() => true);
const VISITS: Offer = { type: "Product", kind: "Visit", fields: { room: [...RAIL.rooms] } };
const READY: Offer = { type: "Product", kind: "Ready", fields: {} };
const MEMORY = { options: { type: "Options", bourrel: "house", memory: true } };

function show(update: Partial<Update<Sight, View>>, room: Partial<Room> = {}) {
  const table = new Table<View, Notes>("t1", () => ({ send: withoutNotes(send), close: () => undefined }));
  table.texts = TEXTS;
  table.seatFields = SEAT_FIELDS;
  table.onState("live");
  table.onMessage({ ...ROOM, ...room });
  table.onMessage({ ...BOB_IS_ASKED, ...update });
  render(Screen, { table });
  return table;
}

function seen(open: Partial<RailView>, own: Partial<SeatView> = {}): SeatView {
  return { ...SEAT, ...own, open: { ...RAIL, ...open } };
}

const played = (move: unknown, seq = 0) => ({ type: "Play", move, seen: seq });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const tray = () => within(document.querySelector<HTMLElement>(".tray .buttons")!);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("card:t1", "1");
  markRead("cinq_dernieres_minutes");
  send.mockClear();
});

test("a lot is told with the Bourrel it decided on", () => {
  show({
    sights: [
      { type: "LotDrawn", among: [0, 1] },
      { type: "BourrelSeated", bourrel: 1 },
    ],
  });
  expect(document.querySelector(".lines .last")!.textContent.replace(/\s+/g, " ").trim()).toBe(
    "A lot is drawn for Bourrel, among you and Bob. Bob is Inspector Bourrel.",
  );
});

describe("the card a player draws", () => {
  const moment = (name: string) => screen.queryByRole("dialog", { name });

  test.each([
    ["You are the thief", { role: "thief", ring: "bedroom" }],
    ["You are not the thief", { role: "suspect", ring: null }],
  ] as const)("fills the screen once: %s", async (name, own) => {
    localStorage.removeItem("card:t1");
    show({ view: seen({}, own) });
    expect(moment(name)!.classList).toContain("full");
    expect(within(moment(name)!).getAllByRole("button")).toHaveLength(1);
    await fireEvent.click(button("Continue"));
    expect(moment(name)).toBeNull();
    cleanup();
    show({ view: seen({}, own) });
    expect(moment(name)).toBeNull();
    cleanup();
    show({ view: seen({ round: 2 }, own) });
    expect(moment(name)).not.toBeNull();
  });

  test("is shown to nobody else", () => {
    localStorage.removeItem("card:t1");
    show({ view: RAIL }, { you: null });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the villa", () => {
  const said = [
    { type: "Claimed", by: 2, room: "study", found: "ring" },
    { type: "Claimed", by: 0, room: "study", found: "key" },
    { type: "Claimed", by: 1, room: "bedroom", found: "ring" },
  ] as const;

  test("what was said of a room stands there by the numbers of the witnesses", () => {
    expect(claimsOf({ ...RAIL, said }, "study").map(({ by }) => by)).toEqual([0, 2]);
  });

  test("a player knows the box they opened, and no other", () => {
    const view = seen({ gone: [1, 0] }, { visit: VISIT });
    expect(knownOf(view, "study")).toEqual({ found: "key", visitors: [0] });
    expect(knownOf(view, "bedroom")).toEqual({ found: null, visitors: [] });
    expect(knownOf(RAIL, "study")).toEqual({ found: null, visitors: [] });
  });

  test("Bourrel sees the boxes, and the ring go with the thief", () => {
    const view = { ...BOURREL, items: TRUTH.items, thief: 2, visits: TRUTH.visits.slice(0, 2) };
    expect(knownOf(view, "bedroom")).toEqual({ found: "ring", visitors: [1] });
    expect(knownOf({ ...view, visits: TRUTH.visits }, "bedroom")).toEqual({ found: "nothing", visitors: [1, 2, 3] });
  });

  test("a testimony is true if it is what happened", () => {
    const told = TRUTH.visits.map((visit) => isTrue({ ...RAIL, said }, visit));
    expect(told).toEqual([true, true, false, undefined]);
  });

  test("rooms that are not in play are closed", () => {
    show({});
    expect(screen.getByRole("img", { name: "Kitchen, closed" })).toBeTruthy();
    expect(screen.queryByRole("img", { name: "Study, closed" })).toBeNull();
  });
});

describe("a visit", () => {
  test("is chosen, and confirmed", async () => {
    show({ moves: [VISITS], asked: [0] });
    await fireEvent.click(button("Study"));
    expect(send).not.toHaveBeenCalled();
    await fireEvent.click(button("Hide in the study and open the box"));
    expect(send).toHaveBeenCalledWith(played({ type: "Visit", room: "study" }));
  });

  test("can be prepared, and is made when it is asked for", async () => {
    const table = show({});
    await fireEvent.click(button("Bedroom"));
    await fireEvent.click(tray().getByRole("button", { name: /bedroom/ }));
    expect(send).not.toHaveBeenCalled();
    expect(tray().getByText("Prepared:")).toBeTruthy();
    table.onMessage({ ...BOB_IS_ASKED, seq: 1, sights: [], view: seen({ gone: [1] }), moves: [VISITS], asked: [0] });
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith(played({ type: "Visit", room: "bedroom" }, 1)));
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("that was prepared can be changed", async () => {
    const table = show({});
    await fireEvent.click(button("Bedroom"));
    await fireEvent.click(tray().getByRole("button", { name: /bedroom/ }));
    await fireEvent.click(button("Change it"));
    table.onMessage({ ...BOB_IS_ASKED, seq: 1, sights: [], view: seen({ gone: [1] }), moves: [VISITS], asked: [0] });
    await screen.findByText(/Your turn/);
    expect(send).not.toHaveBeenCalled();
  });

  test("of the thief goes to the ring, though all rooms look alike", () => {
    show({ view: seen({}, { role: "thief", ring: "bedroom" }) });
    expect(document.querySelectorAll("button.room")).toHaveLength(1);
    expect(document.querySelectorAll(".room.lit")).toHaveLength(4);
    expect(screen.getByText("The ring is in the bedroom: choose that room.")).toBeTruthy();
  });

  test("shows the box to the player who opened it, once", async () => {
    const table = show({});
    table.onMessage({
      ...BOB_IS_ASKED,
      seq: 1,
      sights: [{ ...VISIT, type: "VisitMade", bourrel: null }],
      view: seen({ gone: [1, 0] }, { visit: VISIT }),
    });
    const dialog = within(await screen.findByRole("dialog", { name: "For your eyes only" }));
    await fireEvent.click(dialog.getAllByRole("button", { name: "Close" })[1]!);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("img", { name: "Study, in the box: key, Ann was here" })).toBeTruthy();
  });

  test("shows the box again after a reload until it was closed", async () => {
    const back = {
      sights: [...BOB_IS_ASKED.sights, { ...VISIT, type: "VisitMade", bourrel: null }],
      view: seen({ gone: [1, 0] }),
    };
    show(back, MEMORY);
    await fireEvent.click(
      within(screen.getByRole("dialog", { name: "For your eyes only" })).getAllByRole("button", { name: "Close" })[1]!,
    );
    cleanup();
    show(back, MEMORY);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("a box of an earlier round stays shut", () => {
    const story = [{ type: "RoundBegun" }, { type: "VisitMade", by: 0 }, { type: "RoundBegun" }];
    expect(unread(story, 0, 0)).toBe(-1);
    expect(unread([...story, { type: "VisitMade", by: 1 }, { type: "VisitMade", by: 0 }], 0, 2)).toBe(4);
  });

  test("is not in the recap either, for players who were away", async () => {
    localStorage.setItem("box:t1", "3");
    const visit = { ...VISIT, type: "VisitMade", bourrel: null };
    const table = show({ sights: [...BOB_IS_ASKED.sights, visit], view: seen({ gone: [1, 0] }) }, MEMORY);
    table.meanwhile = [visit, { type: "WentToHide", by: 1 }];
    const recap = within(await screen.findByRole("dialog", { name: "While you were away" }));
    expect(recap.getAllByRole("listitem")).toHaveLength(1);
    expect(recap.queryByText(/Study|study/)).toBeNull();
  });

  test("is not in the story where players testify from memory", () => {
    localStorage.setItem("box:t1", "3");
    const story = [
      { type: "RoundBegun" },
      { type: "VisitMade", by: 0 },
      { type: "RoundBegun" },
      { type: "VisitMade", by: 0 },
      { type: "WentToHide", by: 1 },
    ];
    expect(toldOf(story, 0, true)).toEqual([...story.slice(0, 3), story[4]]);
    expect(toldOf(story, 0, false)).toEqual(story);
    show(
      {
        sights: [...BOB_IS_ASKED.sights, { ...VISIT, type: "VisitMade", bourrel: null }],
        view: seen({ gone: [1, 0] }),
      },
      MEMORY,
    );
    expect(screen.queryByText(/finds the key/)).toBeNull();
  });
});

describe("a testimony", () => {
  const inquiry: Partial<RailView> = { phase: "inquiry", gone: [1, 0, 2, 3] };
  const truthful: Offer = { type: "Product", kind: "Claim", fields: { room: ["study"], found: ["key"] } };
  const anything: Offer = {
    type: "Product",
    kind: "Claim",
    fields: { room: [...RAIL.rooms], found: [...RAIL.items, "nothing"] },
  };
  const form = () => within(screen.getByRole("dialog", { name: "Your testimony" }));

  test("of a suspect is filled in and only confirmed", async () => {
    show({ view: seen(inquiry, { visit: VISIT }), moves: [truthful], asked: [0] });
    expect(form().getByRole<HTMLInputElement>("radio", { name: "Study" }).checked).toBe(true);
    expect(form().getByRole<HTMLInputElement>("radio", { name: "Bedroom" }).disabled).toBe(true);
    await fireEvent.click(form().getByRole("button", { name: "Say: I hid in the study and saw the key" }));
    expect(send).toHaveBeenCalledWith(played({ type: "Claim", room: "study", found: "key" }));
  });

  test("of the thief is asked in the same form, and nothing is filled in", async () => {
    const own = { role: "thief", ring: "bedroom", visit: { ...VISIT, room: "bedroom", found: "ring" } } as const;
    show({ view: seen(inquiry, own), moves: [anything], asked: [0] });
    expect(form().getAllByRole("radio")).toHaveLength(4 + 5);
    expect(
      form()
        .getAllByRole<HTMLInputElement>("radio")
        .some(({ checked, disabled }) => checked || disabled),
    ).toBe(false);
    await fireEvent.click(form().getByRole("radio", { name: "Dining room" }));
    await fireEvent.click(form().getByRole("radio", { name: "Empty box" }));
    await fireEvent.click(form().getByRole("button", { name: /^Say: / }));
    expect(send).toHaveBeenCalledWith(played({ type: "Claim", room: "dining-room", found: "nothing" }));
  });

  test("can be prepared by everybody in the same way", async () => {
    const table = show({ view: seen({ ...inquiry, phase: "hiding", gone: [1, 0] }, { visit: VISIT }), asked: [2] });
    expect(screen.queryByRole("dialog")).toBeNull();
    await fireEvent.click(button("Prepare your testimony…"));
    await fireEvent.click(form().getByRole("button", { name: "Say this as soon as I am asked" }));
    expect(send).not.toHaveBeenCalled();
    table.onMessage({
      ...BOB_IS_ASKED,
      seq: 1,
      sights: [],
      view: seen(inquiry, { visit: VISIT }),
      moves: [truthful],
      asked: [0],
    });
    await vi.waitFor(() =>
      expect(send).toHaveBeenCalledWith(played({ type: "Claim", room: "study", found: "key" }, 1)),
    );
  });

  test("from memory is filled in by the suspect too", () => {
    show({ view: seen(inquiry), moves: [anything], asked: [0] }, MEMORY);
    expect(
      form()
        .getAllByRole<HTMLInputElement>("radio")
        .some(({ checked, disabled }) => checked || disabled),
    ).toBe(false);
  });
});

describe("an accusation", () => {
  const accusing: Partial<RailView> = { phase: "accusing", gone: [1, 0, 2, 3] };
  const accuse: Offer = { type: "Product", kind: "Accuse", fields: { whom: [1, 2, 3, "nobody"] } };

  test("names one of the others, from the terrace, or nobody", async () => {
    show({ view: seen(accusing), moves: [accuse], asked: [0, 1, 2, 3] });
    await fireEvent.click(button(/^Number 1, Bob/));
    const form = within(screen.getByRole("dialog", { name: "Your accusation" }));
    expect(form.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent?.replace(/\s+/g, ""))).toEqual(
      ["1Bob", "3Spindle", "4Ratchet", "Nobody"],
    );
    expect(form.getByRole("button", { name: "Accuse Bob" })).toBeTruthy();
    await fireEvent.click(form.getByRole("radio", { name: "Nobody" }));
    await fireEvent.click(form.getByRole("button", { name: "Accuse nobody" }));
    expect(send).toHaveBeenCalledWith(played({ type: "Accuse", whom: "nobody" }));
  });

  test.each([
    ["suspect", null, "Nobody sees it until all have accused. Right accusation: +1 token; wrong: −1."],
    [
      "thief",
      "bedroom",
      "Nobody sees it until all have accused. You are the thief: yours only keeps up appearances, and neither " +
        "wins nor costs a token.",
    ],
  ] as const)("says what it can bring a %s", async (role, ring, told) => {
    show({ view: seen(accusing, { role, ring }), moves: [accuse], asked: [0, 1, 2, 3] });
    await fireEvent.click(tray().getByRole("button", { name: "Accuse…" }));
    expect(screen.getByRole("group", { name: told })).toBeTruthy();
  });

  test("stays visible to the player who made it", () => {
    show({ view: seen({ ...accusing, accused: [0] }, { accusation: 2 }), asked: [1] });
    expect(screen.getByText(/Your accusation: Spindle/)).toBeTruthy();
  });
});

describe("the end of a round", () => {
  const said = TRUTH.visits.map(({ by, room, found }) => ({
    type: "Claimed" as const,
    by,
    room,
    found: by === 2 ? ("pipe" as const) : found,
  }));
  const over: Partial<RailView> = {
    phase: "between",
    gone: [1, 0, 2, 3],
    said,
    accused: [0, 1, 2, 3],
    accusations: [2, "nobody", 1, 1],
    truth: TRUTH,
    changes: [0, 1, 1, -1],
    tokens: [3, 4, 4, 2],
  };
  const dialog = () => within(screen.getByRole("dialog", { name: "Round 1 of 4 is over" }));

  test("is replayed visit by visit, and tells the lie", async () => {
    show({ view: seen(over), moves: [READY], asked: [0] });
    expect(dialog().getAllByText(/opened the box in/)).toHaveLength(1);
    await fireEvent.click(dialog().getByRole("button", { name: "The next visit" }));
    expect(dialog().getByRole("img", { name: "Visit 2 of 4" })).toBeTruthy();
    expect(dialog().getAllByText(/opened the box in/)).toHaveLength(2);
    await fireEvent.click(dialog().getByRole("button", { name: "Show all at once" }));
    expect(dialog().getAllByText(/opened the box in/)).toHaveLength(4);
    expect(dialog().getByText("False testimony: bedroom, pipe.")).toBeTruthy();
  });

  test("is shown before what a player has missed is told", async () => {
    const table = show({ view: seen(over), moves: [READY], asked: [0] });
    table.meanwhile = table.story;
    await tick();
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    await fireEvent.click(dialog().getAllByRole("button", { name: "Close" })[0]!);
    expect(screen.getByRole("dialog", { name: "While you were away" })).toBeTruthy();
  });

  test("is shown before the verdict", async () => {
    show({ view: seen(over), moves: [READY], asked: [0] });
    const verdict = () => dialog().queryByText(/^The thief (escaped|is caught)$/);
    expect(verdict()).toBeNull();
    expect(dialog().queryByText("Accusations and tokens")).toBeNull();
    await fireEvent.click(dialog().getByRole("button", { name: "Show all at once" }));
    expect(verdict()?.textContent).toBe("The thief escaped");
    expect(dialog().getByText("Accusations and tokens")).toBeTruthy();
  });

  test("is not given away by what is behind it", async () => {
    show({ view: seen(over), moves: [READY], asked: [0] });
    const given = () => document.querySelectorAll(".terrace .mask, .said.lie, .beside .change").length;
    expect(given()).toBe(0);
    await fireEvent.click(dialog().getAllByRole("button", { name: "Close" })[0]!);
    expect(given()).toBeGreaterThan(0);
  });

  test("two players who find the thief catch them; what the thief wrote does not count", () => {
    expect(fate({ ...RAIL, accusations: [2, 2, 1, 1] }, TRUTH)).toBe("caught");
    expect(fate({ ...RAIL, accusations: [2, "nobody", 2, 1] }, TRUTH)).toBe("escaped");
    expect(fate({ ...RAIL, accusations: ["nobody", 1, 0, 1] }, TRUTH)).toBe("escaped");
  });

  test("settles accusations and tokens, and goes on when all are ready", async () => {
    show({ view: seen(over), moves: [READY], asked: [0] });
    await fireEvent.click(dialog().getByRole("button", { name: "Show all at once" }));
    const lines = dialog()
      .getAllByRole("listitem")
      .map((item) => item.textContent?.replace(/\s+/g, " ") ?? "");
    expect(lines.find((line) => line.startsWith(" Bob"))).toMatch(/accuses.*Spindle.*right.*tokens: 4 \(\+1\)/);
    expect(lines.find((line) => line.startsWith(" Ratchet"))).toMatch(/accuses.*Bob.*wrong.*tokens: 2 \(−1\)/);
    expect(lines.find((line) => line.startsWith(" Ann"))).toMatch(/nobody/);
    await fireEvent.click(dialog().getByRole("button", { name: "Next round" }));
    expect(send).toHaveBeenCalledWith(played({ type: "Ready" }));
  });

  test("is void if a player remembered wrongly", async () => {
    show({ view: seen({ ...over, accused: [], accusations: [], void: 3, changes: [0, 0, 0, -1] }) });
    const told = within(screen.getByRole("dialog", { name: "Round 1 of 4 is void" }));
    expect(told.getByText(/remembers wrongly/)).toBeTruthy();
    expect(told.getByText(/It is played again/)).toBeTruthy();
    await fireEvent.click(told.getByRole("button", { name: "Show all at once" }));
    expect(told.getByText("remembered wrongly")).toBeTruthy();
  });

  test("is not played again if it is void once more", () => {
    show({ view: seen({ ...over, accused: [], accusations: [], void: 3, again: true }) });
    expect(screen.getByText(/It is not played again/)).toBeTruthy();
  });
});

describe("a person in Bourrel’s chair", () => {
  const bourrel = (phase: RailView["phase"], open: Partial<RailView> = {}) => ({
    ...BOURREL,
    open: { ...BOURREL.open, phase, boxes: 0, ...open },
  });
  const LOTS: Offer = { type: "Product", kind: "DrawLots", fields: {} };

  test("gives the numbers", async () => {
    show({
      view: bourrel("numbering", { order: [2], round: 0 }),
      moves: [{ type: "Product", kind: "GiveNumber", fields: { whom: [1, 3] } }, LOTS],
      asked: [0],
    });
    expect(screen.getByText("Who is number 2?")).toBeTruthy();
    await fireEvent.click(button(/^Give the next number to Bob/));
    expect(send).not.toHaveBeenCalled();
    await fireEvent.click(button("Give"));
    expect(send).toHaveBeenCalledWith(played({ type: "GiveNumber", whom: 1 }));
  });

  test("leaves out as many objects as are to be left out", async () => {
    const ways = [
      ["watch", "key"],
      ["watch", "pipe"],
      ["key", "pipe"],
    ];
    show({
      view: bourrel("leaving"),
      moves: [{ type: "Product", kind: "LeaveOut", fields: { items: ways } }, LOTS],
      asked: [0],
    });
    const leave = () => tray().getByRole<HTMLButtonElement>("button", { name: "Leave them out" });
    await fireEvent.click(tray().getByRole("button", { name: "Pipe" }));
    expect(leave().disabled).toBe(true);
    expect(tray().queryByRole("button", { name: "Ring" })).toBeNull();
    await fireEvent.click(tray().getByRole("button", { name: "Watch" }));
    await fireEvent.click(leave());
    expect(send).toHaveBeenCalledWith(played({ type: "LeaveOut", items: ["watch", "pipe"] }));
  });

  test("fills the boxes room by room, or by lot", async () => {
    show({
      view: bourrel("arranging", { boxes: 1 }),
      moves: [{ type: "Product", kind: "Place", fields: { item: ["ring", "key"] } }, LOTS],
      asked: [0],
    });
    expect(screen.getByText("Dining room: what goes into the box?")).toBeTruthy();
    await fireEvent.click(button("Leave it to the lot"));
    expect(send).toHaveBeenCalledWith(played({ type: "DrawLots" }));
  });
});

test("a proof cites the testimonies it rests on", () => {
  const because = [
    { type: "Claimed", by: 1, room: "study", found: "ring" },
    { type: "Claimed", by: 2, room: "study", found: "pipe" },
  ] as const;
  const words = { language: "en", texts: TEXTS, seatFields: SEAT_FIELDS, names: ["Ann", "Bob", "Cy"] } as const;
  const notes = { type: "Notes", players: [], rooms: [], proved: [{ type: "Clash", because }] } as const;
  const story = [{ type: "RoundBegun", round: 1, again: false, order: [1, 2] }, ...because];
  const [reason] = reasons(notes, RAIL, story, words);
  expect(plain(reasoned(reason!))).toBe(
    "Testimony 1. Bob says: in the study I saw the ring. Testimony 2. Cy says: in the study I saw the pipe. " +
      "They cannot both be true.",
  );
  expect(reason).toMatchObject({ rows: ["1", "2"], cells: ["1.1.study", "1.2.study"] });
});

test("the notebook prints who said what and how likely each is the thief", async () => {
  const player = (seat: number, chance: number) => ({
    type: "PlayerNote",
    seat,
    said: { type: "Claimed", by: seat, room: "study", found: "key" },
    worlds: 10 * chance,
    chance,
  });
  const table = show({});
  table.onMessage({
    type: "NotesTaken",
    seq: 0,
    help: "seen",
    notes: { type: "Notes", players: [player(1, 0.7), player(2, 0.3)], rooms: [], proved: [] },
  });
  await fireEvent.click(button("Notebook"));
  expect(screen.getByRole("button", { name: /^Bob, Study: empty, says: key/ })).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Bob, Thief: empty, 70% thief, scenarios: 7/ })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /^Spindle, Thief/ }));
  expect(send).toHaveBeenCalledWith({ type: "Mark", cell: "1.2.thief", mark: "✗" });
});

test("what was checked in a round is not told in the next one", async () => {
  const table = show({});
  await fireEvent.click(button("Notebook"));
  const marks = { "1.2.thief": "✓" };
  table.onMessage({ type: "Marks", marks, undoable: true });
  table.onMessage({ type: "MarksChecked", marks, contradicted: [] });
  expect(await screen.findByText("Nothing you saw contradicts your notes.")).toBeTruthy();
  table.onMessage({ ...BOB_IS_ASKED, seq: 1, sights: [], view: seen({ round: 2 }) });
  await vi.waitFor(() => expect(screen.queryByText("Nothing you saw contradicts your notes.")).toBeNull());
});
