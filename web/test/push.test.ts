import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadSession } from "../src/app/session.svelte";
import { loadLanguage } from "../src/app/language.svelte";
import { Table } from "../src/table/table.svelte";
import TableMenu from "../src/table/menu/TableMenu.svelte";
import type { Pace } from "../src/wire/house";
import { ROOM } from "./fixtures";

const ENDPOINT = "https://push.test/abc";
const BY_DAY: Pace = { type: "ByDay", hours: 24 };
const ASK = { name: /even when this page is closed/ };

let key: string;
let permission: NotificationPermission;
let subscription: object | null;
let asked: { address: string; body: unknown }[];

const subscribed = {
  endpoint: ENDPOINT,
  toJSON: () => ({ keys: { p256dh: "PUBLIC", auth: "SECRET" } }),
  unsubscribe: async () => Boolean((subscription = null)) || true,
};
const subscribe = vi.fn(async (_options: object) => (subscription = subscribed));

beforeEach(async () => {
  [key, permission, subscription, asked] = ["KEY", "granted", null, []];
  subscribe.mockClear();
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit) => {
    asked.push({ address, body: body ? JSON.parse(body as string) : null });
    return Response.json(address === "/api/house" ? { build: "dev", push: key } : {});
  });
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "default", requestPermission: async () => permission });
  const pushManager = { getSubscription: async () => subscription, subscribe };
  vi.stubGlobal("navigator", { ...navigator, serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  await loadLanguage("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openMenu(pace: Pace = BY_DAY) {
  await loadSession();
  const room = { ...ROOM, pace };
  const table = new Table("t1", () => ({ send: () => true, close: () => undefined }));
  table.onMessage(room);
  render(TableMenu, { table, room });
  await fireEvent.click(screen.getByRole("button", { name: "This table" }));
}

const said = (address: string) => asked.filter((request) => request.address === address).map(({ body }) => body);

test("a player can subscribe to push notifications and unsubscribe", async () => {
  await openMenu();
  await fireEvent.click(await screen.findByRole("button", ASK));
  expect(await screen.findByText(/^This browser tells you/)).toBeTruthy();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "KEY" });
  expect(said("/api/me/push")).toEqual([{ endpoint: ENDPOINT, p256dh: "PUBLIC", auth: "SECRET", language: "en" }]);
  await fireEvent.click(screen.getByRole("button", { name: "Stop telling me" }));
  expect(await screen.findByRole("button", ASK)).toBeTruthy();
  await vi.waitFor(() => expect(said("/api/me/push/drop")).toEqual([{ endpoint: ENDPOINT }]));
  expect(subscription).toBeNull();
});

test("an existing subscription is sent to the server again", async () => {
  subscription = subscribed;
  await openMenu();
  expect(await screen.findByText(/^This browser tells you/)).toBeTruthy();
  expect(said("/api/me/push")).toHaveLength(1);
});

test("a browser that refuses permission is not asked to subscribe", async () => {
  permission = "denied";
  await openMenu();
  await fireEvent.click(await screen.findByRole("button", ASK));
  expect(await screen.findByText(/does not let this page/)).toBeTruthy();
  expect(subscribe).not.toHaveBeenCalled();
});

test.each([
  ["the server has no key", () => void (key = ""), BY_DAY],
  ["others could listen in", () => vi.stubGlobal("isSecureContext", false), BY_DAY],
  ["the game does not take days", () => undefined, { type: "Relaxed" } as Pace],
])("it is not offered where %s", async (_why, arrange, pace) => {
  arrange();
  await openMenu(pace);
  expect(screen.queryByRole("button", ASK)).toBeNull();
  expect(screen.getByRole("dialog")).toBeTruthy();
});
