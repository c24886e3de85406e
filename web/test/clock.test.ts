import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadLanguage } from "../src/app/language.svelte";
import { toasted } from "../src/app/toast.svelte";
import { nowLine } from "../src/table/frame/lines";
import { secondsLeft, spoken } from "../src/table/seats/clock";
import { duration, hours, paceWords } from "../src/table/pace";
import SeatClock from "../src/table/seats/SeatClock.svelte";
import SeatPlate from "../src/table/seats/SeatPlate.svelte";
import { Table } from "../src/table/table.svelte";
import type { Room, Somebody } from "../src/wire/house";
import { plain } from "../src/app/words";
import { ASK, ENGLISH, ROOM } from "./fixtures";

beforeEach(() => loadLanguage("en"));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a clock", () => {
  test("counts on from the server's value, waits for sounds, and stops when stopped", () => {
    expect(secondsLeft({ left: 90, runs_in: 0 }, 30)).toBe(60);
    expect(secondsLeft({ left: 90, runs_in: 20 }, 10)).toBe(90);
    expect(secondsLeft({ left: 90, runs_in: 20 }, 30)).toBe(80);
    expect(secondsLeft({ left: 90, runs_in: null }, 1000)).toBe(90);
    expect(secondsLeft({ left: 90, runs_in: 0 }, 1000)).toBe(0);
  });

  test("is short to read, whatever is left", () => {
    expect([0, 9.9, 245, 3599, 3600, 85_200, 172_800].map(spoken)).toEqual([
      "0:00",
      "0:09",
      "4:05",
      "59:59",
      "1 h 00",
      "23 h 40",
      "2 days",
    ]);
  });

  test("runs by itself, and restarts with every value of the server", async () => {
    vi.useFakeTimers();
    const { container, rerender } = render(SeatClock, { clock: { left: 100, runs_in: 0 } });
    const reads = () => container.querySelector("[role=timer]")?.textContent;
    vi.advanceTimersByTime(41_000);
    flushSync();
    expect(reads()).toBe("0:59");
    await rerender({ clock: { left: 75, runs_in: null } });
    vi.advanceTimersByTime(41_000);
    flushSync();
    expect(reads()).toBe("1:15");
  });
});

test("a pace is shown in whole minutes, hours and days", () => {
  expect([90, 120, 3600].map(duration)).toEqual(["90 seconds", "2 minutes", "60 minutes"]);
  expect([8, 24, 72].map(hours)).toEqual(["8 hours", "1 day", "3 days"]);
  expect(paceWords({ type: "Live", bank: 300, increment: 15 })).toBe(
    "Live: 5 minutes, plus 15 seconds for every move.",
  );
});

const OUTCOME = { type: "Outcome" as const, shares: [0, 1, 0], points: [0, 1, 0], rule: "KEY-9" };

function table(room: Partial<Room>): Table {
  const made = new Table("t1", () => ({ send: () => true, close: () => undefined }));
  made.texts = ENGLISH.texts;
  made.seatFields = ENGLISH.seatFields;
  made.onState("live");
  made.onMessage({ ...ROOM, ...room });
  made.onMessage(ASK);
  return made;
}

describe("a table in a pause", () => {
  test("offers nothing, asks no seat, and says why", () => {
    const paused = table({ paused: true });
    expect(paused.moves).toEqual([]);
    expect(paused.yourTurn).toBe(false);
    expect(plain(nowLine(paused))).toBe("The table is paused.");
    paused.onMessage(ROOM);
    expect(paused.moves).toEqual(ASK.moves);
    expect(paused.yourTurn).toBe(true);
  });
});

describe("a seat's plate", () => {
  const plate = (bob: Partial<Somebody>) => {
    const chairs = ROOM.chairs.map((chair, seat) => (seat === 1 ? ({ ...chair, ...bob } as Somebody) : chair));
    return render(SeatPlate, { table: table({ chairs }), seat: 1 }).container.textContent;
  };

  test("says that a bot stands in for a player, without a clock", () => {
    const told = plate({ standing_in: true, clock: { left: 65, runs_in: null } });
    expect(told).toContain("a bot plays for Bob");
    expect(told).not.toMatch(/away|1:05/);
  });

  test("no longer says so after the end", () => {
    const chairs = ROOM.chairs.map((chair, seat) =>
      seat === 1 ? ({ ...chair, standing_in: true } as Somebody) : chair,
    );
    const over = table({ chairs });
    over.onMessage({ ...ASK, seq: 1, sights: [], moves: [], asked: [], outcome: OUTCOME });
    expect(render(SeatPlate, { table: over, seat: 1 }).container.textContent).not.toContain("a bot plays");
  });

  test.each([
    ["en", /detective.*This bot was short of time/s],
    ["fr", /détective.*Ce robot a manqué de temps/s],
  ] as const)("says that a bot was not ready in time, and to a touch too: %s", async (language, words) => {
    await loadLanguage(language);
    const cog = (fell_back: boolean) => {
      const chairs = ROOM.chairs.map((chair) => (chair.type === "Robot" ? { ...chair, fell_back } : chair));
      return render(SeatPlate, { table: table({ chairs }), seat: 2 }).container.textContent;
    };
    expect(cog(false)).not.toContain("novice");
    expect(screen.queryByRole("button")).toBeNull();
    expect(cog(true)).toMatch(words);
    await fireEvent.click(screen.getByRole("button", { name: words }));
    expect(toasted.text).toMatch(/novice/);
  });

  test.each([
    [false, 2],
    [true, 1],
  ])("shows that in place of the bot where there is little room: %s", (crowded, icons) => {
    const chairs = ROOM.chairs.map((chair) => (chair.type === "Robot" ? { ...chair, fell_back: true } : chair));
    const { container } = render(SeatPlate, { table: table({ chairs }), seat: 2, crowded });
    expect(container.querySelectorAll(".state svg")).toHaveLength(icons);
    expect(container.querySelectorAll(".fell-back svg")).toHaveLength(1);
  });

  test("says so of a stand-in", () => {
    expect(plate({ standing_in: true, fell_back: true })).toMatch(/a bot plays for Bob.*like a novice/s);
    expect(plate({ here: true, fell_back: true })).toMatch(/A bot has played for Bob\. It was short of time/);
  });

  test("says who is away, and how much time they have left", () => {
    expect(plate({ clock: { left: 65, runs_in: null } })).toMatch(/away.*1:05/s);
  });
});
