import { describe, expect, test } from "vitest";
import { invitation, moveOf, offered, valuesAfter } from "../src/table/offers";
import type { Offer } from "../src/wire/house";
import { plain } from "../src/app/words";
import { ENGLISH, FRENCH } from "./fixtures";

const ask: Offer = { type: "Product", kind: "Ask", fields: { whom: [1, 2] } };
const accuse: Offer = {
  type: "Product",
  kind: "Accuse",
  fields: { card: ["butler", "doctor", "pilot", "twin", "widow"] },
};
const ready: Offer = { type: "Product", kind: "Ready", fields: {} };
const suspect: Offer = {
  type: "Listed",
  kind: "Suspect",
  fields: ["who", "where"],
  rows: [
    ["twin", "hall"],
    ["twin", "attic"],
    ["widow", "attic"],
  ],
};

describe("choosing field by field", () => {
  test("a product leaves every value of the next field", () => {
    expect(valuesAfter(ask, [])).toEqual([1, 2]);
  });

  test("a list leaves only what still fits", () => {
    expect(valuesAfter(suspect, [])).toEqual(["twin", "widow"]);
    expect(valuesAfter(suspect, ["widow"])).toEqual(["attic"]);
  });

  test("ends in the move as it is sent", () => {
    expect(moveOf(suspect, ["widow", "attic"])).toEqual({ type: "Suspect", who: "widow", where: "attic" });
    expect(moveOf(ready, [])).toEqual({ type: "Ready" });
  });
});

describe("a move is offered", () => {
  test("if a product or a row has it", () => {
    expect(offered([ask, suspect], { type: "Ask", whom: 2 })).toBe(true);
    expect(offered([suspect], { type: "Suspect", who: "twin", where: "hall" })).toBe(true);
    expect(offered([ready], { type: "Ready" })).toBe(true);
  });

  test("and otherwise not", () => {
    expect(offered([ask], { type: "Ask", whom: 0 })).toBe(false);
    expect(offered([suspect], { type: "Suspect", who: "widow", where: "hall" })).toBe(false);
    expect(offered([ask], { type: "Ready" })).toBe(false);
  });
});

describe("an invitation", () => {
  test("spells out a few values", () => {
    expect(plain(invitation(ask, ENGLISH))).toBe("ask Bob or Cog for a card");
    expect(plain(invitation(ask, FRENCH))).toBe("demander une carte à Bob ou Cog");
  });

  test("says any of many, and of two beside other offers", () => {
    expect(plain(invitation(accuse, ENGLISH))).toBe("accuse a suspect");
    const two: Offer = { type: "Product", kind: "Accuse", fields: { card: ["twin", "widow"] } };
    expect(plain(invitation(two, ENGLISH))).toContain(" or ");
    expect(plain(invitation(two, ENGLISH, "", true))).toBe("accuse a suspect");
  });
});
