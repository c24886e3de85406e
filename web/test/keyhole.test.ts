import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import Screen from "../src/games/keyhole/Screen.svelte";
import { Table } from "../src/table/table.svelte";
import type { Offer, Room, Update } from "../src/wire/house";
import type { Notes, View } from "../src/wire/keyhole";
import { ASK, ENGLISH, RAIL, ROOM, SEAT, withoutNotes } from "./fixtures";

const send = vi.fn(() => true);
const ACCUSE: Offer = {
  type: "Product",
  kind: "Accuse",
  fields: { card: ["butler", "doctor", "pilot", "twin", "widow"] },
};

function show(update: Partial<Update<{ type: string }, View>>, room: Partial<Room> = {}) {
  const table = new Table<View, Notes>("t1", () => ({ send: withoutNotes(send), close: () => undefined }));
  table.texts = ENGLISH.texts;
  table.seatFields = ENGLISH.seatFields;
  table.onState("live");
  table.onMessage({ ...ROOM, ...room });
  table.onMessage({ ...ASK, ...update });
  render(Screen, { table });
  return table;
}

beforeEach(() => {
  localStorage.clear();
  send.mockClear();
});

test("a seat that may be asked is a button, and asking is confirmed", async () => {
  show({});
  expect(screen.queryByRole("button", { name: /^Ask Ann/ })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Ask Bob for a card/ }));
  expect(send).not.toHaveBeenCalled();
  expect(document.querySelector(".now")?.textContent).toMatch(/^Ask \s*Bob for a card\?$/);
  await fireEvent.click(screen.getByRole("button", { name: "Ask" }));
  expect(send).toHaveBeenCalledWith({ type: "Play", move: { type: "Ask", whom: 1 }, seen: 0 });
});

test("Escape puts back what was selected", async () => {
  show({});
  await fireEvent.click(screen.getByRole("button", { name: /Ask Bob/ }));
  expect(screen.getByRole("button", { name: "Not yet" })).toBeTruthy();
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("button", { name: "Not yet" })).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test("an accusation is confirmed before it is sent", async () => {
  show({ moves: [ACCUSE] });
  await fireEvent.click(screen.getByRole("button", { name: "Accuse the Widow" }));
  expect(send).not.toHaveBeenCalled();
  const dialog = within(screen.getByRole("dialog"));
  await fireEvent.click(dialog.getByRole("button", { name: "Accuse the Widow" }));
  expect(send).toHaveBeenCalledWith({ type: "Play", move: { type: "Accuse", card: "widow" }, seen: 0 });
});

test("nothing can be done that is not offered", () => {
  show({ moves: [], asked: [1] });
  expect(screen.queryByRole("button", { name: /^(Ask|Accuse|Ready)/ })).toBeNull();
  expect(screen.getByText(/Waiting for/)).toBeTruthy();
});

test("the end of a deal shows the culprit, and who accused whom", () => {
  const last = {
    type: "Revealed" as const,
    culprit: "pilot" as const,
    accusations: ["pilot", "twin", "pilot"] as const,
  };
  show({
    view: { ...SEAT, open: { ...RAIL, phase: "between", last } },
    moves: [{ type: "Product", kind: "Ready", fields: {} }],
  });
  expect(screen.getByText("The Pilot", { selector: ".culprit" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Ready for the next deal" })).toBeTruthy();
});

test("a spectator sees the table, no card and no notebook", () => {
  show({ view: RAIL, moves: [], asked: [0] }, { you: null });
  expect(screen.getByText("You are watching.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Notebook" })).toBeNull();
});

test("a refusal is a sentence with a link to its rule", async () => {
  const table = show({});
  table.onMessage({ type: "Refused", id: "KEY-3", detail: "" });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Not allowed: You may not ask yourself.");
  expect(within(alert).getByRole("link", { name: "Rules" }).getAttribute("href")).toBe("/rules/keyhole#KEY-3");
});

test("a deduction comes with its reason, in words", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const because = { type: "CardShown", by: 1, to: 0, card: "widow" };
  table.onMessage({
    type: "NotesTaken",
    seq: 0,
    help: "seen",
    notes: { type: "Notes", cleared: [{ type: "Cleared", card: "widow", because }], suspects: [] },
  });
  const told = await screen.findByText(/So it is not the Widow/);
  expect(told.textContent).toMatch(/Bob shows you the Widow\. So it is not the Widow\.$/);
  expect(screen.getByRole("button", { name: "The Widow, Culprit: no" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "The Widow, Bob: yes" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "The Pilot, Bob: no" }), "each holds one card").toBeTruthy();
  expect(screen.getByRole("button", { name: "The Pilot, Culprit: empty" })).toBeTruthy();
});

test("the help of the notebook goes step by step, as far as the table allows", async () => {
  show({}, { help: "seen" });
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const steps = screen.getAllByRole<HTMLInputElement>("radio", { name: /Paper|What I saw|Deductions/ });
  expect(steps.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ]);
  const reason = document.getElementById(steps[2]!.getAttribute("aria-describedby")!);
  expect(reason!.textContent).toBe("“What I saw” is the most help this table allows.");
  await fireEvent.click(steps[0]!);
  expect(screen.getByText("The notebook holds only what you write.")).toBeTruthy();
});

test("checked marks are counted and lit where they contradict what was seen", async () => {
  const table = show({});
  table.onMessage({ type: "Marks", marks: { "1.twin.culprit": "✓", "1.widow.1": "?" }, undoable: true });
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  await fireEvent.click(screen.getByRole("button", { name: "Check my notes" }));
  expect(send).toHaveBeenCalledWith({ type: "CheckMarks" });
  table.onMessage({ type: "MarksChecked", marks: table.marks.marks, contradicted: ["1.twin.culprit"] });
  expect(await screen.findByText("1 note contradicts what you saw.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "The Twin, Culprit: yes, contradicts what you saw" })).toBeTruthy();
});

test("what was checked is told until a mark is changed or the page is turned", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const marks = { "1.twin.culprit": "✓" };
  const check = async (contradicted: string[]) => {
    table.onMessage({ type: "Marks", marks, undoable: true });
    table.onMessage({ type: "MarksChecked", marks, contradicted });
    await tick();
  };
  const told = () => screen.queryByText(/contradicts? .*\.$/);
  await check([]);
  expect(told()?.textContent).toBe("Nothing you saw contradicts your notes.");
  table.onMessage({ ...ASK, seq: 1, sights: [] });
  await tick();
  expect(told(), "the page is the same").toBeTruthy();
  table.onMessage({ type: "Marks", marks: { ...marks, "1.widow.1": "?" }, undoable: true });
  await tick();
  expect(told()).toBeNull();
  await check(["1.twin.culprit"]);
  expect(told()?.textContent).toBe("1 note contradicts what you saw.");
  table.onMessage({ ...ASK, seq: 2, sights: [], view: { ...SEAT, open: { ...RAIL, deal: 2 } } });
  await tick();
  expect(told()).toBeNull();
  expect(table.wrongMarks).toEqual([]);
});

test("notes on paper cannot be checked, and say why", async () => {
  const table = show({}, { help: "paper" });
  table.onMessage({ type: "Marks", marks: { "1.twin.culprit": "✓" }, undoable: true });
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Check my notes" }).disabled).toBe(true);
  expect(screen.getByText("This table plays on paper: your notes are not checked.")).toBeTruthy();
});

test("the dialog before an accusation shows one's own mark", async () => {
  const table = show({ moves: [{ type: "Product", kind: "Accuse", fields: { card: ["widow"] } }] });
  table.onMessage({ type: "Marks", marks: { "1.widow.culprit": "?" }, undoable: true });
  await fireEvent.click(screen.getByRole("button", { name: "Accuse the Widow" }));
  expect(within(screen.getByRole("dialog")).getByText("your note: perhaps")).toBeTruthy();
});

test("the notebook announces new deductions, and keeps the elements of known ones", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const cleared = (card: string) => ({ type: "Cleared", card, because: { type: "CardShown", by: 1, to: 0, card } });
  const noted = (...cards: string[]) => ({
    type: "NotesTaken" as const,
    seq: 0,
    help: "seen" as const,
    notes: { type: "Notes", cleared: cards.map(cleared), suspects: [] },
  });
  table.onMessage(noted("widow"));
  const line = (await screen.findByText(/not the Widow/)).closest("li");
  table.onMessage(noted("butler", "widow"));
  await screen.findByText(/not the Butler/);
  expect(screen.getByText(/not the Widow/).closest("li")).toBe(line);
  expect(line!.closest("[aria-live]")).toBeTruthy();
});

test("notes stay visible while newer ones are computed, until the page of the notebook changes", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const because = { type: "CardShown", by: 1, to: 0, card: "widow" };
  table.onMessage({
    type: "NotesTaken",
    seq: 0,
    help: "seen",
    notes: { type: "Notes", cleared: [{ type: "Cleared", card: "widow", because }], suspects: [] },
  });
  await screen.findByRole("button", { name: "The Widow, Culprit: no" });
  table.onMessage({ ...ASK, seq: 1, view: SEAT });
  await tick();
  expect(table.notesAreFresh).toBe(false);
  expect(screen.getByRole("button", { name: "The Widow, Culprit: no" })).toBeTruthy();
  table.onMessage({ ...ASK, seq: 2, view: { ...SEAT, open: { ...RAIL, deal: 2 } } });
  await screen.findByRole("button", { name: "The Widow, Culprit: empty" });
});
