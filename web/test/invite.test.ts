import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadSession } from "../src/app/session.svelte";
import JoinCode from "../src/screen/JoinCode.svelte";
import Invite from "../src/table/waiting/Invite.svelte";
import type { NetworkAddress } from "../src/wire/house";

const ORIGIN = "http://192.168.1.5:8000";

/** A server whose pages are at `localhost`, as in these tests. */
async function houseOn(network: NetworkAddress | null) {
  const answer = (path: string) => Response.json(path === "/api/house" ? { build: "dev", network } : { name: "Ada" });
  Object.assign(navigator, { share: () => Promise.resolve() });
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(answer(path)));
  await loadSession();
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "share");
});

describe("an invitation", () => {
  test("has a link and a code that other devices can open, and a button to share them where there is one", async () => {
    await houseOn({ origin: ORIGIN, open: true });
    render(Invite, { id: "abc" });
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Link" }).value).toBe(`${ORIGIN}/t/abc`);
    expect(screen.getByRole("img", { name: /QR code/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Share" })).toBeTruthy();
    expect(screen.queryByText(/only works on this computer/)).toBeNull();
  });

  test("shows no code that no phone can open, but how to get one", async () => {
    await houseOn({ origin: ORIGIN, open: false });
    render(Invite, { id: "abc" });
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
    expect(screen.getByText("./play --host 0.0.0.0").parentElement?.textContent).toContain(ORIGIN);
  });

  test("says where to look for an address that the server does not know", async () => {
    await houseOn(null);
    render(Invite, { id: "abc" });
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByText(/address that this computer has on your network/)).toBeTruthy();
  });
});

test("nor does the shared screen show such a code", async () => {
  await houseOn({ origin: ORIGIN, open: false });
  render(JoinCode, { id: "abc" });
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText(/--host 0\.0\.0\.0/)).toBeTruthy();
});
