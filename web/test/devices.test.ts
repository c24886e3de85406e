import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadLanguage } from "../src/app/language.svelte";
import { toasted } from "../src/app/toast.svelte";
import GivePass from "../src/devices/GivePass.svelte";
import { Refusal } from "../src/net/api";
import Resume from "../src/pages/Resume.svelte";
import LoadError from "../src/shell/LoadError.svelte";

const GOOD = "ABCD EFGH";
const UNKNOWN = Response.json({ type: "Refused", id: "HOUSE-PASS", text: "" }, { status: 404 });
let looked: string[];

beforeEach(async () => {
  await loadLanguage("en");
  looked = [];
  history.replaceState(null, "", "/resume");
  vi.stubGlobal("fetch", async (address: string, request: RequestInit) => {
    if (!address.endsWith("/resume/look")) return UNKNOWN.clone();
    const { code } = JSON.parse(String(request.body)) as { code: string };
    looked.push(code);
    return code === GOOD ? Response.json({ name: "Ada", you: false }) : UNKNOWN.clone();
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function enter(code: string) {
  await fireEvent.input(screen.getByLabelText("I have a code"), { target: { value: ` ${code} ` } });
  await fireEvent.click(screen.getByRole("button", { name: "Continue" }));
}

describe("the page that opens a pass", () => {
  test("opens a code that is typed there", async () => {
    render(Resume);
    await enter(GOOD);
    expect(await screen.findByRole("heading", { name: "Continue here as Ada?" })).toBeTruthy();
    expect(looked).toEqual([GOOD]);
    expect(location.hash).toBe("");
  });

  test("sends a code again that did not reach the server", async () => {
    const reachable = fetch;
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    render(Resume);
    await enter(GOOD);
    const again = await screen.findByRole("button", { name: "Try again" });
    vi.stubGlobal("fetch", reachable);
    await fireEvent.click(again);
    expect(await screen.findByRole("heading", { name: "Continue here as Ada?" })).toBeTruthy();
  });

  test("lets a wrong code be typed again", async () => {
    render(Resume);
    await enter("WRONG");
    await fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await enter(GOOD);
    expect(await screen.findByRole("heading", { name: "Continue here as Ada?" })).toBeTruthy();
  });
});

test("a pass that has run out is offered no longer", async () => {
  vi.useFakeTimers();
  render(GivePass, { left: 90 });
  expect(screen.getByText("A link you made can still be used for 2 minutes.")).toBeTruthy();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(screen.getByText("A link you made can still be used for 1 minute.")).toBeTruthy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.queryByText(/can still be used/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel the link" })).toBeNull();
});

test("a signed-out browser that cannot start afresh yet says why", async () => {
  render(LoadError, { error: new Refusal("HOUSE-SIGNED-OUT", "") });
  await fireEvent.click(screen.getByRole("button", { name: "Start afresh" }));
  await expect.poll(() => toasted.text).not.toBe("");
});
