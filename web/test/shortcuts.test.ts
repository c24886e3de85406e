import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadLanguage } from "../src/app/language.svelte";
import ClueScreen from "../src/games/clue/Screen.svelte";
import KeyholeScreen from "../src/games/keyhole/Screen.svelte";
import { markRead } from "../src/guide/pointers";
import { keyboard, merged } from "../src/table/keys/shortcuts.svelte";
import { Table } from "../src/table/table.svelte";
import { Room, SEAT_FIELDS, Suspect, Weapon, type Notes, type View } from "../src/wire/clue";
import type { Offer } from "../src/wire/house";
import type { Notes as KeyholeNotes, View as KeyholeView } from "../src/wire/keyhole";
import * as clue from "./clue_fixtures";
import { ASK, ENGLISH, ROOM, withoutNotes } from "./fixtures";

const send = vi.fn(() => true);
const ROLL: Offer = { type: "Product", kind: "Roll", fields: {} };
const END: Offer = { type: "Product", kind: "EndTurn", fields: {} };
const ACCUSE: Offer = { type: "Product", kind: "Accuse", fields: { suspect: Suspect, weapon: Weapon, room: Room } };
const READY: Offer = { type: "Product", kind: "Ready", fields: {} };

function sitAtClue(...moves: Offer[]) {
  const table = new Table<View, Notes>("t1", () => ({ send: withoutNotes(send), close: () => undefined }));
  table.texts = clue.TEXTS;
  table.seatFields = SEAT_FIELDS;
  table.onState("live");
  table.onMessage(clue.ROOM);
  table.onMessage({ ...clue.BEGIN, moves });
  render(ClueScreen, { table });
}

function sitAtKeyhole(...moves: Offer[]) {
  const table = new Table<KeyholeView, KeyholeNotes>("t1", () => ({
    send: withoutNotes(send),
    close: () => undefined,
  }));
  table.texts = ENGLISH.texts;
  table.seatFields = ENGLISH.seatFields;
  table.onState("live");
  table.onMessage(ROOM);
  table.onMessage({ ...ASK, moves: moves.length > 0 ? moves : ASK.moves });
  render(KeyholeScreen, { table });
}

const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) =>
  fireEvent.keyDown(on, { key, ...more });
const rollButton = () => screen.getByRole("button", { name: "Roll the dice" });
const dialog = () => screen.queryByRole("dialog");

beforeEach(async () => {
  localStorage.clear();
  markRead("clue");
  markRead("keyhole");
  keyboard.on = true;
  send.mockClear();
  await loadLanguage("en");
});

describe("a key", () => {
  test.each(["r", "R"])("selects the dice and does not roll them: %s", async (key) => {
    sitAtClue(ROLL);
    await press(key);
    expect(document.activeElement).toBe(rollButton());
    expect(send).not.toHaveBeenCalled();
  });

  test("does nothing if its button is not there", async () => {
    sitAtClue(END);
    await press("r");
    await press("s");
    expect(send).not.toHaveBeenCalled();
  });

  test("opens the accusation and makes none", async () => {
    sitAtClue(ACCUSE);
    await press("a");
    expect(dialog()).not.toBeNull();
    expect(send).not.toHaveBeenCalled();
  });

  test("only selects the button of a move that ends the turn", async () => {
    sitAtClue(END, ACCUSE);
    await press("e");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "End the turn" }));
    expect(send).not.toHaveBeenCalled();
  });

  test("only selects who can be asked in Keyhole, and readiness", async () => {
    sitAtKeyhole();
    await press("q");
    expect(document.activeElement?.textContent).toMatch(/Bob/);
    expect(send).not.toHaveBeenCalled();
  });

  test("readiness is selected as well", async () => {
    sitAtKeyhole(READY);
    await press("e");
    expect(document.activeElement?.textContent).toMatch(/^Ready/);
    expect(send).not.toHaveBeenCalled();
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }, { repeat: true }])(
    "is left alone with %o",
    async (more) => {
      sitAtClue(ROLL);
      await press("r", more);
      expect(document.activeElement).not.toBe(rollButton());
    },
  );

  test.each(["input", "textarea", "select"])("is left alone in %s", async (kind) => {
    sitAtClue(ROLL);
    const field = document.body.appendChild(document.createElement(kind));
    await press("r", {}, field);
    await press("?", { shiftKey: true }, field);
    field.remove();
    expect(document.activeElement).not.toBe(rollButton());
    expect(dialog()).toBeNull();
  });

  test("is left alone while a dialog is open", async () => {
    sitAtClue(ROLL, ACCUSE);
    await press("a");
    await press("r");
    expect(document.activeElement).not.toBe(rollButton());
  });
});

describe("the list of keys", () => {
  test("opens with a question mark, and names the game's keys and those of every table", async () => {
    sitAtClue(ROLL);
    await press("?", { shiftKey: true });
    const list = within(screen.getByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(list.getByText("Roll the dice").previousElementSibling?.textContent).toMatch(/R\s*Enter/);
    expect(list.getByText("Notebook").previousElementSibling?.textContent?.trim()).toBe("N");
    expect(list.getByText("End the turn").previousElementSibling?.textContent).toMatch(/E\s*Enter/);
  });

  test("turns single keys off, for good, and takes their hints from the buttons", async () => {
    sitAtClue(ROLL);
    const roll = screen.getByRole("button", { name: "Roll the dice" });
    expect(roll.getAttribute("aria-keyshortcuts")).toBe("R");
    await press("?", { shiftKey: true });
    await fireEvent.click(screen.getByRole("checkbox", { name: "Use single-key shortcuts" }));
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
    expect(roll.hasAttribute("aria-keyshortcuts")).toBe(false);
    await press("r");
    await press("?", { shiftKey: true });
    expect(document.activeElement).not.toBe(roll);
    expect(dialog()).toBeNull();
    expect(localStorage.getItem("keys")).toBe("off");
  });
});

test("a game's own key replaces a common one", () => {
  const [own, common] = [
    { key: "C", label: "Show a card" },
    [
      { key: "C", label: "Cards" },
      { key: "B", label: "Board" },
    ],
  ];
  expect(merged([own], common).map(({ label }) => label)).toEqual(["Show a card", "Board"]);
});
