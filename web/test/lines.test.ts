import { expect, test } from "vitest";
import { Table } from "../src/table/table.svelte";
import { lastLine, nowLine } from "../src/table/frame/lines";
import type { Update } from "../src/wire/house";
import { plain } from "../src/app/words";
import { ASK, ENGLISH, ROOM } from "./fixtures";

function table(update: Partial<Update<{ type: string }, unknown>> = {}, screen = false): Table {
  const found = new Table("t1", () => ({ send: () => true, close: () => undefined }), screen);
  found.texts = ENGLISH.texts;
  found.seatFields = ENGLISH.seatFields;
  found.onMessage(ROOM);
  found.onMessage({ ...ASK, ...update });
  return found;
}

const outcome = (...shares: number[]) => ({ type: "Outcome" as const, shares, points: [1, 1, 0], rule: "KEY-9" });

test("what just happened is the last sight", () => {
  expect(plain(lastLine(table()))).toBe("You are dealt the Twin.");
});

test("what you can do now is every offer", () => {
  expect(plain(nowLine(table()))).toBe("Your turn: ask Bob or Spindle for a card.");
});

test("names the players it waits for", () => {
  expect(plain(nowLine(table({ asked: [1, 2], moves: [] })))).toBe("Waiting for Bob and Spindle.");
});

test("on a shared screen, says what they have to do", () => {
  const shared = table({ asked: [1, 2], moves: [], view: { type: "RailView", phase: "accusing" } }, true);
  expect(plain(nowLine(shared))).toBe("Bob and Spindle: accuse in secret.");
});

test("the end says who won", () => {
  expect(plain(nowLine(table({ outcome: outcome(0, 1, 0) })))).toBe("Bob wins the game.");
  expect(plain(nowLine(table({ outcome: outcome(1, 0, 0) })))).toBe("You win!");
  expect(plain(nowLine(table({ outcome: outcome(0.5, 0.5, 0) })))).toBe("You share the win with Bob.");
  expect(plain(nowLine(table({ outcome: outcome(0, 0.5, 0.5) })))).toBe("Bob and Spindle share the win.");
  expect(plain(nowLine(table({ outcome: outcome(0, 0, 0) })))).toBe("Nobody wins this time.");
});

test("on a device that players share, it names the winner", () => {
  const shared = table({ outcome: outcome(1, 0, 0) });
  shared.onMessage({ ...ROOM, yours: [0, 1] });
  expect(plain(nowLine(shared))).toBe("Ann wins the game.");
});
