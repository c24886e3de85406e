/** The speed of bots: who sets it, skipping to one's turn, and how long motion lasts. */
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadLanguage } from "../src/app/language.svelte";
import { Refusal } from "../src/net/api";
import BotSpeed from "../src/table/frame/BotSpeed.svelte";
import Meanwhile from "../src/table/frame/Meanwhile.svelte";
import SpeedChoice from "../src/table/menu/SpeedChoice.svelte";
import { isAlone, maySetSpeed, motionMs } from "../src/table/speed";
import { Table, type Sight } from "../src/table/table.svelte";
import type { Chair, Room, Update } from "../src/wire/house";
import { ASK, ENGLISH, ROOM } from "./fixtures";

const api = vi.hoisted(() => ({ setSpeed: vi.fn(), skip: vi.fn() }));
vi.mock("../src/net/api", async (original) => ({ ...(await original<object>()), api }));

const BOT: Chair = { type: "Robot", level: "novice", tired: false, fell_back: false };
const ALONE: Room = { ...ROOM, chairs: [ROOM.chairs[0]!, BOT, BOT] };
const shown = (by: number): Sight => ({ type: "SomeCardShown", by, to: 3 - by });
const waiting: Update<Sight, unknown> = { ...ASK, moves: [], asked: [1] };
const moved: Update<Sight, unknown> = { ...waiting, seq: 1, sights: [shown(1)], asked: [2] };
const back: Update<Sight, unknown> = { ...ASK, seq: 2, sights: [shown(2)] };

function sit(room: Room, ...updates: Update<Sight, unknown>[]) {
  const send = vi.fn(() => true);
  const table = new Table("t1", () => ({ send, close: () => undefined }));
  table.texts = ENGLISH.texts;
  table.seatFields = ENGLISH.seatFields;
  table.onState("live");
  table.onMessage({ type: "Welcome", build: "dev", told: null });
  table.onMessage({ ...room, started: false });
  table.onMessage(room);
  updates.forEach((update) => table.onMessage(update));
  return { table, send };
}

/** When all dialogs of an update are open. */
async function afterDialogs() {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
}

beforeEach(async () => {
  localStorage.clear();
  vi.clearAllMocks();
  api.setSpeed.mockResolvedValue(ALONE);
  api.skip.mockResolvedValue(ALONE);
  await loadLanguage("en");
});

describe("the speed of bots", () => {
  test("is set by the host, and by a player alone with bots", () => {
    expect([isAlone(ROOM), isAlone(ALONE), isAlone({ ...ALONE, you: null })]).toEqual([false, true, false]);
    expect(maySetSpeed({ ...ROOM, hosting: false })).toBe(false);
    expect(maySetSpeed(ROOM)).toBe(true);
    expect(maySetSpeed({ ...ALONE, hosting: false })).toBe(true);
  });

  test("is chosen in the menu, and read there by the others", async () => {
    const { table } = sit(ROOM);
    const menu = render(SpeedChoice, { table, room: ROOM });
    await fireEvent.click(screen.getByRole("radio", { name: "Fast" }));
    expect(api.setSpeed).toHaveBeenCalledWith("t1", "fast");
    await menu.rerender({ table, room: { ...ROOM, hosting: false, speed: "fast" } });
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByText("Bots play fast.")).toBeTruthy();
  });

  test("is remembered by a player alone, for the next table without one", async () => {
    await sit(ALONE, ASK).table.setSpeed("instant");
    api.setSpeed.mockClear();
    const { table } = sit(ALONE, ASK);
    table.onMessage(ALONE);
    expect(api.setSpeed.mock.calls).toEqual([["t1", "instant"]]);
    sit(ROOM, ASK);
    sit({ ...ALONE, speed: "normal" }, ASK);
    sit({ ...ALONE, you: null, yours: [] }, ASK);
    expect(api.setSpeed).toHaveBeenCalledTimes(1);
  });

  test("that a host sets for several is not remembered", async () => {
    await sit(ROOM, ASK).table.setSpeed("instant");
    api.setSpeed.mockClear();
    sit(ALONE, ASK);
    expect(api.setSpeed).not.toHaveBeenCalled();
  });

  test("shortens motion, and instant bots leave none", () => {
    const lasting = (["normal", "fast", "instant"] as const).map((speed) => motionMs({ speed }, 1000));
    expect(lasting).toEqual([1000, 350, 0]);
  });
});

describe("skipping to one's turn", () => {
  test("is offered to a player alone while bots play", () => {
    const offered = (room: Room, ...updates: Update<Sight, unknown>[]) => {
      const { table } = sit(room, ...updates);
      const { container, unmount } = render(BotSpeed, { table });
      const found = within(container).queryByRole<HTMLButtonElement>("button", { name: "Skip to my turn" });
      unmount();
      return found !== null && !found.disabled;
    };
    expect(offered(ALONE, waiting)).toBe(true);
    expect(offered(ALONE, ASK)).toBe(false);
    expect(offered(ROOM, waiting)).toBe(false);
    expect(offered({ ...ALONE, you: null, yours: [] }, waiting)).toBe(false);
    expect(offered({ ...ALONE, paused: true }, waiting)).toBe(false);
  });

  test("stops motion until the player is asked, and tells then what happened", async () => {
    const { table } = sit(ALONE, waiting);
    render(Meanwhile, { table, retold: (story) => story });
    await table.skip();
    expect([table.skipping, table.speed, api.skip.mock.calls]).toEqual([true, "instant", [["t1"]]]);
    table.onMessage(moved);
    await tick();
    expect(screen.queryByRole("dialog")).toBeNull();
    table.onMessage(back);
    await afterDialogs();
    expect([table.skipping, table.speed]).toEqual([false, "normal"]);
    const told = screen.getByRole("dialog", { name: "What happened" });
    expect(within(told).getAllByRole("listitem")).toHaveLength(2);
    await fireEvent.click(within(told).getByRole("button", { name: "Continue" }));
    expect(table.meanwhile).toEqual([]);
  });

  test("ends with the game, too, whose end is not told before the game shows it", async () => {
    const { table } = sit(ALONE, waiting);
    render(Meanwhile, { table, retold: (story) => story });
    await table.skip();
    const outcome = { type: "Outcome" as const, shares: [0, 1, 0], points: [0, 1, 0], rule: "KEY-9" };
    table.onMessage({ ...moved, asked: [], outcome });
    await afterDialogs();
    expect(table.skipping).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("tells what happened after the game has shown what was hidden", async () => {
    const { table } = sit(ALONE, waiting);
    const props = { table, retold: (story: readonly Sight[]) => story };
    const recap = render(Meanwhile, { ...props, revealing: true });
    await table.skip();
    table.onMessage(back);
    await afterDialogs();
    expect(screen.queryByRole("dialog")).toBeNull();
    await recap.rerender({ ...props, revealing: false });
    expect(screen.getByRole("dialog", { name: "What happened" })).toBeTruthy();
  });

  test("that is refused changes nothing", async () => {
    api.skip.mockRejectedValue(new Refusal("HOUSE-STALE", ""));
    const { table } = sit(ALONE, waiting);
    await table.skip();
    expect(table.skipping).toBe(false);
    table.onMessage(back);
    await afterDialogs();
    expect(table.meanwhile).toEqual([]);
  });
});

test("notes are taken at the player's turn where bots are hurried", () => {
  const asked = (room: Room) => {
    const { table, send } = sit(room, waiting);
    send.mockClear();
    table.onMessage(moved);
    const between = send.mock.calls.length;
    table.onMessage(back);
    return [between, send.mock.calls.length];
  };
  expect(asked({ ...ALONE, speed: "normal" })).toEqual([1, 2]);
  expect(asked({ ...ALONE, speed: "fast" })).toEqual([0, 1]);
});
