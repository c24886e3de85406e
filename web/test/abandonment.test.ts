import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadLanguage } from "../src/app/language.svelte";
import { Table } from "../src/table/table.svelte";
import AbandonedBanner from "../src/table/ending/AbandonedBanner.svelte";
import { missingVoices } from "../src/table/menu/abandonment";
import { nowLine } from "../src/table/frame/lines";
import TableMenu from "../src/table/menu/TableMenu.svelte";
import type { Room } from "../src/wire/house";
import { ASK, ROOM } from "./fixtures";

let asked: string[];
let answer: Room;
let there: Table;

beforeEach(async () => {
  asked = [];
  answer = { ...ROOM, given_up: true };
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    there.onMessage(answer); // the socket sends it, too
    return Response.json(answer);
  });
  await loadLanguage("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function at(room: Room): Table {
  const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
  table.state = "live";
  table.onMessage(room);
  table.onMessage(ASK);
  there = table;
  return table;
}

describe("giving up a game", () => {
  test("needs all who are asked", () => {
    const missing = (room: Room) => missingVoices(room).map(({ name }) => name);
    expect(missing(ROOM)).toEqual(["Bob"]);
    expect(missing({ ...ROOM, willing: [1] })).toEqual([]);
  });

  test("also asks a player who lost their seat to a bot", () => {
    const voices = [
      { seat: 2, name: "Cleo", yours: true },
      ...ROOM.voices.map((voice) => ({ ...voice, yours: false })),
    ];
    const table = at({ ...ROOM, you: null, yours: [], voices, willing: [0] });
    render(AbandonedBanner, { table });
    expect(screen.getByRole("button", { name: "Give up too" })).toBeTruthy();
  });

  test("needs one confirmation when all others are gone", async () => {
    const table = at({ ...ROOM, voices: ROOM.voices.slice(0, 1), willing: [0] });
    render(AbandonedBanner, { table });
    await fireEvent.click(screen.getByRole("button", { name: "End it now" }));
    expect(asked).toEqual(["/api/tables/t1/give-up"]);
  });

  test("asks first, and says who has not agreed yet", async () => {
    const table = at(ROOM);
    render(TableMenu, { table, room: ROOM });
    await fireEvent.click(screen.getByRole("button", { name: "This table" }));
    await fireEvent.click(screen.getByRole("button", { name: "Give up this game" }));
    expect(screen.getByText(/Still to agree: Bob/)).toBeTruthy();
    await fireEvent.click(screen.getAllByRole("button", { name: "Give up this game" }).at(-1)!);
    await vi.waitFor(() => expect(table.givenUp).toBe(true));
    expect(asked).toEqual(["/api/tables/t1/give-up"]);
  });

  test("can be declined by each player", async () => {
    const table = at({ ...ROOM, willing: [1] });
    render(AbandonedBanner, { table });
    expect(screen.getByText(/Agreed to give up: Bob\./)).toBeTruthy();
    answer = { ...ROOM, willing: [0, 1] };
    await fireEvent.click(screen.getByRole("button", { name: "Give up too" }));
    await fireEvent.click(await screen.findByRole("button", { name: "Play on after all" }));
    expect(asked).toEqual(["/api/tables/t1/give-up", "/api/tables/t1/play-on"]);
  });
});

test("a game that was given up asks no seat and can be replayed", () => {
  const table = at({ ...ROOM, given_up: true });
  render(AbandonedBanner, { table });
  expect([table.yourTurn, table.moves, nowLine(table)]).toEqual([false, [], ["The game was given up."]]);
  expect(screen.getByRole("link", { name: "Watch the replay" }).getAttribute("href")).toBe("/replay/t1");
});
