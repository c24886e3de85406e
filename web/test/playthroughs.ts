/** Whole games as one viewer saw them, read from the pages that tools/playthrough.py writes. */
import { readFileSync } from "node:fs";
import type { Sight } from "../src/table/table.svelte";
import type { Seat } from "../src/wire/house";

const LISTS = ["bays", "cards", "clues", "items", "order", "pair", "places", "searched", "suspects"];

/** The sights of a seat or of the rail, in order. */
export function storyOf(page: string, viewer: Seat | "rail"): Sight[] {
  const lines = readFileSync(`../tests/playthroughs/${page}.txt`, "utf-8").split("\n");
  return lines.flatMap((line, i) => {
    const event = /^ {2}([A-Z]\w+)(.*)/.exec(line);
    if (!event) return [];
    const seen = lines.slice(i + 1, i + 1 + lines.slice(i + 1).findIndex((next) => !/^ {4}/.test(next)));
    const own = seen.map((each) => /^ {4}(\w+) sees (\w+)(.*)/.exec(each)!).find(([, who]) => who === String(viewer));
    const [, type, fields] = own ? own.slice(1) : ["", event[1], event[2]];
    return type === "nothing" ? [] : [{ type: type!, ...valuesOf(fields!) }];
  });
}

function valuesOf(fields: string): Record<string, unknown> {
  const [own, visits] = fields.split(" visits=");
  const pairs = [...own!.matchAll(/(\w+)=(\S+)/g)].map(([, name, text]) => [name!, valueOf(name!, text!)]);
  const values = Object.fromEntries(pairs) as Record<string, unknown>;
  return visits ? { ...values, visits: visits.split(",").map(valuesOf) } : values;
}

function valueOf(name: string, text: string): unknown {
  if (LISTS.includes(name)) return text.split(",").map((each) => valueOf("", each));
  if (/^-?\d+$/.test(text)) return Number(text);
  return { True: true, False: false, None: null }[text] ?? text;
}
