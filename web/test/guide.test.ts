import { fireEvent, render, screen } from "@testing-library/svelte";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import Guide from "../src/guide/Guide.svelte";
import { boxAround, placeBubble, scrollToFit } from "../src/guide/place";
import { hold, isHeld, letGo, playsAlone, release } from "../src/guide/hold.svelte";
import { hasGuide, isRead, pointersOf } from "../src/guide/pointers";
import { isStarting, playAlone, soloWish } from "../src/lobby/solo";
import type { Chair } from "../src/wire/house";
import { ROOM } from "./fixtures";

const GAMES = readdirSync("src/guide").flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -5)] : []));

describe("the pointers", () => {
  test("are there for every game but the smallest", () => {
    const games = readdirSync("src/games", { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() ? [each.name] : [],
    );
    expect(GAMES.sort()).toEqual(games.filter((game) => game !== "keyhole").sort());
    expect([hasGuide("clue"), hasGuide("keyhole")]).toEqual([true, false]);
  });

  test.each(GAMES)("of %s are five to eight, the same in both languages, each short", async (game) => {
    const [english, french] = await Promise.all([pointersOf(game, "en"), pointersOf(game, "fr")]);
    expect(french.map(({ target }) => target)).toEqual(english.map(({ target }) => target));
    expect(english.length).toBeGreaterThanOrEqual(5);
    expect(english.length).toBeLessThanOrEqual(8);
    for (const { text } of [...english, ...french]) expect(text.length).toBeLessThan(220);
  });

  test.each(GAMES)("of %s point at what its screen has", async (game) => {
    const drawn = [`src/games/${game}`, "src/table"].flatMap(sources).join("\n");
    const missing = (await pointersOf(game, "en")).filter(
      ({ target }) => !new RegExp(`(data-)?guide="${target}"`).test(drawn),
    );
    expect(missing.map(({ target }) => target)).toEqual([]);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((name) => name.endsWith(".svelte"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf-8"));
}

describe("the bubble", () => {
  const SCREEN = { width: 360, height: 740 };
  const BUBBLE = { width: 300, height: 160 };

  test("goes below what it points at, or above, and never off the screen", () => {
    expect(placeBubble({ left: 100, top: 60, width: 40, height: 40 }, BUBBLE, SCREEN)).toEqual({ left: 8, top: 112 });
    expect(placeBubble({ left: 320, top: 690, width: 40, height: 40 }, BUBBLE, SCREEN)).toEqual({ left: 52, top: 518 });
  });

  test("goes beside what is as high as the screen", () => {
    const desk = { width: 1366, height: 768 };
    expect(placeBubble({ left: 16, top: 69, width: 352, height: 683 }, BUBBLE, desk)).toEqual({
      left: 380,
      top: 330.5,
    });
    expect(placeBubble({ left: 998, top: 69, width: 352, height: 683 }, BUBBLE, desk).left).toBe(686);
  });

  test("scrolls what fills a phone until there is room below, and nothing else", () => {
    const tall = { left: 0, top: 170, width: 360, height: 420 };
    expect(scrollToFit(tall, BUBBLE, SCREEN)).toBe(30);
    const scrolled = { ...tall, top: 140 };
    expect(scrollToFit(scrolled, BUBBLE, SCREEN)).toBe(0);
    expect(placeBubble(scrolled, BUBBLE, SCREEN).top).toBe(572);
  });

  test("stands in the middle where there is nothing to point at", () => {
    expect(placeBubble(null, BUBBLE, SCREEN)).toEqual({ left: 30, top: 290 });
  });

  test("several things are pointed at together", () => {
    const boxes = [
      { left: 10, top: 20, width: 30, height: 10 },
      { left: 50, top: 5, width: 20, height: 10 },
    ];
    expect(boxAround(boxes)).toEqual({ left: 10, top: 5, width: 60, height: 25 });
    expect(boxAround([])).toBeNull();
  });
});

describe("a guided start", () => {
  const onclose = vi.fn();

  beforeEach(() => {
    localStorage.clear();
    onclose.mockClear();
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    Element.prototype.scrollIntoView = () => undefined;
    vi.stubGlobal("scrollBy", () => undefined);
    Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList;
    document.body.innerHTML =
      '<div data-guide="hand"></div><div data-guide="lines"></div><div data-guide="tools"></div>';
  });

  async function begin(aside = false) {
    const shown = render(Guide, { game: "clue", aside, waited: false, seq: 0, onclose });
    await vi.waitFor(() => expect(aside || screen.queryByRole("dialog")).toBeTruthy());
    return shown;
  }
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  test("steps through the targets on the screen, both ways, and is then marked as read", async () => {
    await begin();
    expect(screen.getByText(/1 of 3/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Next" }));
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
    await press("Next");
    await press("Back");
    await press("Next");
    await press("Next");
    expect(screen.getByText(/3 of 3/)).toBeTruthy();
    expect(isRead("clue")).toBe(false);
    await press("Let’s play");
    expect(isRead("clue")).toBe(true);
    expect(onclose).toHaveBeenCalledOnce();
  });

  test("can be skipped for good, by a button or with Escape", async () => {
    await begin();
    await press("Skip");
    expect([isRead("clue"), isRead("arosa")]).toEqual([true, false]);
    await fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(onclose).toHaveBeenCalledTimes(2);
  });

  test("is hidden while others wait for this player, and goes on where it was", async () => {
    const { rerender } = await begin();
    await press("Next");
    await rerender({ aside: true });
    expect(screen.queryByRole("dialog")).toBeNull();
    await rerender({ aside: false });
    expect(screen.getByText(/2 of 3/)).toBeTruthy();
  });
});

describe("a game that waits for the guide", () => {
  const GUEST: Chair = {
    type: "Somebody",
    name: "Ada",
    here: true,
    standing_in: false,
    clock: null,
    who: "a",
    fell_back: false,
    stands_in_after: null,
  };
  const BOT: Chair = { type: "Robot", level: "novice", tired: false, fell_back: false };
  let paused = true;
  const requests = vi.fn((_address: string) => Promise.resolve(new Response(JSON.stringify({ paused }))));

  beforeEach(() => {
    localStorage.clear();
    letGo("t1");
    paused = true;
    requests.mockClear();
    vi.stubGlobal("fetch", requests);
  });
  const ALL = ["/api/tables/t1/pause", "/api/tables/t1", "/api/tables/t1/resume"];
  const asked = () => requests.mock.calls.map(([address]) => address);

  test("has one player, who may pause it", () => {
    const room = { ...ROOM, hosting: true, you: 0, chairs: [GUEST, BOT, BOT] };
    expect(playsAlone(room)).toBe(true);
    expect(playsAlone({ ...room, hosting: false })).toBe(false);
    expect(playsAlone({ ...room, chairs: [GUEST, BOT, GUEST] })).toBe(false);
    expect(playsAlone(null)).toBe(false);
  });

  test("is paused and resumed by the guide alone", async () => {
    await release("t1");
    expect(asked()).toEqual([]);
    await hold("t1");
    expect([isHeld("t1"), isHeld("t2")]).toEqual([true, false]);
    await release("t1");
    expect(asked()).toEqual(ALL);
  });

  test("is not resumed where it goes on already", async () => {
    await hold("t1");
    paused = false;
    await release("t1");
    expect([asked(), isHeld("t1")]).toEqual([ALL.slice(0, 2), false]);
  });

  test("goes on, too, if the guide is closed before the pause has begun", async () => {
    void hold("t1");
    await release("t1");
    expect(asked()).toEqual(ALL);
  });

  test("is paused once by a page that asks twice, and again after it went on", async () => {
    await Promise.all([hold("t1"), hold("t1")]);
    await hold("t1");
    expect(asked()).toEqual(ALL.slice(0, 1));
    letGo("t1");
    await hold("t1");
    expect(asked()).toEqual([ALL[0], ALL[0]]);
  });

  test("is held in every window of the player, whichever has paused it", async () => {
    dispatchEvent(new StorageEvent("storage", { key: "guide.holds", newValue: "t1" }));
    expect(isHeld("t1")).toBe(true);
    dispatchEvent(new StorageEvent("storage", { key: "guide.holds", newValue: null }));
    expect(isHeld("t1")).toBe(false);
    const refusal = { type: "Refused", id: "HOUSE-BAD-REQUEST", detail: "the table is paused already" };
    requests.mockResolvedValueOnce(new Response(JSON.stringify(refusal), { status: 400 }));
    await hold("t1");
    expect(isHeld("t1")).toBe(true);
  });

  test("shows its pause to the player if it can be neither begun nor ended", async () => {
    requests.mockRejectedValueOnce(new TypeError("offline"));
    await hold("t1");
    expect(isHeld("t1")).toBe(false);
    await hold("t1");
    requests.mockRejectedValueOnce(new TypeError("offline"));
    await release("t1");
    expect(isHeld("t1")).toBe(false);
  });
});

describe("a quick table against bots", () => {
  const CARD = { name: "clue", min_seats: 3, max_seats: 6, options: [] };

  test("has a usual number of seats, and everything else as usual", () => {
    expect(soloWish(CARD)).toEqual({ game: "clue", seats: 4, help: "deducing" });
    expect(soloWish({ ...CARD, min_seats: 2, max_seats: 2 }).seats).toBe(2);
  });

  const OPENED = { ...ROOM, id: "t2", started: false, name: "Ada" };
  const requests: string[] = [];
  let refused = false;

  beforeEach(() => {
    localStorage.setItem("guide:clue", "read");
    requests.length = 0;
    refused = false;
    const answer = (address: string) => {
      if (address !== "/api/me") requests.push(address);
      if (refused && address.endsWith("/start")) return Promise.reject(new TypeError("offline"));
      return Promise.resolve(new Response(JSON.stringify(OPENED)));
    };
    vi.stubGlobal("fetch", vi.fn(answer));
  });

  test("has its page as soon as it is open, and no waiting room while it starts", async () => {
    const arrive = vi.fn(() => requests.push("arrived"));
    await playAlone(CARD, "novice", arrive);
    expect(arrive).toHaveBeenCalledWith("t2");
    expect(requests).toEqual(["/api/tables", "arrived", "/api/tables/t2/start"]);
    expect(isStarting("t2")).toBe(true);
  });

  test("has its waiting room if it cannot start", async () => {
    refused = true;
    await expect(playAlone(CARD, "novice", () => undefined)).rejects.toThrow();
    expect(isStarting("t2")).toBe(false);
  });
});
