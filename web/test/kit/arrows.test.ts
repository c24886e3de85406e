import { describe, expect, test, vi } from "vitest";
import { arrows, nextSpot } from "../../src/kit/arrows";

const GRID = [
  { name: "north", x: 50, y: 0 },
  { name: "west", x: 0, y: 50 },
  { name: "east", x: 100, y: 50 },
  { name: "south", x: 50, y: 100 },
  { name: "far east", x: 200, y: 50 },
];
const CENTRE = { x: 50, y: 50 };

describe("the arrow keys on a board", () => {
  test.each([
    ["ArrowUp", "north"],
    ["ArrowDown", "south"],
    ["ArrowLeft", "west"],
    ["ArrowRight", "east"],
  ])("go with %s to the nearest place: %s", (key, name) => {
    expect(nextSpot(CENTRE, GRID, key)?.name).toBe(name);
  });

  test("stay at the edge, and leave other keys alone", () => {
    expect(nextSpot({ x: 50, y: 0 }, GRID, "ArrowUp")).toBeUndefined();
    expect(nextSpot(CENTRE, GRID, "Tab")).toBeUndefined();
  });

  test("prefer what lies straight ahead", () => {
    const spots = [
      { name: "aside", x: 40, y: 40 },
      { name: "ahead", x: 60, y: 0 },
    ];
    expect(nextSpot({ x: 0, y: 0 }, spots, "ArrowRight")?.name).toBe("ahead");
  });

  test("move the focus between the buttons, and skip those that do nothing", () => {
    document.body.innerHTML =
      '<div><button id="a"></button><button id="b" disabled></button><button id="c"></button></div>';
    const board = document.querySelector("div")!;
    board.querySelectorAll("button").forEach((button, i) => {
      button.getBoundingClientRect = vi.fn(() => new DOMRect(i * 50, 0, 40, 40));
    });
    const stop = arrows(board);
    document.getElementById("a")!.focus();
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    expect(document.activeElement?.id).toBe("c");
    stop();
  });
});
