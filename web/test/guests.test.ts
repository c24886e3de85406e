import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadLanguage } from "../src/app/language.svelte";
import { Table } from "../src/table/table.svelte";
import { guestsOf, strangerSeats } from "../src/table/menu/guests";
import TableMenu from "../src/table/menu/TableMenu.svelte";
import WaitingRoom from "../src/table/waiting/WaitingRoom.svelte";
import { toasted } from "../src/app/toast.svelte";
import type { Chair, Room } from "../src/wire/house";
import { ENGLISH, ROOM } from "./fixtures";

const chair = (name: string, who: string): Chair => ({
  type: "Somebody",
  name,
  who,
  here: true,
  standing_in: false,
  clock: null,
  fell_back: false,
  stands_in_after: null,
});
const BOT: Chair = { type: "Robot", level: "detective", tired: false, fell_back: false };
const FULL: Room = {
  ...ROOM,
  chairs: [chair("Ann", "a1"), chair("Bob", "b2"), chair("Cleo", "b2"), BOT, chair("Dan", "a1"), chair("", "")],
  yours: [0, 4],
};

async function openMenu(room: Room) {
  const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
  table.onMessage(room);
  render(TableMenu, { table, room });
  await fireEvent.click(screen.getByRole("button", { name: "This table" }));
}

beforeEach(() => loadLanguage("en"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the guests of a table", () => {
  test("are one for each device, also if players share it", () => {
    const watchers = [
      { who: "w1", name: "" },
      { who: "b2", name: "Bob" },
    ];
    expect(guestsOf({ ...FULL, watchers })).toEqual([
      { who: "b2", name: "Bob and Cleo" },
      { who: "w1", name: "an unnamed guest" },
    ]);
  });

  test("are shown to a host whose guests share a device", async () => {
    await openMenu(FULL);
    expect(screen.getAllByRole("button", { name: "Remove" })).toHaveLength(1);
  });

  test("are people, without those at this device", () => {
    expect(strangerSeats(FULL)).toEqual([1, 2]);
    expect(strangerSeats({ ...FULL, you: null, yours: [] })).toEqual([0, 1, 2, 4]);
  });
});

describe("before the start", () => {
  test("the host can remove guests, pass hosting and set spectator rules, and not yet pause or replace", async () => {
    await openMenu({ ...ROOM, started: false });
    const offered = (name: string) => screen.queryAllByRole("button", { name }).length;
    expect(["Remove", "Make host", "Pause the table", "Replace with a bot"].map(offered)).toEqual([1, 1, 0, 0]);
    expect(screen.getByRole("group", { name: "Who can watch" })).toBeTruthy();
  });

  const wait = (room: Partial<Room>) => {
    const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
    table.texts = ENGLISH.texts;
    render(WaitingRoom, { table, room: { ...ROOM, started: false, hosting: false, voice: false, ...room } });
  };

  test("everybody reads how the table plays", () => {
    wait({ pace: { type: "ByDay", hours: 24 }, help: "paper", options: { type: "Options", deals: 3 } });
    const told = screen.getByRole("region", { name: "How this table plays" }).textContent;
    expect(told).toContain("By the day: 1 day for every choice.");
    expect(told).toContain("The notebook holds only what you write.");
    expect(told).toMatch(/Deals\s*3$/);
  });

  test("guests see whether the host is there", () => {
    wait({ host_here: false });
    expect(screen.getByText(/Ann is away\./)).toBeTruthy();
    cleanup();
    wait({});
    expect(screen.getByText("Ann will start the game.")).toBeTruthy();
  });
});

describe("a removed guest", () => {
  test("can be readmitted by the host", async () => {
    const asked = vi.fn(async (_address: string, _request: RequestInit) => Response.json(FULL));
    vi.stubGlobal("fetch", asked);
    await openMenu({ ...FULL, removed: [{ who: "e5", name: "Eve" }] });
    await fireEvent.click(screen.getByRole("button", { name: "Let in again" }));
    const [address, request] = asked.mock.lastCall!;
    expect([address, JSON.parse(request.body as string)]).toEqual(["/api/tables/t1/readmit", { who: "e5" }]);
  });
});

describe("a report", () => {
  const reports = () =>
    screen.getAllByRole("button", { name: /^Report / }).map((button) => button.getAttribute("aria-label"));

  test.each([true, false])("can be made about every stranger (hosting: %s)", async (hosting) => {
    await openMenu({ ...FULL, hosting });
    expect(reports()).toEqual(["Report Bob", "Report Cleo"]);
  });

  test("is sent as free text, which stays if it is refused", async () => {
    const refusal = Response.json({ type: "Refused", id: "HOUSE-TOO-FAST", detail: "" }, { status: 429 });
    const asked = vi.fn(async (_address: string, _request: RequestInit) => Response.json({}));
    asked.mockResolvedValueOnce(refusal);
    vi.stubGlobal("fetch", asked);
    await openMenu({ ...FULL, hosting: false });
    await fireEvent.click(screen.getByRole("button", { name: "Report Bob" }));
    const field = screen.getByRole<HTMLTextAreaElement>("textbox");
    await fireEvent.input(field, { target: { value: " Shouts. " } });
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText(/too fast/)).toBeTruthy();
    expect(field.value).toBe(" Shouts. ");
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await vi.waitFor(() => expect(toasted.text).toBe("Thank you. The host of this server will read your report."));
    const [address, request] = asked.mock.lastCall!;
    expect([address, JSON.parse(request.body as string)]).toEqual([
      "/api/tables/t1/report",
      { who: "b2", words: "Shouts." },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
