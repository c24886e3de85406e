import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import Screen from "../src/games/keyhole/Screen.svelte";
import { Table } from "../src/table/table.svelte";
import type { Offer, Room, Update } from "../src/wire/house";
import type { Notes, View } from "../src/wire/keyhole";
import { ASK, ENGLISH, RAIL, ROOM, SEAT } from "./fixtures";

const send = vi.fn(() => true);
const ACCUSE: Offer = {
  type: "Product",
  kind: "Accuse",
  fields: { card: ["butler", "doctor", "pilot", "twin", "widow"] },
};

function show(update: Partial<Update<{ type: string }, View>>, room: Partial<Room> = {}) {
  const table = new Table<View, Notes>("t1", () => ({ send, close: () => undefined }));
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

test("a seat that may be asked is a button, and asking is one click", async () => {
  show({});
  expect(screen.queryByRole("button", { name: /^Ask Ann/ })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Ask Bob for a card/ }));
  expect(send).toHaveBeenCalledWith({ type: "Play", move: { type: "Ask", whom: 1 }, seen: 0 });
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
  expect(alert.textContent).toContain("Not allowed: Nobody may ask themselves.");
  expect(within(alert).getByRole("link", { name: "KEY-3" }).getAttribute("href")).toBe("/rules/keyhole#KEY-3");
});

test("a deduction comes with its reason, in words", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  await fireEvent.click(screen.getByRole("button", { name: "What can be known" }));
  expect(send).toHaveBeenCalledWith({ type: "TakeNotes" });
  const because = { type: "CardShown", by: 1, to: 0, card: "widow" };
  table.onMessage({
    type: "NotesTaken",
    seq: 0,
    notes: { type: "Notes", cleared: [{ type: "Cleared", card: "widow", because }], suspects: [] },
  });
  const told = await screen.findByText(/Not the Widow/);
  expect(told.textContent).toContain("Bob shows");
  expect(screen.getByRole("button", { name: "The Widow, Culprit: no" })).toBeTruthy();
});

test("the notebook announces new deductions, and keeps the elements of known ones", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const cleared = (card: string) => ({ type: "Cleared", card, because: { type: "CardShown", by: 1, to: 0, card } });
  const noted = (...cards: string[]) => ({
    type: "NotesTaken" as const,
    seq: 0,
    notes: { type: "Notes", cleared: cards.map(cleared), suspects: [] },
  });
  table.onMessage(noted("widow"));
  const line = (await screen.findByText(/Not the Widow/)).closest("li");
  table.onMessage(noted("butler", "widow"));
  await screen.findByText(/Not the Butler/);
  expect(screen.getByText(/Not the Widow/).closest("li")).toBe(line);
  expect(line!.closest("[aria-live]")).toBeTruthy();
});

test("notes stay visible while newer ones are computed, until the page of the notebook changes", async () => {
  const table = show({});
  await fireEvent.click(screen.getByRole("button", { name: "Notebook" }));
  const because = { type: "CardShown", by: 1, to: 0, card: "widow" };
  table.onMessage({
    type: "NotesTaken",
    seq: 0,
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
