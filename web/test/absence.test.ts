/** Leaving politely, and who is away: at the seat, in the menu, in a banner. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadLanguage } from "../src/app/language.svelte";
import { plain } from "../src/app/words";
import { nowLine } from "../src/table/frame/lines";
import TableMenu from "../src/table/menu/TableMenu.svelte";
import SeatPlate from "../src/table/seats/SeatPlate.svelte";
import StandInBanner from "../src/table/StandInBanner.svelte";
import { Table } from "../src/table/table.svelte";
import type { Chair, Room } from "../src/wire/house";
import { ASK, ENGLISH, ROOM } from "./fixtures";

const api = vi.hoisted(() => ({ stepOut: vi.fn(), comeBack: vi.fn() }));
vi.mock("../src/net/api", async (original) => ({ ...(await original<object>()), api }));

function sit(room: Room): Table {
  const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
  table.texts = ENGLISH.texts;
  table.seatFields = ENGLISH.seatFields;
  table.onState("live");
  table.onMessage(room);
  table.onMessage(ASK);
  return table;
}

const withChair = (seat: number, changes: object): Room => ({
  ...ROOM,
  chairs: ROOM.chairs.map((chair, i) => (i === seat ? ({ ...chair, ...changes } as Chair) : chair)),
});
const OUT = withChair(0, { standing_in: true });

beforeEach(() => {
  vi.clearAllMocks();
  api.stepOut.mockResolvedValue(OUT);
  api.comeBack.mockResolvedValue(ROOM);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe.each([
  ["en" as const, "a bot takes over in 1:52", "a bot takes over in 1:50", "away"],
  ["fr" as const, "un robot prend le relais dans 1:52", "un robot prend le relais dans 1:50", "hors ligne"],
])("an absent player (%s)", (language, first, later, word) => {
  beforeEach(() => loadLanguage(language));

  test("is marked in words, with the time until a bot steps in", () => {
    vi.useFakeTimers();
    const table = sit(withChair(1, { stands_in_after: 112 }));
    render(SeatPlate, { table, seat: 1 });
    expect(screen.getByText(word, { exact: false })).toBeTruthy();
    expect(screen.getByRole("timer").textContent).toContain(first);
    vi.advanceTimersByTime(2000);
    flushSync();
    expect(screen.getByRole("timer").textContent).toContain(later);
  });

  test("is marked in words where no bot will step in", () => {
    render(SeatPlate, { table: sit(ROOM), seat: 1 });
    expect(screen.getByText(word)).toBeTruthy();
    expect(screen.queryByRole("timer")).toBeNull();
  });
});

describe("a player who has to go", () => {
  beforeEach(() => loadLanguage("en"));

  test("lets a bot take the seat from the menu", async () => {
    const table = sit(ROOM);
    render(TableMenu, { table, room: ROOM });
    await fireEvent.click(screen.getByRole("button", { name: "This table" }));
    await fireEvent.click(screen.getByRole("button", { name: "Let a bot take my seat" }));
    expect(api.stepOut).toHaveBeenCalledWith("t1", 0);
  });

  test("has no moves meanwhile, and takes the seat back", async () => {
    const table = sit(OUT);
    expect([table.moves, table.yourTurn, plain(nowLine(table))]).toEqual([[], false, "A bot plays for you."]);
    render(StandInBanner, { table });
    await fireEvent.click(screen.getByRole("button", { name: "Take my seat back" }));
    expect(api.comeBack).toHaveBeenCalledWith("t1", 0);
    table.onMessage(ROOM);
    await tick();
    expect(screen.queryByRole("button")).toBeNull();
    expect(table.yourTurn).toBe(true);
  });

  test("cannot let a bot in twice, nor before the start, nor as a spectator", async () => {
    for (const room of [OUT, { ...ROOM, started: false }, { ...ROOM, you: null, yours: [] }]) {
      render(TableMenu, { table: sit(room), room });
      await fireEvent.click(screen.getByRole("button", { name: "This table" }));
      expect(screen.queryByRole("button", { name: "Let a bot take my seat" })).toBeNull();
      cleanup();
    }
  });
});
