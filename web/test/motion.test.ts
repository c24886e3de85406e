import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Everything that is drawn, by file. */
const sources = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(`src/${name}`, "utf-8") }));

const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text));
const names = (found: typeof sources) => found.map(({ name }) => name);

test("one CSS rule ends every animation with reduced motion", () => {
  const base = readFileSync("src/style/base.css", "utf-8");
  expect(base).toMatch(/prefers-reduced-motion: reduce\)\s*\{\s*\*,\s*\*::before,\s*\*::after/);
});

test("scripted animations check for reduced motion themselves", () => {
  const scripted = having(/\.animate\(|from "svelte\/(transition|animate)"/);
  expect(scripted.length).toBeGreaterThan(0);
  expect(names(scripted.filter(({ text }) => !text.includes("prefersReducedMotion")))).toEqual([]);
});

test("no animation is infinite, and no page scrolls smoothly", () => {
  expect(names(having(/\binfinite\b|behavior: "smooth"|scroll-behavior: smooth/))).toEqual([]);
});

test("no other style overrides the rule", () => {
  expect(names(having(/(animation|transition)[\w-]*:[^;]*!important/))).toEqual(["style/base.css"]);
});
