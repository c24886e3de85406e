import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadSession, session } from "../src/app/session.svelte";
import { loadLanguage } from "../src/app/language.svelte";
import Yours from "../src/pages/Yours.svelte";
import { Table } from "../src/table/table.svelte";
import DealComparison from "../src/table/ending/DealComparison.svelte";
import OutcomePanel from "../src/table/ending/OutcomePanel.svelte";
import { toasted } from "../src/app/toast.svelte";
import type { FinishedGame, Played, SameDealTables, UnfinishedGame, YourGames } from "../src/wire/house";
import { ROOM } from "./fixtures";

const played = (name: string, share: number, points: number): Played => ({ name, level: null, share, points });
const BOT: Played = { name: "", level: "novice", share: 0, points: 1 };
const finished = (id: string, share: number): FinishedGame => ({
  id,
  game: "keyhole",
  ended: 1_767_225_600,
  you: 0,
  seats: [played("Ann", share, 2), BOT, played("", 1 - share, 3)],
});
const unfinished = (id: string, started: boolean, your_turn: boolean): UnfinishedGame => ({
  id,
  game: "keyhole",
  started,
  names: ["Ann", "Bob"],
  your_turn,
  pace: { type: "Relaxed" },
  left: null,
});

const GAMES: YourGames = {
  unfinished: [unfinished("waiting", false, false), unfinished("theirs", true, false), unfinished("mine", true, true)],
  finished: [finished("won", 1), finished("shared", 0.5), finished("lost", 0)],
  tallies: [{ game: "keyhole", played: 1234, won: 1, shared: 1 }],
  abandoned: [{ id: "left", game: "keyhole", ended: 1_767_225_600, names: ["Ann", ""] }],
};

let answers: Record<string, () => unknown>;
let asked: string[];

beforeAll(() => loadLanguage("en"));
beforeEach(async () => {
  localStorage.clear();
  history.replaceState(null, "", "/yours");
  window.scrollTo = () => undefined;
  asked = [];
  answers = {
    "/api/me": () => ({ name: "Ann" }),
    "/api/house": () => ({ build: "dev", games: [], levels: [], helps: [], names: {} }),
    "/api/me/games": () => GAMES,
    "/api/me/forget": () => ({ tables: 2 }),
  };
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json(answers[address]?.());
  });
  await loadSession();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await loadLanguage("en");
});

const region = (name: string) => screen.findByRole("region", { name });
const addresses = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

describe("your games", () => {
  test("where it is the guest's turn come first, and all say who they wait for", async () => {
    render(Yours);
    const section = await region("In progress");
    expect(addresses(section)).toEqual(["/t/mine", "/t/waiting", "/t/theirs"]);
    expect(
      within(section)
        .getAllByRole("listitem")
        .map((item) => /Your turn|waiting for players|the others/.exec(item.textContent)?.[0]),
    ).toEqual(["Your turn", "waiting for players", "the others"]);
  });

  test("that are over say how they ended, when, and where to watch them", async () => {
    render(Yours);
    const section = await region("Finished");
    expect(
      ["You won", "You shared the win", "You did not win"].map((words) => within(section).getAllByText(words).length),
    ).toEqual([1, 1, 1]);
    expect(addresses(section).slice(0, 2)).toEqual(["/replay/won", "/t/won"]);
    expect(section.textContent).toContain("Ann · 2 points · wins");
    expect(section.textContent).toContain("Brass · 1 point");
    expect(section.textContent).toContain("someone who left");
    expect(section.querySelector("time")?.dateTime).toBe("2026-01-01T00:00:00.000Z");
  });

  test("against the clock say their pace, and how long there is", async () => {
    const hurried: UnfinishedGame = {
      ...unfinished("mine", true, true),
      pace: { type: "ByDay", hours: 24 },
      left: 85_000,
    };
    answers["/api/me/games"] = () => ({ ...GAMES, unfinished: [hurried, unfinished("theirs", true, false)] });
    render(Yours);
    const details = within(await region("In progress"))
      .getAllByText(/Ann, Bob/)
      .map((each) => each.textContent);
    expect(details).toEqual(["Ann, Bob · by the day, 1 day a choice · 23 h 36 left", "Ann, Bob"]);
  });

  test("that were given up have no result, and can be watched all the same", async () => {
    render(Yours);
    const section = await region("Given up");
    expect([addresses(section), section.textContent.includes("Ann")]).toEqual([["/replay/left", "/t/left"], true]);
    expect(section.querySelector("time")?.dateTime).toBe("2026-01-01T00:00:00.000Z");
  });

  test("are counted, in numbers as one writes them", async () => {
    render(Yours);
    expect(await within(await region("Statistics")).findByRole("row", { name: "Keyhole 1,234 1 1" })).toBeTruthy();
  });

  test("can be empty, and are shown in French", async () => {
    answers["/api/me/games"] = () => ({ unfinished: [], finished: [], tallies: [], abandoned: [] });
    await loadLanguage("fr");
    render(Yours);
    await screen.findByText(/Aucune partie ne vous attend/);
    expect(screen.getByText("Vous n’avez pas encore terminé de partie.")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("erasing personal data", () => {
  test("is possible also when the games cannot be loaded", async () => {
    vi.stubGlobal("fetch", async () =>
      Response.json({ type: "Refused", id: "HOUSE-TOO-FAST", detail: "" }, { status: 429 }),
    );
    render(Yours);
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Forget me" })).toBeTruthy();
  });

  test("happens only after a confirmation", async () => {
    render(Yours);
    await fireEvent.click(await screen.findByRole("button", { name: "Forget me" }));
    expect(screen.getByText(/a bot plays on for you/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Not yet" }));
    expect(asked).not.toContain("/api/me/forget");
  });

  test("removes the name and all stored tables", async () => {
    localStorage.setItem("read:t1", "7");
    localStorage.setItem("language", "en");
    render(Yours);
    await fireEvent.click(await screen.findByRole("button", { name: "Forget me" }));
    answers["/api/me"] = () => ({ name: "" });
    await fireEvent.click(screen.getByRole("button", { name: "Forget me for good" }));
    await vi.waitFor(() => expect(location.pathname).toBe("/"));
    expect(toasted.text).toBe("Done: your name is gone from 2 tables.");
    expect(session.name).toBe("");
    expect([localStorage.getItem("read:t1"), localStorage.getItem("language")]).toEqual([null, "en"]);
  });
});

describe("one deal at several tables", () => {
  const CLOSED: SameDealTables = {
    closed: true,
    until: 0,
    tables: [
      { id: "t1", state: "over", names: ["Ann"], seats: [] },
      { id: "t2", state: "started", names: ["Bob"], seats: [] },
      { id: "t3", state: "gone", names: [], seats: [] },
    ],
  };
  const OPEN: SameDealTables = {
    ...CLOSED,
    closed: false,
    tables: CLOSED.tables.map((table, i) => ({
      ...table,
      state: "over",
      seats: i < 2 ? [played(table.names[0]!, i, 2 + i), BOT] : [],
    })),
  };

  test("can be neither checked nor replayed before all tables have ended", async () => {
    vi.useFakeTimers();
    let deal = CLOSED;
    answers["/api/tables/t1/same-deal"] = () => deal;
    const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
    table.room = { ...ROOM, tables: 3 };
    render(OutcomePanel, {
      table,
      outcome: { type: "Outcome", shares: [1, 0, 0], points: [2, 1, 1], rule: "" },
      onclose: () => undefined,
    });
    await vi.waitFor(() =>
      expect(screen.getByText(/you can check this game, download it and watch the replay/)).toBeTruthy(),
    );
    const offered = () =>
      ["Download this game", "Watch the replay"].filter((name) => screen.queryByRole("link", { name }));
    expect(offered()).toEqual([]);
    deal = OPEN;
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(offered()).toHaveLength(2));
    vi.useRealTimers();
  });

  test("is compared seat by seat once the last table has ended, without a click", async () => {
    vi.useFakeTimers();
    let deal = CLOSED;
    answers["/api/tables/t1/same-deal"] = () => deal;
    const { container } = render(DealComparison, { id: "t1" });
    await vi.waitFor(() => expect(container.textContent).toContain("1 table is still playing"));
    expect(container.textContent).not.toContain("points");
    deal = OPEN;
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(container.querySelectorAll(".seat")).toHaveLength(2));
    const seats = [...container.querySelectorAll(".seat")].map((seat) =>
      [...seat.querySelectorAll("li")].map((cell) => cell.textContent?.replace(/\s+/g, " ").trim()),
    );
    expect(seats[0]).toEqual(["Table 1 Ann · 2 points", "Table 2 Bob · 3 points · wins"]);
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(before);
    vi.useRealTimers();
  });
});
