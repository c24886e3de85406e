import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { anyOf, DropAll, isSilent } from "../src/games/arosa/dropAll.svelte";
import { GRACE, HURRIED_LEAST, LENGTH } from "../src/games/arosa/sounds.svelte";
import type { Find } from "../src/wire/arosa";
import { drops, heard, ROOM, SEARCHING } from "./arosa_fixtures";
import { FakeContext, fetched, find, played, press, seconds, seen, send, setTheStage, show } from "./arosa_stage";

const dropping = (...left: Find[]) => seen({ phase: "dropping", opened: 2, left });

beforeEach(setTheStage);
afterEach(() => void vi.useRealTimers());

describe("dropping all", () => {
  test("draws every cube alike", () => {
    const cubes = [find("blue", 3), find("grey")];
    expect([0, 0.25, 0.5, 0.74, 0.75, 0.99].map((luck) => anyOf(cubes, luck))).toEqual([
      "blue",
      "blue",
      "blue",
      "blue",
      "grey",
      "grey",
    ]);
    expect(anyOf([], 0.5)).toBeUndefined();
  });

  test("waits for silence unless it is hurried, and does nothing by hand", () => {
    const all = new DropAll();
    const cubes = [find("blue")];
    expect(all.next(cubes, true)).toBeUndefined();
    all.start();
    expect([all.next(cubes, false), all.next(cubes, true)]).toEqual([undefined, "blue"]);
    all.hurry();
    expect(all.next(cubes, false)).toBe("blue");
    all.stop();
    expect(all.next(cubes, true)).toBeUndefined();
  });

  test("a sound on its way is no silence, one that failed is", () => {
    const coming = { key: "fall-1", samples: null, failed: false };
    expect(isSilent({ playing: null, waiting: 0, heard: [coming] })).toBe(false);
    expect(isSilent({ playing: null, waiting: 0, heard: [{ ...coming, failed: true }] })).toBe(true);
    expect(isSilent({ playing: "fall-1", waiting: 0, heard: [] })).toBe(false);
    expect(isSilent({ playing: null, waiting: 1, heard: [] })).toBe(false);
  });

  test("drops the next cube when the last one has been heard, until none is left", async () => {
    const table = show({ view: dropping(find("blue", 2)), moves: [drops("blue")] });
    await press("Drop all (2)");
    expect(played()).toEqual([{ type: "Drop", colour: "blue" }]);
    table.onMessage({
      ...SEARCHING,
      seq: 21,
      sights: [{ ...heard(1, 0) }],
      view: dropping(find("blue")),
      moves: [drops("blue")],
    });
    await seconds(LENGTH - 0.1);
    expect(played()).toHaveLength(1);
    await seconds(0.1);
    expect(played()).toHaveLength(2);
    table.onMessage({
      ...SEARCHING,
      seq: 22,
      sights: [{ ...heard(2, 0) }],
      view: seen({ turn: 1 }),
      moves: [],
      asked: [1],
    });
    await tick();
    table.onMessage({ ...SEARCHING, seq: 23, sights: [], view: dropping(find("blue")), moves: [drops("blue")] });
    await seconds(3 * LENGTH);
    expect(played()).toHaveLength(2);
  });

  test("goes on at once when hurried, and can be stopped", async () => {
    const table = show({ view: dropping(find("blue", 3)), moves: [drops("blue")] });
    await press("Drop all (3)");
    await press("Faster");
    table.onMessage({
      ...SEARCHING,
      seq: 21,
      sights: [{ ...heard(1, 0) }],
      view: dropping(find("blue", 2)),
      moves: [drops("blue")],
    });
    await seconds(0);
    expect(played()).toHaveLength(2);
    await press("Stop (2 left)");
    table.onMessage({
      ...SEARCHING,
      seq: 22,
      sights: [{ ...heard(2, 0) }],
      view: dropping(find("blue")),
      moves: [drops("blue")],
    });
    await seconds(3 * LENGTH);
    expect(played()).toHaveLength(2);
  });

  test("a refusal stops it, and it can be begun again", async () => {
    const table = show({ view: dropping(find("blue", 3)), moves: [drops("blue")] });
    await press("Drop all (3)");
    table.onMessage({ type: "Refused", id: "HOUSE-STALE", detail: "" });
    await seconds(LENGTH);
    expect(played()).toHaveLength(1);
    await press("Drop all (3)");
    expect(played()).toHaveLength(2);
  });
});

describe("listening", () => {
  const asked = () => fetched.mock.calls.map(([address]) => address);

  test("a fall is downloaded by its address, shown while it plays, and can be played again", async () => {
    const table = show({ moves: [], asked: [1] });
    table.onMessage({ ...SEARCHING, seq: 21, sights: [{ ...heard(1) }], moves: [], asked: [1] });
    await seconds(0);
    expect(asked()).toEqual(["/api/tables/t1/blobs/fall-1"]);
    const panel = within(screen.getByRole("region", { name: "What is heard" }));
    expect(panel.getByText(/^Drop 1:/)).toBeTruthy();
    await seconds(LENGTH);
    expect(panel.getByText("Silence.")).toBeTruthy();
    await press("Last drops");
    await press("Hear again 1: Bob drops a blue cube.");
    await seconds(0);
    expect(panel.getByText(/^Drop 1:/)).toBeTruthy();
  });

  test("on a shared device the download names the seat", async () => {
    show({ sights: [{ ...heard(1) }] }, { you: 0, yours: [0, 2] });
    await seconds(0);
    expect(asked()).toEqual(["/api/tables/t1/blobs/fall-1?seat=0"]);
  });

  test("after a reload, falls not yet played are played, the last eight at most", async () => {
    localStorage.setItem("heard:t1", "3");
    show({ sights: [2, 3, 4, 5].map((number) => ({ ...heard(number) })) });
    await seconds(2 * LENGTH);
    expect(asked()).toEqual(["/api/tables/t1/blobs/fall-4", "/api/tables/t1/blobs/fall-5"]);
    expect(localStorage.getItem("heard:t1")).toBe("5");
    localStorage.removeItem("heard:t1");
    fetched.mockClear();
    show({ sights: Array.from({ length: 20 }, (_, i) => ({ ...heard(i + 1) })) });
    await seconds(30 * LENGTH);
    expect(asked()).toHaveLength(8);
    expect(asked()[0]).toBe("/api/tables/t1/blobs/fall-13");
  });

  test("falls are played when the guide is over, the victims' always", async () => {
    localStorage.clear();
    Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList;
    Element.prototype.scrollIntoView = () => undefined;
    vi.stubGlobal("scrollBy", () => undefined);
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    const traces = Array.from({ length: 10 }, (_, i) => ({ ...heard(i + 3) }));
    const others = ROOM.chairs.map(() => ({ ...ROOM.chairs[0]! }));
    show(
      { sights: [1, 2].map((number) => ({ ...heard(number), colour: "red" })).concat(traces), asked: [1], moves: [] },
      { chairs: others },
    );
    await vi.waitFor(() => expect(screen.getByRole("dialog", { name: /Guided start/ })).toBeTruthy());
    await seconds(2 * LENGTH);
    expect(asked()).toEqual([]);
    await press("Skip");
    await seconds(11 * LENGTH);
    expect(asked().slice(0, 3)).toEqual([1, 2, 5].map((number) => `/api/tables/t1/blobs/fall-${number}`));
    expect(asked()).toHaveLength(10);
  });

  test("the last sixteen falls can be played again", async () => {
    localStorage.setItem("heard:t1", "20");
    const table = show({ sights: Array.from({ length: 20 }, (_, i) => ({ ...heard(i + 1) })) });
    await press("Last drops");
    for (let number = 20; number > 4; number--) await press(`Hear again ${number}: Bob drops a blue cube.`);
    table.onMessage({ ...SEARCHING, seq: 21, sights: [{ ...heard(21) }] });
    await seconds(18 * LENGTH);
    fetched.mockClear();
    await press("Hear again 20: Bob drops a blue cube.");
    await seconds(LENGTH);
    expect(asked()).toEqual(["/api/tables/t1/blobs/fall-20"]);
  });

  test("falls that come faster than they are heard are played one after another, and again", async () => {
    const table = show({}, { speed: "fast" });
    for (let number = 1; number <= 4; number++) {
      table.onMessage({ ...SEARCHING, seq: 20 + number, sights: [{ ...heard(number) }] });
    }
    await seconds(0.5 * HURRIED_LEAST);
    expect(screen.getByText("3 to come")).toBeTruthy();
    await seconds(4 * LENGTH);
    expect(asked().map((address) => address.at(-1))).toEqual(["1", "2", "3", "4"]);
    await press("Last drops");
    await press("Hear again 1: Bob drops a blue cube.");
  });

  test("falls that were still to come at the end of the game are not played under the result", async () => {
    const table = show({ moves: [], asked: [1] });
    for (let number = 1; number <= 4; number++) {
      table.onMessage({ ...SEARCHING, seq: 20 + number, sights: [{ ...heard(number) }], moves: [], asked: [1] });
    }
    await seconds(0.1);
    table.onMessage({ ...SEARCHING, seq: 25, sights: [], view: seen({ phase: "over" }), moves: [], asked: [] });
    await seconds(5 * LENGTH);
    expect(asked().map((address) => address.at(-1))).not.toContain("3");
  });

  test("falls that a player skips are not played, except again", async () => {
    const table = show({});
    table.skipping = true;
    table.onMessage({ ...SEARCHING, seq: 21, sights: [{ ...heard(1) }], asked: [1], moves: [] });
    await seconds(2 * LENGTH);
    expect([asked(), localStorage.getItem("heard:t1")]).toEqual([[], "1"]);
    await press("Last drops");
    await press("Hear again 1: Bob drops a blue cube.");
    await seconds(LENGTH);
    expect(asked()).toEqual(["/api/tables/t1/blobs/fall-1"]);
  });

  test("a browser that forbids sound is reported, and the picture is shown", async () => {
    vi.stubGlobal(
      "AudioContext",
      class extends FakeContext {
        override state = "suspended";
        resume = () => new Promise(() => {});
      },
    );
    show({ sights: [{ ...heard(1) }] });
    await seconds(GRACE);
    expect(screen.getByRole("alert").textContent).toContain("keeps the sound off");
    expect(screen.getByRole("img", { name: "Picture of the sound: Bob drops a blue cube." })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Turn the sound on" })).toBeTruthy();
  });

  test("the picture is shown on request, and the choice is kept", async () => {
    show({ sights: [{ ...heard(1) }] });
    expect(screen.queryByRole("img", { name: /^Picture/ })).toBeNull();
    await press("Picture of the sound");
    expect(screen.getByRole("img", { name: /^Picture/ })).toBeTruthy();
    await tick();
    expect(localStorage.getItem("arosa:picture")).toBe("yes");
  });
});

describe("the notebook", () => {
  test("how a fall sounded is one press", async () => {
    show({ sights: [{ ...heard(1) }, { ...heard(2) }] });
    await press("Notebook");
    await press("low");
    expect(send).toHaveBeenCalledWith({ type: "Mark", cell: "fall-2", mark: "deep" });
    const older = screen.getByRole("combobox", { name: "How it sounded, 1: Bob drops a blue cube." });
    await fireEvent.change(older, { target: { value: "6" } });
    expect(send).toHaveBeenCalledWith({ type: "Mark", cell: "fall-1", mark: "6" });
  });

  test("deductions are chances in their cells, numbers beside them, and bars for a fall", async () => {
    const table = show({ sights: [{ ...heard(1) }] });
    const notes = {
      type: "Notes",
      storeys: [{ type: "StoreyNote", storey: 0, opening: { type: "OpenedEmpty", by: 1, storey: 0 }, drops: 3 }],
      cells: [{ type: "CellNote", storey: 2, colour: "yellow", likely: 1.44, some: 0.8 }],
      falls: [{ type: "FallNote", number: 1, colour: "blue", storeys: [0, 0, 0, 0, 0, 0.75, 0.25, 0] }],
    };
    table.onMessage({ type: "NotesTaken", seq: 20, help: "seen", notes });
    await press("Notebook");
    expect(
      screen.getByRole("button", { name: "storey 2, yellow, Ann: empty, at least one: 80%, on average 1.4" }),
    ).toBeTruthy();
    expect(screen.getByRole("img", { name: "most likely storey 5, 75%" })).toBeTruthy();
    const told = screen.getByText(/opens the ground floor, and it is empty\./).textContent;
    expect(told).toMatch(/Drops 1 to 3 have fallen since\. So cubes may lie there again\.$/);
  });
});
