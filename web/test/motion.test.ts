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

test("scripted animations and pauses of games last as long as reduced motion and the speed of bots allow", () => {
  const scripted = having(/\.animate\(|setTimeout\(|from "svelte\/(transition|animate)"/).filter(({ name }) =>
    name.startsWith("games/"),
  );
  expect(scripted.length).toBeGreaterThan(0);
  const sounds = "games/arosa/sounds.svelte.ts"; // a sound has its length
  expect(names(scripted.filter(({ text }) => !text.includes("motionMs(")))).toEqual([sounds]);
  expect(names(having(/\.animate\(/).filter(({ name }) => !name.startsWith("games/")))).toEqual([]);
});

test("where bots play fast or at once, one CSS rule each shortens every animation of the board", () => {
  const base = readFileSync("src/style/base.css", "utf-8");
  for (const speed of ["fast", "instant"]) {
    expect(base).toContain(`.frame[data-speed="${speed}"] *,`);
  }
  expect(having(/data-speed=\{table\.speed\}/).map(({ name }) => name)).toEqual(["table/Frame.svelte"]);
});

test("no animation is infinite, and no page scrolls smoothly", () => {
  expect(names(having(/\binfinite\b|behavior: "smooth"|scroll-behavior: smooth/))).toEqual([]);
});

test("no other style overrides the rule", () => {
  expect(names(having(/(animation|transition)[\w-]*:[^;]*!important/))).toEqual(["style/base.css"]);
});
