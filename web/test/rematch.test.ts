import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { router } from "../src/app/router.svelte";
import { Table } from "../src/table/table.svelte";
import { askForRematch } from "../src/table/ending/rematch";
import RematchNotice from "../src/table/ending/RematchNotice.svelte";
import WaitingRoom from "../src/table/waiting/WaitingRoom.svelte";
import type { Room } from "../src/wire/house";
import { ROOM } from "./fixtures";

const CALLED: Room = { ...ROOM, rematch: { table: "t2", name: "Bob" } };
const SILENCE = () => ({ send: () => true, close: () => undefined });

function at(first: Room, shared = false): Table {
  const table = new Table("t1", SILENCE, shared);
  table.room = first;
  render(RematchNotice, { table });
  return table;
}

function call(table: Table) {
  table.room = CALLED;
  flushSync();
}

const notice = () => screen.queryByRole("dialog", { name: "Bob wants another game" });

beforeEach(() => {
  history.replaceState(null, "", "/t/t1");
  window.scrollTo = () => undefined;
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("when a player opens a rematch", () => {
  test("the page says so, and goes there after a while", () => {
    const table = at(ROOM);
    expect(notice()).toBeNull();
    call(table);
    expect(notice()).not.toBeNull();
    vi.advanceTimersByTime(3000);
    flushSync();
    expect(notice()?.textContent).toContain("in 3 seconds");
    expect(location.pathname).toBe("/t/t1");
    vi.advanceTimersByTime(3000);
    expect(router.route).toEqual({ page: "table", key: "t2" });
  });

  test("the player can go at once", async () => {
    call(at(ROOM));
    await fireEvent.click(screen.getByRole("button", { name: "Go to the rematch" }));
    expect(location.pathname).toBe("/t/t2");
  });

  test("the player can stay", async () => {
    const table = at(ROOM);
    call(table);
    await fireEvent.click(screen.getByRole("button", { name: "Stay here" }));
    vi.advanceTimersByTime(20_000);
    expect(location.pathname).toBe("/t/t1");
    table.room = { ...CALLED, watching: 2 };
    flushSync();
    expect(notice()).toBeNull();
  });

  test("a shared screen stays one", () => {
    call(at(ROOM, true));
    vi.advanceTimersByTime(6000);
    expect(location.pathname).toBe("/screen/t2");
  });

  test("a page opened later stays at the old table", () => {
    const table = at(CALLED);
    flushSync();
    expect(notice()).toBeNull();
    table.room = { ...CALLED, watching: 1 };
    vi.advanceTimersByTime(20_000);
    expect(location.pathname).toBe("/t/t1");
  });
});

test("the waiting room says that the game will start by itself", () => {
  const table = new Table("t2", SILENCE);
  const room: Room = { ...ROOM, id: "t2", started: false, gathering: true };
  const { rerender } = render(WaitingRoom, { table, room });
  expect(screen.queryByText(/as soon as everyone is here/)).not.toBeNull();
  void rerender({ room: { ...room, chairs: [...room.chairs.slice(1), { type: "Nobody" }] } });
  flushSync();
  expect(screen.queryByText(/as soon as everyone is here/)).toBeNull();
});

describe("the player who asks for a rematch", () => {
  test("goes to the table the server returns, without a notice", async () => {
    const table = at(ROOM);
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      call(table);
      expect(notice()).toBeNull();
      return Response.json({ ...ROOM, id: "t2" });
    });
    await askForRematch(table);
    expect(asked).toEqual(["/api/tables/t1/rematch"]);
    expect(location.pathname).toBe("/t/t2");
  });

  test("sees a refusal, and is told when another player asks", async () => {
    const table = at(ROOM);
    vi.stubGlobal("fetch", async () =>
      Response.json({ type: "Refused", id: "HOUSE-NOT-OVER", detail: "" }, { status: 409 }),
    );
    await expect(askForRematch(table)).rejects.toThrow("HOUSE-NOT-OVER");
    call(table);
    expect(notice()).not.toBeNull();
  });
});
