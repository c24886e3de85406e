import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SocketListener } from "../src/net/socket";
import { Table, type Sight } from "../src/table/table.svelte";
import type { Help, Room, Update } from "../src/wire/house";
import { ASK, ENGLISH, ROOM } from "./fixtures";

function sit() {
  const send = vi.fn(() => true);
  const table = new Table("t1", (_id: string, _listener: SocketListener) => ({ send, close: () => undefined }));
  table.texts = ENGLISH.texts;
  table.seatFields = ENGLISH.seatFields;
  const arrive = (...updates: Update<Sight, unknown>[]) => {
    table.onState("live");
    table.onMessage({ type: "Welcome", build: "dev", told: null });
    table.onMessage(ROOM);
    updates.forEach((update) => table.onMessage(update));
  };
  return { table, send, arrive };
}

const shown: Sight = { type: "CardShown", by: 1, to: 0, card: "widow" };
const later: Update<Sight, unknown> = { ...ASK, seq: 1, sights: [shown], moves: [], asked: [1] };
const types = (sights: readonly Sight[]) => sights.map((sight) => sight.type);

function look(state: "visible" | "hidden") {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
}

beforeEach(() => {
  localStorage.clear();
  look("visible");
});

describe("a seat", () => {
  const LOST: Room = {
    ...ROOM,
    you: null,
    yours: [],
    hosting: false,
    chairs: [{ type: "Robot", level: "detective", tired: false, fell_back: false }, ...ROOM.chairs.slice(1)],
  };

  test("taken by a bot for good is reported, also after an absence, until it is read", () => {
    sit().arrive(ASK);
    const { table } = sit();
    table.onMessage(LOST);
    expect(table.replaced).toBe(true);
    table.acceptReplacement();
    table.onMessage(LOST);
    expect([table.replaced, sit().table.replaced]).toEqual([false, false]);
  });

  test("taken by a bot is not reported to spectators, nor to players who left before the start", () => {
    const { table } = sit();
    table.onMessage(LOST);
    expect(table.replaced).toBe(false);
    table.onMessage({ ...ROOM, started: false });
    table.onMessage({ ...LOST, started: false });
    table.onMessage(LOST);
    expect(table.replaced).toBe(false);
  });
});

describe("the story", () => {
  test("grows with each update, and a reconnect asks for what came after", () => {
    const { table, arrive } = sit();
    expect(table.lastSeq()).toBe(-1);
    arrive(ASK, later);
    expect(types(table.story)).toEqual(["DealBegun", "Dealt", "CardShown"]);
    expect(table.lastSeq()).toBe(1);
  });

  test("is not reported as news again once it was read", () => {
    sit().arrive(ASK);
    const { table, arrive } = sit();
    arrive({ ...later, sights: [...ASK.sights, shown] });
    expect(types(table.meanwhile)).toEqual(["CardShown"]);
    table.haveRead();
    expect(table.meanwhile).toEqual([]);
  });

  test("begins again when the server sends it from the start", () => {
    const { table, arrive } = sit();
    arrive(ASK, { ...later, seq: 7 });
    table.onMessage({ ...later, seq: 3, sights: [{ type: "DealBegun" }] });
    expect(types(table.story)).toEqual(["DealBegun"]);
    expect(table.lastSeq()).toBe(3);
  });

  test("is no news on the first visit", () => {
    const { table, arrive } = sit();
    arrive(ASK);
    expect(table.meanwhile).toEqual([]);
  });

  test("is news only if the page was hidden", () => {
    const { table, arrive } = sit();
    arrive(ASK);
    table.onMessage(later);
    expect(table.meanwhile).toEqual([]);
    look("hidden");
    table.onMessage({ ...later, seq: 2 });
    expect(types(table.meanwhile)).toEqual(["CardShown"]);
  });

  test("is no news to a player who was in the waiting room", () => {
    const { table } = sit();
    table.onMessage({ type: "Welcome", build: "dev", told: null });
    table.onMessage({ ...ROOM, started: false });
    table.onMessage(ROOM);
    table.onMessage(ASK);
    expect(table.meanwhile).toEqual([]);
  });
});

describe("a move", () => {
  test("is sent with the seq it was chosen at, and nothing is offered until the answer", () => {
    const { table, send, arrive } = sit();
    arrive(ASK);
    table.play({ type: "Ask", whom: 1 });
    expect(send).toHaveBeenCalledWith({ type: "Play", move: { type: "Ask", whom: 1 }, seen: 0 });
    expect(table.moves).toEqual([]);
    table.onMessage({ type: "Refused", id: "HOUSE-STALE", detail: "" });
    expect(table.moves).toEqual(ASK.moves);
    expect(table.refused?.id).toBe("HOUSE-STALE");
  });

  test("is not offered while the socket is down", () => {
    const { table, arrive } = sit();
    arrive(ASK);
    table.onState("away");
    expect(table.moves).toEqual([]);
  });
});

describe("the help of the notebook", () => {
  const asked = (send: ReturnType<typeof vi.fn>) =>
    send.mock.calls.flatMap(([frame]) => ((frame as { type: string }).type === "TakeNotes" ? [frame] : []));
  const taken = (seq: number, help: Help) => ({ type: "NotesTaken", seq, help, notes: { help } }) as const;

  test("begins with what was seen, is asked for at once and follows the game to its end", () => {
    const { table, send, arrive } = sit();
    arrive(ASK);
    expect(asked(send)).toEqual([{ type: "TakeNotes", help: "seen" }]);
    table.onMessage(taken(0, "seen"));
    expect(table.notesAreFresh).toBe(true);
    table.onMessage(later);
    expect(table.notesAreFresh).toBe(false);
    const outcome = { type: "Outcome", shares: [1, 0, 0], points: [1, 0, 0], rule: "KEY-7" } as const;
    table.onMessage({ ...later, seq: 2, outcome });
    expect(asked(send)).toHaveLength(3);
  });

  test("goes up and down in the middle of a game, and stays so after a reload", () => {
    const { table, arrive } = sit();
    arrive(ASK);
    table.useHelp("deducing");
    table.onMessage(taken(0, "deducing"));
    expect(table.notesAreFresh).toBe(true);
    table.useHelp("seen");
    expect(table.notes, "what is known to more help is gone at once").toBeNull();
    table.useHelp("paper");
    const again = sit();
    again.arrive(ASK);
    expect([again.table.help, asked(again.send)]).toEqual(["paper", []]);
  });

  test("is never more than the table allows", () => {
    const { table, send } = sit();
    table.useHelp("deducing");
    table.onMessage({ ...ROOM, help: "seen" });
    table.onMessage(ASK);
    expect([table.help, asked(send)]).toEqual(["seen", [{ type: "TakeNotes", help: "seen" }]]);
    table.onMessage({ ...ROOM, help: "paper" });
    table.onMessage(later);
    expect([table.help, asked(send).length]).toEqual(["paper", 1]);
  });

  test("is asked for again if it comes too late, or is not what is wanted now", () => {
    const { table, send, arrive } = sit();
    arrive(ASK, later);
    table.onMessage(taken(0, "seen"));
    expect(asked(send)).toHaveLength(3);
    table.useHelp("deducing");
    table.onMessage(taken(1, "seen"));
    expect(asked(send).at(-1)).toEqual({ type: "TakeNotes", help: "deducing" });
    table.useHelp("seen");
    table.onMessage(taken(1, "deducing"));
    expect(table.notes?.help).toBe("seen");
  });

  test("is not given to spectators", () => {
    const { table, send } = sit();
    table.onMessage({ ...ROOM, you: null });
    table.onMessage(ASK);
    expect(asked(send)).toEqual([]);
  });
});

test("a mark that was checked is wrong until it is changed", () => {
  const { table, send, arrive } = sit();
  arrive(ASK);
  const marks = { "1.twin.0": "✗", "1.widow.0": "✓" };
  table.onMessage({ type: "Marks", marks, undoable: true });
  table.checkMarks();
  expect(send).toHaveBeenCalledWith({ type: "CheckMarks" });
  table.onMessage({ type: "MarksChecked", marks, contradicted: ["1.twin.0", "1.widow.0"] });
  expect(table.wrongMarks).toEqual(["1.twin.0", "1.widow.0"]);
  table.onMessage({ type: "Marks", marks: { ...marks, "1.twin.0": "✓" }, undoable: true });
  expect(table.wrongMarks).toEqual(["1.widow.0"]);
});

test("a bot is named by its seat", () => {
  const { table, arrive } = sit();
  arrive(ASK);
  expect(table.names).toEqual(["Ann", "Bob", "Spindle"]);
});

describe("an HTTP response", () => {
  const waiting = { ...ROOM, started: false };

  test("is ignored while the socket is open", async () => {
    const { table } = sit();
    table.onState("live");
    table.onMessage(ROOM);
    await table.request(Promise.resolve(waiting));
    expect(table.room?.started).toBe(true);
  });

  test("is applied while the socket is down", async () => {
    const { table } = sit();
    table.onState("away");
    await table.request(Promise.resolve(waiting));
    expect(table.room?.started).toBe(false);
  });
});

describe("a table", () => {
  test("says the texts of its game's screen, filled with values", () => {
    const { table } = sit();
    table.texts = { "screen.deal": "Deal {deal} of {deals}" };
    expect(table.say("deal", { deal: 1, deals: 2 })).toBe("Deal 1 of 2");
    expect(table.say("unknown")).toBe("");
  });

  test("knows which moves are offered, and what they leave open", () => {
    const { table, arrive } = sit();
    arrive({ ...ASK, moves: [{ type: "Product", kind: "Ask", fields: { whom: [1, 2] } }] });
    expect(table.can({ type: "Ask", whom: 2 })).toBe(true);
    expect(table.can({ type: "Ask", whom: 0 })).toBe(false);
    expect(table.offer("Accuse")).toBeUndefined();
    expect(table.choices("Ask")).toEqual([1, 2]);
    expect(table.choices("Accuse")).toEqual([]);
  });
});
