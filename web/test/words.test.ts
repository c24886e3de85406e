import { describe, expect, test } from "vitest";
import { invitation } from "../src/table/offers";
import { elided, fill, plain, speak, STAND_IN, tell, unbroken } from "../src/app/words";
import { ENGLISH, FRENCH } from "./fixtures";

const shown = { type: "CardShown", by: 1, to: 0, card: "twin" };

describe("a sentence", () => {
  test("French elides before a vowel and before most names with h", () => {
    const table = (name: string) => elided(["La table de ", name]).join("");
    expect([table("Bob"), table("Ann"), table("Hélène")]).toEqual([
      "La table de Bob",
      "La table d’Ann",
      "La table d’Hélène",
    ]);
  });

  test("names players and things, in either language", () => {
    expect(plain(tell(shown, ENGLISH))).toBe("Bob shows Ann the Twin.");
    expect(plain(tell(shown, FRENCH))).toBe("Bob montre le Jumeau à Ann.");
  });

  test("keeps players apart from words, so that they can be shown with their mark", () => {
    expect(tell(shown, ENGLISH).slice(0, 3)).toEqual([{ seat: 1, name: "Bob" }, " shows ", { seat: 0, name: "Ann" }]);
  });

  test("speaks to the player it is told to", () => {
    expect(plain(tell(shown, { ...ENGLISH, you: 0 }))).toBe("Bob shows you the Twin.");
    expect(plain(tell(shown, { ...ENGLISH, you: 1 }))).toBe("You show Ann the Twin.");
    expect(plain(tell(shown, { ...FRENCH, you: 0 }))).toBe("Bob vous montre le Jumeau.");
    expect(plain(tell(shown, { ...FRENCH, you: 1 }))).toBe("Vous montrez le Jumeau à Ann.");
    for (const you of [2, null, undefined]) expect(tell(shown, { ...ENGLISH, you })).toEqual(tell(shown, ENGLISH));
  });

  test("calls that player “you” in a list, and keeps their mark", () => {
    const words = { ...ENGLISH, texts: { Passed: "{seats} pass." }, seatFields: { Passed: ["seats"] }, you: 0 };
    expect(plain(tell({ type: "Passed", seats: [1, 0] }, words))).toBe("Bob and you pass.");
    expect(tell({ type: "Passed", seats: [0, 1] }, words)[0]).toEqual({ seat: 0, name: "You" });
  });

  test("marks a move of a bot for that player, though it does not name them", () => {
    const words = { ...ENGLISH, standIn: "(a bot, for {player})" };
    const byBot = { ...shown, [STAND_IN]: 0 };
    expect(plain(tell(byBot, { ...words, you: 0 }))).toBe("Bob shows you the Twin. (a bot, for you)");
    expect(plain(tell(byBot, { ...words, you: 1 }))).toBe("You show Ann the Twin. (a bot, for Ann)");
    expect(plain(tell({ ...shown, [STAND_IN]: 2 }, { ...words, you: 0 }))).toBe("Bob shows you the Twin.");
  });

  test("joins a tuple as the language does", () => {
    expect(plain(speak(["twin", "pilot", "widow"], false, ENGLISH))).toBe("the Twin, the Pilot, and the Widow");
    expect(plain(speak(["twin", "pilot", "widow"], false, FRENCH))).toBe("le Jumeau, le Pilote et la Veuve");
  });

  test("tells what each seat has with its player", () => {
    const revealed = { type: "Revealed", culprit: "pilot", accusations: ["twin", "pilot", "widow"] };
    const ending = `Accused: the Twin by Ann, the Pilot by you, the Widow by ${ENGLISH.names[2]}.`;
    expect(plain(tell(revealed, { ...ENGLISH, you: 1 }))).toBe(`It was the Pilot! ${ending}`);
  });

  test("may call a value otherwise in one field of one type", () => {
    const texts = { Opened: "A box: {found}.", "Opened.found.nothing": "it is empty", "name.nothing": "nothing" };
    expect(plain(tell({ type: "Opened", found: "nothing" }, { ...ENGLISH, texts }))).toBe("A box: it is empty.");
  });

  test("may hold another sentence: a number and what it stands for", () => {
    const cited = { type: "screen.because", number: 2, sight: shown };
    expect(plain(tell(cited, ENGLISH))).toBe("Question 2. Bob shows Ann the Twin.");
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
  expect(unbroken({ a: "Qui ? Lui : le Jumeau." })).toEqual({ a: "Qui\u202f? Lui\u202f: le Jumeau." });
  expect(unbroken({ a: "De 5 à 20 % des cubes" })).toEqual({ a: "De 5 à 20\u202f% des cubes" });
  expect(unbroken({ a: "Elle montre « {card} »." })).toEqual({ a: "Elle montre «\u00a0{card}\u00a0»." });
});
