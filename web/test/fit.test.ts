import { expect, test } from "vitest";
import { fits, shared } from "../src/table/frame/fit";

const sentence = (lines: number, line = 20) => ({ height: lines * line, line });

test("sentences fit while all their lines do", () => {
  expect(fits(60, sentence(2), sentence(1))).toBe(true);
  expect(fits(60, sentence(2), sentence(2))).toBe(false);
});

test("the news takes the lines that the prompt leaves", () => {
  expect(shared(60, sentence(3), sentence(1))).toEqual({ last: 2, now: 1 });
  expect(shared(60, sentence(3), sentence(2))).toEqual({ last: 1, now: 2 });
  expect(shared(60, sentence(1), sentence(1))).toEqual({ last: 1, now: 1 });
});

test("the prompt leaves the news one line", () => {
  expect(shared(60, sentence(3), sentence(4))).toEqual({ last: 1, now: 2 });
  expect(shared(10, sentence(1), sentence(1))).toEqual({ last: 1, now: 1 });
});

test("a room that was rounded down to a whole pixel still holds its lines", () => {
  expect(shared(65, { height: 20, line: 19.5 }, { height: 46, line: 22.8 })).toEqual({ last: 1, now: 2 });
});
