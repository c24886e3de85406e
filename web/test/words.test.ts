import { describe, expect, test } from "vitest";
import { invitation } from "../src/table/offers";
import { fill, plain, speak, tell, unbroken } from "../src/app/words";
import { ENGLISH, FRENCH } from "./fixtures";

const shown = { type: "CardShown", by: 1, to: 0, card: "twin" };

describe("a sentence", () => {
  test("names players and things, in either language", () => {
    expect(plain(tell(shown, ENGLISH))).toBe("Bob shows Ann a card: the Twin.");
    expect(plain(tell(shown, FRENCH))).toBe("Bob montre une carte à Ann : le Jumeau.");
  });

  test("keeps players apart from words, so that they can be shown with their mark", () => {
    expect(tell(shown, ENGLISH).slice(0, 3)).toEqual([{ seat: 1, name: "Bob" }, " shows ", { seat: 0, name: "Ann" }]);
  });

  test("joins a tuple as the language does", () => {
    const revealed = { type: "Revealed", culprit: "pilot", accusations: ["twin", "pilot", "widow"] };
    expect(plain(tell(revealed, ENGLISH))).toContain("the Twin, the Pilot, and the Widow");
    expect(plain(tell(revealed, FRENCH))).toContain("le Jumeau, le Pilote et la Veuve");
  });

  test("may hold another sentence: a deduction and its reason", () => {
    const cleared = { type: "Cleared", card: "twin", because: shown };
    expect(plain(tell(cleared, ENGLISH))).toBe("Bob shows Ann a card: the Twin. So it is not the Twin.");
  });

  test("drops an e in French before a vowel", () => {
    const words = { ...FRENCH, texts: { ...FRENCH.texts, Looked: "La main de {whom}." } };
    const looked = (whom: number) =>
      plain(tell({ type: "Looked", whom }, { ...words, seatFields: { Looked: ["whom"] } }));
    expect([looked(0), looked(1)]).toEqual(["La main d’Ann.", "La main de Bob."]);
    expect(fill("La table de {host}, plus que {number}", { host: "Éloïse", number: 3 })).toBe(
      "La table d’Éloïse, plus que 3",
    );
    expect(fill("En mode {how}", { how: "aisé" })).toBe("En mode aisé");
  });

  test("begins with a capital letter", () => {
    const words = { ...ENGLISH, texts: { ...ENGLISH.texts, Hid: "{card} hides." } };
    expect(plain(tell({ type: "Hid", card: "widow" }, words))).toBe("The Widow hides.");
  });

  test("of an unknown type is its name rather than nothing", () => {
    expect(plain(tell({ type: "Thundered" }, ENGLISH))).toBe("Thundered");
  });
});

test("a number is a player only where the type says so", () => {
  expect(plain(speak(1, false, ENGLISH))).toBe("1");
  expect(plain(speak(1, true, ENGLISH))).toBe("Bob");
  expect(plain(speak([0, 1], true, ENGLISH))).toBe("Ann and Bob");
});

test("a number has a name of its own where the texts give its field one", () => {
  const words = {
    ...ENGLISH,
    texts: { ...ENGLISH.texts, Fell: "It fell to {storey}.", "name.storey.0": "the ground floor" },
  };
  expect(plain(tell({ type: "Fell", storey: 0 }, words))).toBe("It fell to the ground floor.");
  expect(plain(tell({ type: "Fell", storey: 1 }, words))).toBe("It fell to 1.");
  expect(plain(invitation({ type: "Product", kind: "Fell", fields: { storey: [0] } }, words))).toBe(
    "it fell to the ground floor.",
  );
});

test("a placeholder without a value stays visible", () => {
  expect(fill("{a} of {b}", { a: 1 })).toBe("1 of {b}");
});

test("no line begins with a colon in French", () => {
  expect(unbroken({ a: "Qui ? Lui : le Jumeau." })).toEqual({ a: "Qui\u00a0? Lui\u00a0: le Jumeau." });
  expect(unbroken({ a: "Elle montre « {card} »." })).toEqual({ a: "Elle montre «\u00a0{card}\u00a0»." });
});
