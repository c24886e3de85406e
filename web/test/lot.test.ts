import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import en from "../../src/cluehouse/games/cinq_dernieres_minutes/texts.en.json";
import { Table } from "../src/table/table.svelte";
import LotNote from "../src/table/waiting/LotNote.svelte";
import SeatWish from "../src/table/waiting/SeatWish.svelte";
import { wishWords } from "../src/table/waiting/lot";
import { chosenOptions } from "../src/table/waiting/options";
import type { Room, Seat } from "../src/wire/house";
import { ROOM } from "./fixtures";

/** Ann and Bob sit with a bot; Bourrel is drawn by lot. */
const WAITING: Room = {
  ...ROOM,
  started: false,
  wishes: [null, null, null].map((chosen) => ({ chosen, open: ["bourrel"] })),
  lot: { role: "bourrel", among: [0, 1], makes_way: null },
};

let sent: unknown[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (_address: string, request: RequestInit) => {
    sent.push(JSON.parse(String(request.body)));
    return Response.json(WAITING);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function at(room: Room): Table {
  const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
  table.texts = en;
  table.onMessage(room);
  return table;
}

function wishedBy(...seats: Seat[]): Room["wishes"] {
  return [0, 1, 2].map((seat) => ({ chosen: seats.includes(seat) ? "bourrel" : null, open: ["bourrel"] }));
}

describe("a role that is drawn by lot", () => {
  test.each([
    [WAITING, /Nobody has asked for it yet.* among all the people here: Ann and Bob\./],
    [{ ...WAITING, wishes: wishedBy(0, 1) }, /^A lot is drawn when the game starts, among Ann and Bob\.$/],
    [
      { ...WAITING, wishes: wishedBy(1), lot: { role: "bourrel", among: [1], makes_way: null } },
      /^As things stand, it will be Bob\.$/,
    ],
    [
      { ...WAITING, wishes: wishedBy(0, 1), lot: { role: "bourrel", among: [0], makes_way: 1 } },
      /^As things stand, it will be you\. Bob was Bourrel last time and makes way/,
    ],
    [
      { ...WAITING, wishes: wishedBy(0, 1), lot: { role: "bourrel", among: [1], makes_way: 0 } },
      /it will be Bob\. You were Bourrel last time and make way/,
    ],
    [
      { ...WAITING, yours: [0, 1], wishes: wishedBy(0), lot: { role: "bourrel", among: [0], makes_way: null } },
      /^As things stand, it will be Ann\.$/,
    ],
  ] satisfies [Room, RegExp][])("names the people in the lot", (room, words) => {
    render(LotNote, { table: at(room), room });
    expect(screen.getByText(words)).toBeTruthy();
  });

  test("is wanted by ticking a box on one's own seat, and seen by the others", async () => {
    const room = { ...WAITING, wishes: wishedBy(1) };
    const table = at(room);
    render(SeatWish, { table, room, seat: 1 });
    expect(wishWords(room, 1, table)).toBe("would like to be Bourrel");
    expect(wishWords(room, 2, table)).toBe("");
    expect(screen.queryByRole("checkbox")).toBeNull();
    render(SeatWish, { table, room, seat: 0 });
    await fireEvent.click(screen.getByRole("checkbox", { name: "I’d like to be Bourrel" }));
    expect(sent).toEqual([{ value: "bourrel", seat: 0 }]);
  });

  test("can be wanted no longer, also by a companion on the same device", async () => {
    const room = { ...WAITING, yours: [0, 1], wishes: wishedBy(1) };
    render(SeatWish, { table: at(room), room, seat: 1 });
    const box = screen.getByRole<HTMLInputElement>("checkbox");
    expect(box.checked).toBe(true);
    await fireEvent.click(box);
    expect(sent).toEqual([{ value: null, seat: 1 }]);
  });

  test("is not listed among the options of the table", () => {
    const options = { type: "Options", bourrel: "person", candidates: [] };
    expect(chosenOptions(options, en).map(({ name }) => name)).toEqual(["Inspector Bourrel"]);
  });
});
