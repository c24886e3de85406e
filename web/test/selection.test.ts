import { describe, expect, test } from "vitest";
import { Selection } from "../src/table/selection.svelte";
import type { Move } from "../src/table/offers";

const FOUR: Move = { type: "Open", storey: 4 };
const FIVE: Move = { type: "Open", storey: 5 };
const tap = { detail: 1 };
const enter = { detail: 0 };

function sit() {
  const table = {
    seq: 7,
    played: [] as Move[],
    offered: [FOUR, FIVE],
    lastSeq: () => table.seq,
    can: (move: Move) => table.offered.includes(move),
    play: (move: Move) => void table.played.push(move),
  };
  return { table, selection: new Selection(table) };
}

describe("a move that cannot be taken back", () => {
  test("is selected by a tap and made by confirming it", () => {
    const { table, selection } = sit();
    selection.choose(FOUR, tap);
    expect(table.played).toEqual([]);
    expect(selection.move).toEqual(FOUR);
    selection.confirm();
    expect(table.played).toEqual([FOUR]);
    expect(selection.move).toBeNull();
  });

  test("gives way to another, and a second tap on it puts it back", () => {
    const { table, selection } = sit();
    selection.choose(FOUR, tap);
    selection.choose(FIVE, tap);
    expect(selection.has(FIVE)).toBe(true);
    expect(selection.has(FOUR)).toBe(false);
    selection.choose(FIVE, tap);
    expect(selection.move).toBeNull();
    selection.confirm();
    expect(table.played).toEqual([]);
  });

  test("is made by Enter on what is selected", () => {
    const { table, selection } = sit();
    selection.choose(FOUR, enter);
    expect(table.played).toEqual([]);
    selection.choose(FOUR, enter);
    expect(table.played).toEqual([FOUR]);
  });

  test("is selected no longer when it is not offered, or when something has happened", () => {
    const { table, selection } = sit();
    selection.choose(FOUR, tap);
    table.offered = [FIVE];
    expect(selection.move).toBeNull();
    table.offered = [FOUR];
    table.seq += 1;
    expect(selection.move).toBeNull();
  });

  test("of a hand needs a second step only where fingers play", () => {
    const { table, selection } = sit();
    selection.chooseCard(FOUR, tap);
    expect(table.played).toEqual([FOUR]);
    const fingers = new Selection(table, { current: true });
    fingers.chooseCard(FIVE, tap);
    expect(table.played).toEqual([FOUR]);
    expect(fingers.has(FIVE)).toBe(true);
  });
});
