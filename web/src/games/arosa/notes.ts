/** What a notebook of falls holds: one's own marks by cell, and what it has written by itself, in words. */
import { reasonFrom, type Reason } from "../../table/reasons";
import type { Table } from "../../table/table.svelte";
import type { Colour, Notes, Opening, Storey, StoreyNote } from "../../wire/arosa";
import { fill, tell } from "../../app/words";
import { coloursOf } from "./hotel";
import { fallsOf, inWords } from "./story";

/** How a fall sounded: roughly, or a storey by its number. The table is the ground floor. */
export const QUICK_MARKS = ["high", "middle", "deep", "table"] as const;
export const FALL_MARKS: readonly string[] = [...QUICK_MARKS, "7", "6", "5", "4", "3", "2", "1"];

export const fallCell = (number: number) => `fall-${number}`;
export const cellOf = (storey: Storey | string, colour: Colour | string) => `${storey}.${colour}`;

/** The last look into each storey, and which drops have fallen since. */
export function reasons(notes: Notes | undefined, table: Table): Reason[] {
  return notes?.storeys.map((note) => reasonOf(note, table)) ?? [];
}

function reasonOf({ storey, opening, drops }: StoreyNote, table: Table): Reason {
  const last = table.story.map((sight) => isSame(sight, opening)).lastIndexOf(true);
  const before = fallsOf(table.story.slice(0, last)).length;
  const numbers = Array.from({ length: drops }, (_, i) => before + i + 1);
  const since = `screen.since.${drops === 0 ? "none" : drops === 1 ? "one" : "other"}`;
  const told = fill(table.texts[since] ?? "", { first: before + 1, last: before + drops });
  const so = tell({ type: `screen.so.${drops === 0 ? "empty" : "open"}`, storey }, table.words);
  const cells = coloursOf(table.names.length).map((colour) => cellOf(storey, colour));
  const premises = [{ told: inWords({ ...opening }, table) }, { told: [told] }];
  return { ...reasonFrom(premises, so, cells), rows: numbers.map(String) };
}

function isSame(sight: { type: string; by?: unknown; storey?: unknown }, opening: Opening): boolean {
  return sight.type === opening.type && sight.by === opening.by && sight.storey === opening.storey;
}

/** By the number of the fall: how likely its cube lies on each storey. */
export function chancesOf(notes: Notes | undefined): ReadonlyMap<number, readonly number[]> {
  return new Map(notes?.falls.map(({ number, storeys }) => [number, storeys]) ?? []);
}
