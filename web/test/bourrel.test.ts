import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { PassedDevice } from "../src/games/cinq_dernieres_minutes/round/passed_device.svelte";
import Round from "../src/games/cinq_dernieres_minutes/round/Round.svelte";
import { Table, type Sight } from "../src/table/table.svelte";
import { SEAT_FIELDS, type SeatView, type View } from "../src/wire/cinq_dernieres_minutes";
import type { Offer, Update } from "../src/wire/house";
import { BOB_IS_ASKED, RAIL, ROOM, SEAT, TEXTS, VISIT } from "./cinq_fixtures";

const HOLD = /^Press and hold/;
const OURS = { ...ROOM, yours: [0, 1, 2, 3] };

function connected(seat: number, own: Partial<SeatView> = {}, update: Partial<Update<Sight, View>> = {}) {
  const line = { send: vi.fn(() => true), close: vi.fn() };
  const table = new Table<View>("t1", () => line);
  [table.texts, table.seatFields] = [TEXTS, SEAT_FIELDS];
  table.onState("live");
  table.onMessage({ ...OURS, you: seat });
  table.onMessage({ ...BOB_IS_ASKED, ...update, view: { ...SEAT, seat, ...own } });
  return { table, line };
}

beforeEach(() => localStorage.clear());

describe("a device that is passed around", () => {
  test("holds one connection at a time", () => {
    const first = connected(0);
    const second = connected(1);
    const connect = vi.fn(() => second.table);
    const device = new PassedDevice(first.table, connect);
    device.uncoverFor(0);
    expect(connect).not.toHaveBeenCalled();
    device.cover();
    device.uncoverFor(1);
    expect(connect).toHaveBeenCalledExactlyOnceWith("t1", 1);
    expect(first.line.close).toHaveBeenCalled();
    expect(device.table).toBe(second.table);
  });

  test("is covered at first, and shows nothing of the seat it is connected to", () => {
    const { table } = connected(1, { role: "thief", ring: "bedroom" });
    const { container } = render(Round, { table });
    expect(screen.getByRole("heading", { name: /^Hand the device to.*Bob$/ })).toBeTruthy();
    expect(container.textContent).not.toMatch(/thief|suspect/i);
    expect(container.querySelector("button.room")).toBeNull();
  });

  test("shows a player's own cards until the page is hidden", async () => {
    const { table } = connected(1, { role: "thief", ring: "bedroom" });
    const { container } = render(Round, { table });
    await fireEvent.click(screen.getByRole("button", { name: "I am Bob" }));
    await fireEvent.pointerDown(screen.getByRole("button", { name: HOLD }));
    expect(screen.getByText("The thief")).toBeTruthy();
    vi.spyOn(document, "visibilityState", "get").mockReturnValueOnce("hidden");
    await fireEvent(document, new Event("visibilitychange"));
    expect(container.textContent).not.toMatch(/thief/i);
    expect(screen.getByRole("button", { name: "I am Bob" })).toBeTruthy();
  });
});

describe("thief and suspect", () => {
  const product = (kind: string, fields: Record<string, unknown[]>): Offer => ({ type: "Product", kind, fields });
  const claims = product("Claim", { room: [...RAIL.rooms], found: [...RAIL.items, "nothing"] });
  const accusations = product("Accuse", { whom: [0, 2, 3, "nobody"] });
  const back = { ...RAIL, gone: [1] };
  const inquiry = { ...RAIL, phase: "inquiry", gone: [1, 0, 2, 3] } as const;
  const accusing = { ...inquiry, phase: "accusing" } as const;
  const opened = (room: string, found: string) => [
    ...BOB_IS_ASKED.sights,
    { type: "VisitMade", by: 1, room, found, bourrel: null },
  ];
  const theft = { ...VISIT, by: 1, room: "bedroom", found: "ring" } as const;
  const look = { ...VISIT, by: 1 } as const;

  /** What a thief and a suspect have on the device, in each phase. */
  const phases: Record<string, readonly [Partial<SeatView>, Partial<Update<Sight, View>>][]> = {
    "before the visit": [
      [{ role: "thief", ring: "bedroom" }, { moves: [product("Visit", { room: ["bedroom"] })] }],
      [{ role: "suspect" }, { moves: [product("Visit", { room: [...RAIL.rooms] })] }],
    ],
    "after the visit": [
      [{ role: "thief", ring: "bedroom", visit: theft, open: back }, { sights: opened("bedroom", "ring") }],
      [{ role: "suspect", visit: look, open: back }, { sights: opened("study", "key") }],
    ],
    "in the inquiry": [
      [{ role: "thief", ring: "bedroom", visit: theft, open: inquiry }, { moves: [claims] }],
      [
        { role: "suspect", visit: look, open: inquiry },
        { moves: [product("Claim", { room: ["study"], found: ["key"] })] },
      ],
    ],
    "when all accuse": [
      [{ role: "thief", ring: "bedroom", visit: theft, open: accusing }, { moves: [accusations] }],
      [{ role: "suspect", visit: look, open: accusing }, { moves: [accusations] }],
    ],
  };

  async function uncovered([own, update]: readonly [Partial<SeatView>, Partial<Update<Sight, View>>]) {
    const { table, line } = connected(1, own, update);
    const { container } = render(Round, { table });
    const uncover = screen.queryByRole("button", { name: "I am Bob" });
    if (uncover) await fireEvent.click(uncover);
    return { container, line };
  }

  /** The page without the numbers that Svelte gives to groups of inputs and to patterns. */
  const written = (container: Element) => container.innerHTML.replaceAll(/name="[^"]*"|\bc\d+/g, "");

  test.each(Object.keys(phases))("have the same page until a card is held: %s", async (phase) => {
    const pages: string[] = [];
    for (const player of phases[phase]!) {
      const { container } = await uncovered(player);
      pages.push(written(container));
      expect(container.textContent).not.toMatch(/The thief|A suspect|Ring:/);
      cleanup();
    }
    expect(pages[0]).toBe(pages[1]);
  });

  test.each(["in the inquiry"])("press as often as one another: %s", async (phase) => {
    for (const [player, room, found] of [
      [phases[phase]![0]!, "Dining room", "Empty box"],
      [phases[phase]![1]!, "Study", "Key"],
    ] as const) {
      const { line } = await uncovered(player);
      const say = () => screen.getByRole("button", { name: /^(Say|Testify)/ });
      expect(say()).toHaveProperty("disabled", true);
      await fireEvent.click(screen.getByRole("radio", { name: room }));
      expect(say()).toHaveProperty("disabled", true);
      await fireEvent.click(screen.getByRole("radio", { name: found }));
      await fireEvent.click(say());
      expect(line.send).toHaveBeenCalled();
      cleanup();
    }
  });

  test("a suspect cannot confirm what is not true", async () => {
    await uncovered(phases["in the inquiry"]![1]!);
    await fireEvent.click(screen.getByRole("radio", { name: "Bedroom" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Key" }));
    expect(screen.getByRole("button", { name: /^Testify/ })).toHaveProperty("disabled", true);
  });
});

describe("a card", () => {
  async function card() {
    const { table } = connected(1, { role: "thief", ring: "bedroom" });
    render(Round, { table });
    await fireEvent.click(screen.getByRole("button", { name: "I am Bob" }));
    return screen.getByRole("button", { name: HOLD });
  }
  const shown = () => screen.queryByText("The thief") !== null;

  test("shows while it is held with a finger", async () => {
    const held = await card();
    await fireEvent.pointerDown(held);
    expect(shown()).toBe(true);
    await fireEvent.pointerUp(held);
    expect(shown()).toBe(false);
    await fireEvent.pointerDown(held);
    await fireEvent.pointerLeave(held);
    expect(shown()).toBe(false);
  });

  test.each([" ", "Enter"])("shows while it is held with a key: %j", async (key) => {
    const held = await card();
    await fireEvent.keyDown(held, { key });
    expect(shown()).toBe(true);
    await fireEvent.keyUp(held, { key });
    expect(shown()).toBe(false);
  });

  test("does not stay after the focus has gone", async () => {
    const held = await card();
    await fireEvent.keyDown(held, { key: " " });
    await fireEvent.blur(held);
    expect(shown()).toBe(false);
  });
});
