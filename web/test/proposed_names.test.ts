import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { botNames, clashes, proposeName } from "../src/app/names";
import { loadLanguage } from "../src/app/language.svelte";
import en from "../src/texts/en.json";
import fr from "../src/texts/fr.json";

const GAMES = "../src/cluehouse/games";
/** The characters of a French box, which the notebook for a real table knows. */
const FRENCH_BOX = ["Moutarde", "Violet", "Pervenche", "Olive", "Rose", "Leblanc"];

/** Everything that has a name in some game, in both languages. */
const named = readdirSync(GAMES, { recursive: true, encoding: "utf-8" })
  .filter((file) => /texts\.\w+\.json$/.test(file))
  .flatMap((file) => Object.entries(JSON.parse(readFileSync(`${GAMES}/${file}`, "utf-8")) as Record<string, string>))
  .filter(([key]) => key.startsWith("name."))
  .map(([, name]) => name)
  .concat(FRENCH_BOX);

const TEXTS: readonly (readonly [string, Record<string, string>])[] = [
  ["en", en],
  ["fr", fr],
];
const botsIn = (texts: Record<string, string>) =>
  Object.entries(texts).flatMap(([key, name]) => (/^bot\.\d+$/.test(key) ? [name] : []));

describe.each(TEXTS)("the names that are proposed in %s", (_, texts) => {
  const stock = texts["name.stock"]!.split(", ");

  test("are many, and no two alike", () => {
    expect(stock.length).toBeGreaterThanOrEqual(30);
    expect(new Set(stock).size).toBe(stock.length);
  });

  test("belong to no character, nor to a bot", () => {
    expect(named).toContain("Mrs Watson");
    expect(stock.filter((name) => clashes(name, [...named, ...botsIn(en), ...botsIn(fr)]))).toEqual([]);
  });

  test("and bots have names of their own, which belong to no character either", () => {
    expect(botsIn(texts).length).toBeGreaterThan(9);
    expect(botsIn(texts).filter((name) => clashes(name, named))).toEqual([]);
  });
});

test("a name clashes with another of which it is a part, whatever its case and accents", () => {
  expect(clashes("watson", ["Mrs Watson"])).toBe(true);
  expect(clashes("  Zoé ", ["zoe"])).toBe(true);
  expect(clashes("Mrs Watson", ["Watson"])).toBe(true);
  expect(clashes("Ann", ["Anna", "Mrs Watson"])).toBe(false);
  expect(clashes("", ["Ada"])).toBe(false);
});

describe("a proposal", () => {
  test("stays the same on a page, until it is taken at the table", () => {
    const first = proposeName();
    expect(proposeName()).toBe(first);
    const next = proposeName([first]);
    expect(next).not.toBe(first);
    expect(proposeName()).toBe(next);
  });

  test("is a name of the reader's language", async () => {
    await loadLanguage("fr");
    expect(fr["name.stock"].split(", ")).toContain(proposeName(en["name.stock"].split(", ")));
    await loadLanguage("en");
  });
});

describe("a bot", () => {
  test("is called after its seat", () => {
    expect(botNames([1, 2], [])).toEqual(new Map([[1, "Brass"], [2, "Spindle"]])); // prettier-ignore
  });

  test("gives way to a person or a character of the same name", () => {
    const names = botNames([1, 2, 3], ["brass", "Mrs Spindle"]);
    expect(names.get(3)).toBe("Ratchet");
    expect([...names.values()].some((name) => clashes(name, ["brass", "Mrs Spindle"]))).toBe(false);
    expect(new Set(names.values()).size).toBe(3);
  });
});
