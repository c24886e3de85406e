import { describe, expect, test } from "vitest";
import { seatsOf } from "../src/lobby/seats";
import { optionHint, optionValue } from "../src/table/waiting/options";
import type { GameCard } from "../src/wire/house";

const CARD: GameCard = {
  name: "cinq_dernieres_minutes",
  min_seats: 4,
  max_seats: 8,
  options: [
    {
      name: "memory",
      values: [false, true],
      default: false,
      seats: [
        { min: 4, max: 8 },
        { min: 4, max: 8 },
      ],
    },
    {
      name: "bourrel",
      values: ["house", "person"],
      default: "house",
      seats: [
        { min: 4, max: 8 },
        { min: 5, max: 9 },
      ],
    },
    { name: "free", values: null, default: "", seats: [] },
  ],
};

test("an option may change how many can play", () => {
  expect(seatsOf(CARD, {})).toEqual({ min: 4, max: 8 });
  expect(seatsOf(CARD, { memory: true, bourrel: "person", free: "x" })).toEqual({ min: 5, max: 9 });
  expect(seatsOf(CARD, { bourrel: "house" })).toEqual({ min: 4, max: 8 });
});

describe("a value of an option", () => {
  const TEXTS = { "options.memory.true": "From memory", "options.memory.true.hint": "A mistake costs a token." };

  test("has the name that its game gives it, also if it is yes or no", () => {
    expect(optionValue("memory", true, TEXTS)).toBe("From memory");
    expect(optionValue("memory", false, TEXTS)).toBe("No");
    expect(optionValue("match", "single", TEXTS)).toBe("single");
  });

  test("is explained where its game explains it", () => {
    expect(optionHint("memory", true, TEXTS)).toBe("A mistake costs a token.");
    expect(optionHint("memory", false, TEXTS)).toBe("");
  });
});
