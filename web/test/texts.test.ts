import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import en from "../src/texts/en.json";
import fr from "../src/texts/fr.json";

const english: Record<string, string> = en;
const french: Record<string, string> = fr;

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe("the page's texts", () => {
  test.each(["en", "fr"])("name nothing twice: %s", (language) => {
    const file = readFileSync(`src/texts/${language}.json`, "utf-8");
    const keys = [...file.matchAll(/^ {2}"([^"]+)":/gm)].map((found) => found[1]);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  test("have the same keys in both languages", () => {
    expect(Object.keys(french)).toEqual(Object.keys(english));
  });

  test.each(Object.keys(english))("say the same in both: %s", (key) => {
    expect(french[key]?.trim()).toBeTruthy();
    expect(placeholders(french[key] ?? "")).toEqual(placeholders(english[key] ?? ""));
  });

  test("give skipping to my turn and leaving the guide a word each in French", () => {
    expect(french["tool.skip"]).not.toBe(french["guide.skip"]);
  });

  test("are there for every key the pages ask for", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf-8" })
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((name) => readFileSync(`src/${name}`, "utf-8"));
    const asked = sources.flatMap((source) => [...source.matchAll(/\bt\("([^"]+)"/g)].map((found) => found[1]!));
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((key) => !(key in english))).toEqual([]);
  });
});
