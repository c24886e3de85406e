import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadSession } from "../src/app/session.svelte";
import { GAME_MODULES } from "../src/games";
import GameTile from "../src/lobby/GameTile.svelte";
import Lobby from "../src/pages/Lobby.svelte";
import InProgress from "../src/lobby/InProgress.svelte";
import { levelFor } from "../src/lobby/levels";
import en from "../src/texts/en.json";
import type { GameCard, HouseCard } from "../src/wire/house";

const CARD: GameCard = { name: "clue", min_seats: 3, max_seats: 6, options: [] };
const HOUSE: HouseCard = {
  build: "dev",
  games: [CARD],
  levels: ["random", "novice", "plain", "detective"],
  helps: ["paper", "seen", "deducing"],
  names: {},
  push: "",
  network: null,
};
const STOCK = en["name.stock"].split(", ");

/** Every request that was sent, with its body. */
let sent: { path: string; body: Record<string, unknown> }[] = [];

/** A server on which everything works. */
async function arrive(name: string) {
  const me = { name };
  sent = [];
  vi.stubGlobal("fetch", (path: string, { method, body }: RequestInit = {}) => {
    const asked = method === "POST" ? (JSON.parse(String(body)) as Record<string, unknown>) : null;
    if (asked) sent.push({ path, body: asked });
    if (path === "/api/me") return Promise.resolve(Response.json(Object.assign(me, asked)));
    return Promise.resolve(
      Response.json(path === "/api/house" ? HOUSE : { id: "abc", chairs: [], yours: [], open: [] }),
    );
  });
  await loadSession();
}

const sentTo = (path: string) => sent.filter((each) => each.path === path).map(({ body }) => body);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const tile = () => render(GameTile, { card: CARD, texts: { title: "Clue", summary: "Who?" } });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a game in the lobby", () => {
  test("is played with one press, under a proposed name", async () => {
    await arrive("");
    tile();
    await press("Play: Clue");
    await vi.waitFor(() => expect(sentTo("/api/tables/abc/start")).toEqual([{ fill: "novice" }]));
    expect(STOCK).toContain(sentTo("/api/me")[0]?.name);
    expect(sentTo("/api/tables")[0]).toMatchObject({ game: "clue", seats: 4 });
  });

  test("has its screen loaded while the table is opened", async () => {
    await arrive("Ada");
    const load = vi.spyOn(GAME_MODULES.clue!, "screen");
    tile();
    expect(load).not.toHaveBeenCalled();
    await press("Play: Clue");
    expect(load).toHaveBeenCalled();
    expect(sentTo("/api/tables/abc/start")).toEqual([]);
  });

  test("keeps the name of a player who has one", async () => {
    await arrive("Ada");
    tile();
    await press("Play: Clue");
    await vi.waitFor(() => expect(sentTo("/api/tables/abc/start")).toHaveLength(1));
    expect(sentTo("/api/me")).toEqual([]);
  });

  test("offers the server's levels except moves at random, and remembers the choice", async () => {
    await arrive("Ada");
    tile();
    const level = screen.getByRole<HTMLSelectElement>("combobox", { name: "Bots: Clue" });
    const offered = within(level).getAllByRole("option");
    expect(offered.map((each) => each.textContent)).toEqual(["novice", "steady", "detective"]);
    await fireEvent.change(level, { target: { value: "plain" } });
    expect([levelFor("clue"), levelFor("arosa")]).toEqual(["plain", "novice"]);
    await press("Play: Clue");
    await vi.waitFor(() => expect(sentTo("/api/tables/abc/start")).toEqual([{ fill: "plain" }]));
  });

  test("opens a sheet for friends: a name is proposed, the rest is folded into defaults", async () => {
    await arrive("");
    tile();
    await press("Invite friends: Clue");
    const sheet = within(screen.getByRole("dialog", { name: "Clue with friends" }));
    const name = sheet.getByRole<HTMLInputElement>("textbox", { name: "Your name" });
    expect(STOCK).toContain(name.value);
    expect(sheet.getByText("Pace").closest("details")?.open).toBe(false);
    await fireEvent.input(name, { target: { value: "Zoé" } });
    await press("Open the table");
    await vi.waitFor(() => expect(sentTo("/api/tables")).toHaveLength(1));
    expect(sentTo("/api/me")).toEqual([{ name: "Zoé" }]);
    expect(sentTo("/api/tables")[0]).toMatchObject({ seats: 4, listed: false, help: "seen", grace: 120, tables: 1 });
  });

  test("opens what the sheet says", async () => {
    await arrive("Ada");
    tile();
    await press("Invite friends: Clue");
    await fireEvent.click(screen.getByRole("radio", { name: "6" }));
    await fireEvent.click(screen.getByRole("radio", { name: "detective" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Deductions" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Anyone" }));
    await press("Open the table");
    await vi.waitFor(() => expect(sentTo("/api/tables")).toHaveLength(1));
    expect(sentTo("/api/tables")[0]).toMatchObject({ game: "clue", seats: 6, listed: true, help: "deducing" });
    expect(levelFor("clue")).toBe("detective");
    expect(sentTo("/api/me")).toEqual([]);
  });
});

test("nothing stands in the place of the games while their texts are loaded", async () => {
  await arrive("");
  render(Lobby);
  const side = () => screen.queryByRole("link", { name: /Notebook for a real table/ });
  expect(side()).toBeNull();
  await screen.findByRole("button", { name: "Play: Clue" });
  expect(side()).not.toBeNull();
});

test("an unknown level in the browser's memory is a novice", () => {
  localStorage.setItem("level:clue", "grandmaster");
  expect(levelFor("clue", ["novice", "detective"])).toBe("novice");
});

describe("games in progress", () => {
  const table = (id: string, given_up = false) => ({
    ...{ id, game: "clue", started: true, names: ["Ada", ""], given_up },
    pace: { type: "Relaxed" as const },
  });

  test("are links to their tables, the latest first and at most three", async () => {
    await arrive("Ada");
    render(InProgress, { tables: ["a", "b", "c", "d"].map((id) => table(id)) });
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/t/a", "/t/b", "/t/c", "/yours"]);
  });

  test("are not shown without any", () => {
    render(InProgress, { tables: [table("a", true)] });
    expect(screen.queryByRole("heading")).toBeNull();
  });
});
