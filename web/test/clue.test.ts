import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  boxAt,
  centreOf,
  DOORS,
  footOn,
  lying,
  nearest,
  outline,
  passageFrom,
  PLANS,
  SIDE,
  standing,
  STARTS,
} from "../src/games/clue/mansion";
import { claim } from "../src/games/clue/notes";
import Screen from "../src/games/clue/Screen.svelte";
import { lastWords } from "../src/games/clue/story";
import { LOOKS } from "../src/games/clue/suspects";
import { markRead } from "../src/guide/pointers";
import { Table, type Sight } from "../src/table/table.svelte";
import {
  CELLS,
  Room as Rooms,
  SEAT_FIELDS,
  Suspect,
  Weapon,
  type RailView,
  type SeatView,
  type Notes,
  type View,
} from "../src/wire/clue";
import type { Offer, Room, Update } from "../src/wire/house";
import { plain } from "../src/app/words";
import { BEGIN, RAIL, ROOM, SEAT, TEXTS } from "./clue_fixtures";
import { withoutNotes } from "./fixtures";

const send = vi.fn(() => true);
/** What jsdom lacks. */
const animate = vi.fn(() => ({ finished: Promise.resolve() }) as unknown as Animation);
Element.prototype.animate = animate;
const WALK: Offer = { type: "Product", kind: "Walk", fields: { to: [0, 3] } };
const ENTER: Offer = { type: "Product", kind: "Enter", fields: { room: ["lounge"] } };
const SUGGEST: Offer = { type: "Product", kind: "Suggest", fields: { suspect: Suspect, weapon: Weapon } };
const ACCUSE: Offer = { type: "Product", kind: "Accuse", fields: { suspect: Suspect, weapon: Weapon, room: Rooms } };
const END: Offer = { type: "Product", kind: "EndTurn", fields: {} };
const QUESTION = { type: "Suggested", by: 1, suspect: "plum", weapon: "rope", room: "lounge" } as const;
const CRIME = { type: "Crime", suspect: "green", weapon: "wrench", room: "kitchen" } as const;

function sit(update: Partial<Update<Sight, View>>, room: Partial<Room> = {}) {
  const table = new Table<View, Notes>("t1", () => ({ send: withoutNotes(send), close: () => undefined }));
  table.texts = TEXTS;
  table.seatFields = SEAT_FIELDS;
  table.onState("live");
  table.onMessage({ ...ROOM, ...room });
  table.onMessage({ ...BEGIN, ...update });
  return table;
}

function show(update: Partial<Update<Sight, View>>, room: Partial<Room> = {}) {
  const table = sit(update, room);
  render(Screen, { table });
  return table;
}

function seen(open: Partial<RailView>, own: Partial<SeatView> = {}): SeatView {
  return { ...SEAT, ...own, open: { ...RAIL, ...open } };
}

const played = (move: unknown, at = 0) => ({ type: "Play", move, seen: at });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const pick = async (...names: string[]) => {
  for (const name of names) await fireEvent.click(within(screen.getByRole("dialog")).getByRole("radio", { name }));
};

beforeEach(() => {
  localStorage.clear();
  markRead("clue");
  send.mockClear();
  animate.mockClear();
});

describe("the plan", () => {
  test("an outline goes once round its cells", () => {
    expect(
      outline([
        [0, 0],
        [0, 1],
      ]),
    ).toBe("M0 0L20 0L40 0L40 20L20 20L0 20z");
  });

  test("every door is on the wall of its room, beside a square", () => {
    expect(DOORS).toHaveLength(17);
    for (const { room, at } of DOORS) {
      expect(nearest(at, [room], 1)).toBe(room);
      expect(
        nearest(
          at,
          CELLS.map((_, square) => square),
          1,
        ),
      ).toBeDefined();
    }
  });

  test("every suspect has a START square and a letter of its own", () => {
    expect(STARTS.map(({ suspect }) => suspect).sort()).toEqual([...Suspect].sort());
    for (const { at } of STARTS)
      expect(CELLS.some((_, square) => centreOf(square).x === at.x && centreOf(square).y === at.y)).toBe(true);
    expect(new Set(Object.values(LOOKS).map(({ letter }) => letter)).size).toBe(6);
  });

  test.each(Rooms)("all pawns and all weapons find room in: %s", (room) => {
    const { floor } = PLANS[room];
    for (const points of [standing(Suspect.map(() => room)), lying(Weapon.map(() => room))]) {
      expect(new Set(points.map(({ x }) => x)).size).toBe(6);
      for (const { x, y } of points) {
        expect(x).toBeGreaterThan(floor.x + 9);
        expect(x).toBeLessThan(floor.x + floor.width - 9);
        expect(y).toBeLessThan(floor.y + floor.height);
      }
    }
  });

  test("passages join opposite corners", () => {
    expect(passageFrom("kitchen")).toBe("study");
    expect(passageFrom("hall")).toBeUndefined();
    expect(passageFrom(3)).toBeUndefined();
  });

  test("a finger means what is nearest, and a square rather than the room round it", () => {
    const { x, y } = centreOf(0);
    expect(nearest({ x: x + SIDE, y }, [0, 3, "lounge"])).toBe(0);
    expect(nearest({ x: 2000, y }, [0, 3])).toBeUndefined();
    const corner = CELLS.findIndex(([row, column]) => row === 23 && column === 9);
    expect(nearest(centreOf(corner), ["ballroom", corner])).toBe(corner);
    expect(boxAt(corner).width).toBe(SIDE);
  });
});

describe("what just happened", () => {
  const told = (...sights: Sight[]) => plain(lastWords(sit({ sights })));

  test("a suggestion is told with those who had nothing and the one who has", () => {
    expect(told({ ...QUESTION }, { type: "Passed", by: 2 }, { type: "MustShow", by: 0 })).toBe(
      "Bob suggests Professor Plum with the Rope in the Lounge. Spindle has none of the three. " +
        "You have a card to show.",
    );
    expect(
      told({ ...QUESTION }, { type: "Passed", by: 2 }, { type: "Passed", by: 0 }, { type: "Unanswered", by: 1 }),
    ).toContain("Spindle and you have none of the three. Nobody has a card to show Bob.");
  });

  test("whose turn it is does not hide what happened", () => {
    const accused = { type: "Accused", by: 1, suspect: "plum", weapon: "rope", room: "hall" };
    expect(told(accused, { type: "AccusationFailed", by: 1 }, { type: "TurnBegun", by: 2 })).toMatch(
      /^Bob accuses .* the accusation was wrong\.$/,
    );
    expect(told({ type: "SomeCardShown", by: 1, to: 2 }, { type: "TurnBegun", by: 2 })).toBe(
      "Bob shows Spindle a card.",
    );
  });

  test("a right accusation names the three cards once", () => {
    const cards = { by: 1, suspect: "plum", weapon: "rope", room: "hall" };
    expect(told({ type: "Accused", ...cards }, { type: "CaseSolved", ...cards })).toBe(
      "Bob is right: it was Professor Plum with the Rope in the Hall!",
    );
  });

  test("that there is no suggestion this time is told with the entering", () => {
    const entered = { type: "Entered", by: 1, path: [5], room: "lounge" };
    expect(told(entered, { type: "CameBackTooSoon", by: 1, room: "lounge" })).toBe(
      "Bob enters the Lounge. Bob is back in the Lounge too soon to suggest there again.",
    );
  });
});

describe("moving", () => {
  const rolled = { view: seen({ phase: "rolled", dice: [2, 6] }), moves: [WALK, ENTER, ACCUSE] };

  test("a turn begins with a roll", async () => {
    show({});
    await press("Roll the dice");
    expect(send).toHaveBeenCalledWith(played({ type: "Roll" }));
  });

  test("on a small board a place is chosen, then confirmed", async () => {
    show(rolled);
    expect(screen.getByRole("img", { name: "Dice: 2 + 6" })).toBeTruthy();
    await press("Walk to row 1, column 8, 6 from the Hall");
    expect(send).not.toHaveBeenCalled();
    await press("Walk here: 6 from the Hall");
    expect(send).toHaveBeenCalledWith(played({ type: "Walk", to: 0 }));
  });

  test("the steps go round all the places", async () => {
    show(rolled);
    const names = [];
    for (let i = 0; i < 3; i++) {
      names.push(document.querySelector(".go")?.textContent);
      await press("Next place");
    }
    expect(names).toEqual(["Enter the Lounge", "Walk here: 6 from the Hall", "Walk here: 4 from the Hall"]);
    await press("Previous place");
    await fireEvent.click(document.querySelector(".go")!);
    expect(send).toHaveBeenCalledWith(played({ type: "Walk", to: 3 }));
  });

  test("a second tap on a place goes there", async () => {
    show(rolled);
    await press("Walk to row 1, column 8, 6 from the Hall");
    await press("Walk to row 1, column 8, 6 from the Hall");
    expect(send).toHaveBeenCalledWith(played({ type: "Walk", to: 0 }));
  });

  test("in the list of all moves a square is named by where it lies", async () => {
    show({ ...rolled, moves: [{ type: "Product", kind: "Walk", fields: { to: [0, 1, 2, 3] } }] });
    await press("All moves");
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "walk to a square" }));
    await fireEvent.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "row 1, column 8, 6 from the Hall" }),
    );
    expect(send).not.toHaveBeenCalled();
    await press("Go there");
    expect(send).toHaveBeenCalledWith(played({ type: "Walk", to: 0 }));
  });

  test("a secret passage says where it leads", async () => {
    const passage: Offer = { type: "Product", kind: "TakePassage", fields: {} };
    show({ view: seen({ pawns: ["study", ...RAIL.pawns.slice(1)] }), moves: [...BEGIN.moves, passage] });
    await fireEvent.click(screen.getAllByRole("button", { name: "Passage to the Kitchen" }).at(-1)!);
    expect(send).toHaveBeenCalledWith(played({ type: "TakePassage" }));
  });

  test("a room where one may not suggest yet says so", async () => {
    show({ ...rolled, view: seen({ phase: "rolled", dice: [2, 6], barred: "lounge" }) });
    const names = screen.getAllByRole("button", { name: /Lounge/ }).map((each) => each.getAttribute("aria-label"));
    expect(names).toContain("Enter the Lounge (no suggestion this turn)");
    expect(document.querySelectorAll(".lit.barred")).toHaveLength(1);
    expect(document.querySelector("[data-place=lounge]")!.textContent).toBe("no suggestion");
    expect(document.querySelector("[data-place=hall]")?.textContent ?? "").toBe("");
  });

  test("so does a passage to it", () => {
    const passage: Offer = { type: "Product", kind: "TakePassage", fields: {} };
    const pawns = ["study", ...RAIL.pawns.slice(1)] as RailView["pawns"];
    show({ view: seen({ pawns, barred: "kitchen" }), moves: [...BEGIN.moves, passage] });
    const named = screen.getAllByRole("button", { name: "Passage to the Kitchen (no suggestion this turn)" });
    expect(named).toHaveLength(2);
  });

  test("pawns that one may walk through are faint", () => {
    show({ view: seen({ accused: [1] }) });
    const faint = [...document.querySelectorAll(".piece")].map((piece) => piece.classList.contains("idle"));
    expect(faint.slice(-Suspect.length)).toEqual(Suspect.map((suspect) => suspect === "mustard"));
  });

  test("a pawn walks square by square", async () => {
    const table = show(rolled);
    table.onMessage({
      ...BEGIN,
      seq: 1,
      sights: [{ type: "Walked", by: 0, path: [5, 9] }],
      view: seen({ pawns: [9, ...RAIL.pawns.slice(1)] }),
    });
    await vi.waitFor(() => expect(animate).toHaveBeenCalled());
    const [frames] = animate.mock.calls[0] as unknown as [{ transform: string }[]];
    const points = frames.map(({ transform }) => transform);
    expect(points.slice(0, 3)).toEqual(
      [1, 5, 9].map((square) => `translate(${footOn(square).x}px, ${footOn(square).y}px)`),
    );
  });

  test("a screen reader says who and what is in each room", () => {
    show({ view: seen({ pawns: ["hall", ...RAIL.pawns.slice(1)] }) });
    expect(screen.getByText("Hall: Miss Scarlet, Lead Pipe")).toBeTruthy();
    expect(screen.getByText("Conservatory: empty")).toBeTruthy();
  });
});

describe("a suggestion", () => {
  const answering = {
    view: seen({ phase: "answering", turn: 1, suggestion: QUESTION, passed: [2], answerer: 0 }),
    moves: [{ type: "Product", kind: "Show", fields: { card: ["plum", "rope"] } }] satisfies Offer[],
  };
  const entered = {
    view: seen({ phase: "entered", pawns: ["lounge", ...RAIL.pawns.slice(1)] }),
    moves: [SUGGEST, ACCUSE],
  };

  test("is asked for on entering, and marks one's own cards", async () => {
    show(entered);
    expect(screen.getByRole("dialog", { name: "Suggestion in the Lounge" })).toBeTruthy();
    await pick("Professor Plum yours", "Pistol");
    await press("Suggest");
    expect(send).toHaveBeenCalledWith(played({ type: "Suggest", suspect: "plum", weapon: "pistol" }));
  });

  test("waits until the pawn has arrived", async () => {
    let arrive = () => {};
    animate.mockReturnValueOnce({
      finished: new Promise<void>((resolve) => (arrive = resolve)),
    } as unknown as Animation);
    const table = show({});
    table.onMessage({ ...BEGIN, ...entered, seq: 1, sights: [{ type: "Entered", by: 0, path: [5], room: "lounge" }] });
    await vi.waitFor(() => expect(animate).toHaveBeenCalled());
    expect(screen.queryByRole("dialog")).toBeNull();
    arrive();
    expect(await screen.findByRole("dialog", { name: "Suggestion in the Lounge" })).toBeTruthy();
  });

  test("can be put aside to look at the board", async () => {
    show(entered);
    await press("Close");
    expect(screen.queryByRole("dialog")).toBeNull();
    await press("Suggest…");
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("is not opened by itself for a player who was moved here and may roll instead", async () => {
    show({ view: seen({ pawns: ["lounge", ...RAIL.pawns.slice(1)] }), moves: [...BEGIN.moves, SUGGEST] });
    expect(screen.queryByRole("dialog")).toBeNull();
    await press("Suggest…");
    expect(screen.getByRole("dialog", { name: "Suggestion in the Lounge" })).toBeTruthy();
  });

  test("a player who has a card to show chooses and confirms it", async () => {
    show(answering);
    const dialog = within(screen.getByRole("dialog", { name: "Show a card" }));
    expect(dialog.getByText("Only Bob will see it.")).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Show a card" }).disabled).toBe(true);
    await fireEvent.click(dialog.getAllByRole("button", { name: "Show the Rope" })[0]!);
    expect(send).not.toHaveBeenCalled();
    await fireEvent.click(dialog.getAllByRole("button", { name: "Show the Rope" }).at(-1)!);
    expect(send).toHaveBeenCalledWith(played({ type: "Show", card: "rope" }));
  });

  test("the card dialog waits until the guided start is closed, unless it is opened by hand", async () => {
    localStorage.clear();
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    Element.prototype.scrollIntoView = () => undefined;
    vi.stubGlobal("scrollBy", () => undefined);
    const rects = vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList);
    const [ann, , bot] = ROOM.chairs;
    show(answering, { chairs: [ann!, bot!, bot!] });
    const asked = () => screen.queryByRole("dialog", { name: "Show a card" });
    await vi.waitFor(() => expect(screen.getByRole("dialog", { name: /^Guided start/ })).toBeTruthy());
    expect(asked()).toBeNull();
    await press("Show a card");
    await fireEvent.click(within(asked()!).getByRole("button", { name: "Close" }));
    expect(asked()).toBeNull();
    await press("Skip");
    expect(asked()).toBeTruthy();
    rects.mockRestore();
  });

  test("everybody sees who passed and who shows", () => {
    show({
      view: seen({ phase: "answering", suggestion: { ...QUESTION, by: 0 }, passed: [1], answerer: 2 }),
      moves: [],
      asked: [2],
    });
    const [bob, bot] = screen.getAllByRole("listitem").filter((item) => item.querySelector(".plate"));
    expect(bob?.textContent).toContain("has none");
    expect(bot?.textContent).toContain("has one to show");
  });

  test("the card is shown to the suggester, once, and not to the one who showed it", async () => {
    const table = show({});
    table.onMessage({ ...BEGIN, seq: 1, sights: [{ type: "CardShown", by: 1, to: 0, card: "pistol" }], moves: [END] });
    const dialog = within(await screen.findByRole("dialog", { name: "Only you two see this" }));
    expect(dialog.getByRole("img", { name: "Pistol" })).toBeTruthy();
    expect(animate).toHaveBeenCalledOnce(); // a card went from plate to plate
    await fireEvent.click(dialog.getAllByRole("button", { name: "Close" })[0]!);
    expect(screen.queryByRole("dialog")).toBeNull();
    table.onMessage({ ...BEGIN, seq: 2, sights: [{ type: "CardShown", by: 0, to: 1, card: "rope" }] });
    await vi.waitFor(() => expect(document.querySelector(".last")!.textContent).toContain("You show"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("an accusation", () => {
  const ending = { view: seen({ phase: "ending" }), moves: [END, ACCUSE] };

  test("warns, is chosen, confirmed, and only then made", async () => {
    show(ending);
    await press("Accuse…");
    expect(within(screen.getByRole("dialog")).getByText("Only once in the game.")).toBeTruthy();
    await pick("Mr. Green", "Wrench", "Kitchen");
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Accuse…" }));
    expect(send).not.toHaveBeenCalled();
    const confirm = within(screen.getByRole("dialog"));
    expect(confirm.getByText("Only once in the game.")).toBeTruthy();
    await fireEvent.click(confirm.getByRole("button", { name: "Accuse Mr. Green with the Wrench in the Kitchen" }));
    expect(send).toHaveBeenCalledWith(played({ type: "Accuse", suspect: "green", weapon: "wrench", room: "kitchen" }));
  });

  test("a wrong accuser reads the case file, and can open it again", async () => {
    const table = show(ending);
    const read = { ...CRIME, type: "CaseFileRead", by: 0 };
    table.onMessage({
      ...BEGIN,
      seq: 1,
      sights: [read],
      view: seen({ accused: [0], turn: 1 }, { case: CRIME }),
      moves: [],
      asked: [1],
    });
    const dialog = within(await screen.findByRole("dialog", { name: "The envelope" }));
    expect(dialog.getByText(/^Your accusation was wrong/)).toBeTruthy();
    await fireEvent.click(dialog.getAllByRole("button", { name: "Close" })[0]!);
    await press("Look into the envelope");
    expect(within(screen.getByRole("dialog")).getByRole("img", { name: "Wrench" })).toBeTruthy();
  });

  test("the case file is opened before the result, for spectators too", async () => {
    const table = show({ view: RAIL, moves: [] }, { you: null });
    expect(screen.queryByRole("button", { name: "Look into the envelope" })).toBeNull();
    const solved = { ...CRIME, type: "CaseSolved", by: 1 };
    const outcome = { type: "Outcome" as const, shares: [0, 1, 0], points: [0, 1, 0], rule: "CL-ACC-3" };
    table.onMessage({
      ...BEGIN,
      seq: 1,
      sights: [solved],
      view: { ...RAIL, phase: "over", case: CRIME },
      moves: [],
      asked: [],
      outcome,
    });
    const dialog = within(await screen.findByRole("dialog", { name: "The envelope" }));
    expect(dialog.getByRole("img", { name: "Mr. Green" })).toBeTruthy();
    await fireEvent.click(dialog.getByRole("button", { name: "Result" }));
    const result = within(screen.getByRole("dialog", { name: "Bob wins" }));
    expect(result.getByRole("img", { name: "Mr. Green" })).toBeTruthy();
    expect(result.getByText(/is right: it was/)).toBeTruthy();
  });

  test("a player who skips to the end reads the solution in the envelope, not before", async () => {
    const table = show({ moves: [], asked: [1] });
    table.skipping = true;
    table.onMessage({
      ...BEGIN,
      seq: 1,
      sights: [{ ...CRIME, type: "CaseSolved", by: 1 }],
      view: seen({ phase: "over", case: CRIME }, { case: CRIME }),
      moves: [],
      asked: [],
      outcome: { type: "Outcome", shares: [0, 1, 0], points: [0, 1, 0], rule: "CL-ACC-3" },
    });
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
    expect(screen.getAllByRole("dialog").map((each) => each.getAttribute("aria-label"))).toEqual(["The envelope"]);
  });

  test("the result says that nobody solved it", async () => {
    const table = show({ view: RAIL, moves: [] }, { you: null });
    table.onMessage({
      ...BEGIN,
      seq: 1,
      sights: [{ ...CRIME, type: "CaseUnsolved", rule: "CL-DEC-1" }],
      view: { ...RAIL, phase: "over", case: CRIME },
      moves: [],
      asked: [],
      outcome: { type: "Outcome", shares: [0, 0, 0], points: [0, 0, 0], rule: "CL-DEC-1" },
    });
    const file = within(await screen.findByRole("dialog", { name: "The envelope" }));
    await fireEvent.click(file.getByRole("button", { name: "Result" }));
    expect(screen.getByRole("dialog", { name: "Nobody solved the case" })).toBeTruthy();
  });
});

describe("the notebook", () => {
  const hand = { type: "HandHeld", by: 0, cards: SEAT.hand } as const;
  const cell = (holder: 0 | 1 | "case", chance: number, because: number[]) =>
    ({ type: "Cell", card: "rope", holder, chance, because }) as const;
  const notes = { type: "Notes", facts: [hand], cells: [cell(0, 1, [0]), cell("case", 0, [0]), cell(1, 0.25, [])] };

  async function openNotebook() {
    const table = show({});
    await press("Notebook");
    table.onMessage({ type: "NotesTaken", seq: 0, help: "seen", notes });
    await screen.findByRole("button", { name: "Rope, Ann: yes" });
  }

  test("has a row for each card and a column for each player and the case file", async () => {
    await openNotebook();
    expect(screen.getAllByRole("row").filter((row) => row.querySelector("button"))).toHaveLength(21);
    await press("Study, Envelope: empty");
    expect(send).toHaveBeenCalledWith({ type: "Mark", cell: "study.case", mark: "✗" });
  });

  test("says why a cell is certain, and lights the cells it speaks of", async () => {
    await openNotebook();
    const asked = screen.getByRole("button", { name: "Rope, Envelope: no" });
    asked.focus();
    await fireEvent.click(asked);
    const reason = screen.getByRole("dialog", { name: "Rope" });
    expect(within(reason).getByText("So the Rope is not in the envelope.")).toBeTruthy();
    expect(within(reason).getByRole("listitem").textContent).toMatch(/^You hold .* the Rope/);
    expect(document.activeElement).toBe(reason);
    const lit = [...document.querySelectorAll("td .lit")].map((cell) => cell.textContent.trim().split(":")[0]);
    expect(lit).toEqual(expect.arrayContaining(["Rope, Envelope", "Rope, Ann"]));
    await fireEvent.click(within(reason).getByRole("button", { name: "Close" }));
    expect(document.querySelector("td .lit")).toBeNull();
    expect(document.activeElement).toBe(asked);
  });

  test("gives chances on request", async () => {
    await openNotebook();
    expect(screen.queryByText("25%")).toBeNull();
    await fireEvent.click(screen.getByRole("checkbox", { name: "Show chances" }));
    expect(screen.getByRole("button", { name: "Rope, Bob: 25%" })).toBeTruthy();
  });

  test("names the holder in a claim", () => {
    const table = sit({});
    expect(plain(claim(cell(1, 1, [0]), table.words))).toBe("So Bob has the Rope.");
  });
});

describe("the tiles of a dialog", () => {
  test("carry the player's own marks, and who has the card", async () => {
    const table = show({ moves: [ACCUSE] });
    table.onMessage({ type: "Marks", marks: { "green.case": "?", "mustard.1": "✓" }, undoable: true });
    await press(/^Accuse/);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByRole("radio", { name: /Green your note: perhaps/ })).toBeTruthy();
    expect(dialog.getByRole("radio", { name: /Mustard noted: Bob has it/ })).toBeTruthy();
  });

  test("say to whom a card was shown before", () => {
    const moves: Offer[] = [{ type: "Product", kind: "Show", fields: { card: ["plum", "rope"] } }];
    const before = { type: "CardShown", by: 0, to: 1, card: "rope" };
    show({ moves, sights: [...BEGIN.sights, before], view: seen({ phase: "answering", suggestion: QUESTION }) });
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getAllByText(/Already shown to/).map((each) => each.textContent)).toEqual(["Already shown to Bob"]);
  });
});

test("a spectator sees the mansion, no card and no notebook", () => {
  show({ view: RAIL, moves: [] }, { you: null });
  expect(screen.getByRole("group", { name: "The mansion" })).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Your cards" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Notebook" })).toBeNull();
});
