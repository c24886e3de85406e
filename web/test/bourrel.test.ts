import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { PassedDevice } from "../src/games/cinq_dernieres_minutes/round/passed_device.svelte";
import Round from "../src/games/cinq_dernieres_minutes/round/Round.svelte";
import { Table } from "../src/table/table.svelte";
import { SEAT_FIELDS, type SeatView, type View } from "../src/wire/cinq_dernieres_minutes";
import { BOB_IS_ASKED, ROOM, SEAT, TEXTS } from "./cinq_fixtures";

const OURS = { ...ROOM, yours: [0, 1, 2, 3] };

function connected(seat: number, own: Partial<SeatView> = {}) {
  const line = { send: vi.fn(() => true), close: vi.fn() };
  const table = new Table<View>("t1", () => line);
  [table.texts, table.seatFields] = [TEXTS, SEAT_FIELDS];
  table.onState("live");
  table.onMessage({ ...OURS, you: seat });
  table.onMessage({ ...BOB_IS_ASKED, view: { ...SEAT, seat, ...own } });
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
    expect(screen.getByText("The thief")).toBeTruthy();
    vi.spyOn(document, "visibilityState", "get").mockReturnValueOnce("hidden");
    await fireEvent(document, new Event("visibilitychange"));
    expect(container.textContent).not.toMatch(/thief/i);
    expect(screen.getByRole("button", { name: "I am Bob" })).toBeTruthy();
  });
});
