import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readBreakpoints } from "../breakpoints.ts";

const THEME = /^(style\/(light|things)|practice\/theme|games\/\w+\/(theme|vignette))\.css$/;

/** What is drawn, by file: components, scripts and style sheets without their comments. */
const sources = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts|css)$/.test(name) && !name.startsWith("wire/"))
  .map((name) => ({ name, text: withoutComments(readFileSync(`src/${name}`, "utf-8")) }));
const themes = sources.filter(({ name }) => THEME.test(name));
const components = sources.filter(({ name }) => !THEME.test(name));

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->|(?<=^|\s)\/\/.*/g, "");
}

function found(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

/** Every place in the sources where the pattern is found, as `file: text`. */
function places(pattern: RegExp, among = components): string[] {
  return among.flatMap(({ name, text }) => found(pattern, text).map((each) => `${name}: ${each}`));
}

const NAMED_COLOURS = `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet
  brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan dark\\w+ deeppink
  deepskyblue dimgr[ae]y dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray
  green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon
  light(?!-dark)\\w+ lime limegreen linen magenta maroon medium\\w+ midnightblue mintcream mistyrose moccasin
  navajowhite navy oldlace olive olivedrab orange orangered orchid pale\\w+ papayawhip peachpuff peru pink plum
  powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver
  skyblue slateblue slategr[ae]y snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
  whitesmoke yellow yellowgreen`
  .split(/\s+/)
  .join("|");
const COLOURED = "[\\w-]*color|fill|stroke|background(?:-image)?|border[\\w-]*|outline|[\\w-]*shadow|filter|--[\\w-]+";

describe("colours", () => {
  test("stand in the theme files alone", () => {
    expect(places(/(?<!url\(|&)#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/gi)).toEqual([]);
    expect(places(/(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\(/g)).toEqual([]);
  });

  test("are not called by the names CSS has for them either", () => {
    const value = `[^;"'{}]*(?<![-\\w.])(?:${NAMED_COLOURS})(?![-\\w(])`;
    expect(places(new RegExp(`(?<![\\w-])(?:${COLOURED})(?:: |=["'])${value}`, "g"))).toEqual([]);
  });

  test("have each a name of its own, which something uses", () => {
    const names = themes.flatMap(({ text }) => found(/^\s+(--[\w-]+):/gm, text)).filter((name) => name !== "--seat");
    const used = new Set(sources.flatMap(({ text }) => found(/var\((--[\w-]+)/g, text)));
    expect(names.length).toBeGreaterThan(600);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });

  test("are defined wherever they are used", () => {
    const defined = new Set(sources.flatMap(({ text }) => found(/(--[\w-]+)(?:: |:\n|=)/g, text)));
    const used = components.flatMap(({ text }) => found(/var\((--[\w-]+)\)/g, text));
    expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
  });
});

describe("the theme of a game", () => {
  const games = readdirSync("src/games", { withFileTypes: true }).filter((each) => each.isDirectory());
  const namesIn = (file: string) => found(/^\s+(--[\w-]+):/gm, themes.find(({ name }) => name === file)!.text);
  const usedIn = (file: string) => found(/var\((--[\w-]+)/g, sources.find(({ name }) => name === file)!.text);

  test.each(games.map(({ name }) => name))("is used by its own screens alone, and loaded with them: %s", (game) => {
    const names = new Set([...namesIn(`games/${game}/theme.css`), ...namesIn(`games/${game}/vignette.css`)]);
    const folders = new Set(
      sources
        .filter(({ name }) => usedIn(name).some((each) => names.has(each)))
        .map(({ name }) => name.replace(/^(games\/\w+|\w+)\/.*/, "$1")),
    );
    expect([...folders]).toEqual([`games/${game}`]);
    expect(readFileSync(`src/games/${game}/index.ts`, "utf-8")).toMatch(/"\.\/theme\.css"[^]*"\.\/vignette\.css"/);
  });

  test.each(games.map(({ name }) => name))("gives the lobby no more than its vignette needs: %s", (game) => {
    const files = sources.filter(({ name }) => name.startsWith(`games/${game}/`));
    const drawn = new Set(
      files
        .filter(({ name, text }) => name.endsWith(".svelte") && text.includes('import "./vignette.css"'))
        .map(({ name }) => name),
    );
    expect(drawn.size, "the vignette loads its colours").toBe(1);
    for (const file of drawn) {
      const imports = found(/from "(\.\.?\/[^"]+)"/g, files.find(({ name }) => name === file)!.text);
      for (const each of imports.map((path) => join(dirname(file), path))) {
        const name = [each, `${each}.ts`].find((path) => files.some((source) => source.name === path));
        if (name) drawn.add(name);
      }
    }
    const used = [...drawn].flatMap(usedIn);
    expect(used.filter((name) => namesIn(`games/${game}/theme.css`).includes(name))).toEqual([]);
  });
});

describe("breakpoints", () => {
  const breakpoints = readBreakpoints();
  /** Below and above one of them are two queries: up to 559 pixels, from 560 on. */
  const edges = new Set(
    [...breakpoints.values()].map((query) => {
      const [, side, axis, pixels] = query.match(/^\((max|min)-(width|height): (\d+)px\)$/)!;
      return `${axis} ${Number(pixels) + (side === "max" ? 1 : 0)}`;
    }),
  );

  test("are five at most", () => {
    expect(edges.size).toBeLessThanOrEqual(5);
  });

  test("are called by their names", () => {
    const conditions = sources
      .flatMap(({ text }) => found(/@media ([^{]+?) *\{/g, text))
      .flatMap((each) => each.split(" and "));
    const names = conditions.filter((each) => !/^(print|\((prefers-[\w-]+|hover): \w+\))$/.test(each));
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((each) => !breakpoints.has(each.slice(1, -1)))).toEqual([]);
    expect(places(/matchMedia\([^)]*(?:width|height)/g, sources)).toEqual([]);
  });

  test("are where containers turn too", () => {
    const conditions = sources.flatMap(({ text }) => found(/@container ([^{]+?) *\{/g, text));
    const widths = conditions.flatMap((each) => [...each.matchAll(/\((max|min)-width: (\d+)px\)/g)]);
    const turns = widths.map(([, side, pixels]) => `width ${Number(pixels) + (side === "max" ? 1 : 0)}`);
    expect(turns.length).toBeGreaterThan(0);
    expect(turns.filter((each) => !edges.has(each))).toEqual([]);
  });
});
