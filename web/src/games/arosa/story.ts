/** The story in the screen's own words: shorter, and traces by whose they are. */
import type { Sight as Told, Table } from "../../table/table.svelte";
import { SEAT_FIELDS, type CubeHeard, type Find } from "../../wire/arosa";
import { tell, type Part, type Texts, type Words } from "../../app/words";
import { ownerOf } from "./hotel";

export const seatFields: Words["seatFields"] = {
  ...SEAT_FIELDS,
  ...Object.fromEntries(Object.entries(SEAT_FIELDS).map(([type, fields]) => [`screen.${type}`, fields])),
  "screen.culprits.one": ["culprits"],
  "screen.culprits.other": ["culprits"],
  "screen.heard": ["by"],
  "screen.Find": ["whose"],
  "screen.Find.one": ["whose"],
  "screen.touch.suspect": ["suspects"],
};

/** A move or a sight as the screen says it. */
export function retold(said: Told, texts: Texts): Told {
  const told: Told = { ...said, type: `screen.${said.type}` in texts ? `screen.${said.type}` : said.type };
  if (said.found) told.found = (said.found as readonly Find[]).map(findOf);
  if (said.opening) told.opening = retold(said.opening as Told, texts);
  return told;
}

export function allRetold(story: readonly Told[], texts: Texts): Told[] {
  return story.map((said) => retold(said, texts));
}

export function inWords(said: Told, table: Table): Part[] {
  return tell(retold(said, table.texts), table.words);
}

/** Whose turn has come is in the line below. */
const QUIET = "TurnBegun";
/** What happens begins with one of these; the rest follows from it, the end of the game too, and is told with it. */
const BEGINNINGS: readonly string[] = ["CubeHeard", "Dropped", "Opened", "OpenedEmpty", "TookBack"];

/** The last thing that happened, with what came of it. */
export function lastWords(table: Table): Part[] {
  const story = table.told.filter(({ type }) => type !== QUIET);
  const first = story.map(({ type }) => BEGINNINGS.includes(type)).lastIndexOf(true);
  const last = story.slice(Math.max(first, 0));
  return last.flatMap((sight, i): Part[] => [...(i === 0 ? [] : [" "]), ...inWords(sight, table)]);
}

/** The falls so far, the latest last. */
export function fallsOf(story: readonly { type: string }[]): CubeHeard[] {
  return story.filter((sight): sight is CubeHeard => sight.type === "CubeHeard");
}

/** Traces are their player's; a victim is a victim. */
export function findOf({ colour, count }: Find): Told {
  const whose = ownerOf(colour);
  if (whose === null) return { type: count === 1 ? "screen.Find.victim" : "screen.Find.victims", count };
  return { type: count === 1 ? "screen.Find.one" : "screen.Find", count, whose };
}
